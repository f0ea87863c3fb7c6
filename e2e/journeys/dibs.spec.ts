import { seriousInBoth, seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'

// Chromium has no program for the scheme and says so.
test.beforeEach(({ watch }) => watch.expect(/dibs:/))

test('a code opens the desktop application’s page once, without a sign-in', async ({
  page,
  portal,
  watch,
  picture,
}) => {
  watch.expect(/401 .*\/api\/v1\/(settings|me)/)
  const { owner } = await portal.given.practice()
  const asked = await page.request.post('/api/v1/me/desktop_code', {
    headers: { authorization: `Bearer ${await portal.session(owner)}` },
  })
  const { desktop_code: code } = (await asked.json()) as { desktop_code: string }
  await page.goto(`/dibs?token=${code}&q=${encodeURIComponent('dibs://case/12')}`)
  await expect(page.getByRole('heading', { name: 'Open DIBS' })).toBeVisible()
  expect(page.url(), 'no address bar keeps the code').not.toContain(code)
  const link = (await page.getByRole('link', { name: 'Open' }).getAttribute('href'))!
  expect(link, 'a code begets no other').toBe('dibs://case/12')
  await picture(page, 'dibs')

  await page.goto('about:blank')
  await page.goto(`/dibs?token=${code}`)
  await expect(page.getByRole('heading', { name: 'This link has expired!' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await picture(page, 'dibs-expired')
})

test('a session is as good as a code; the target is a page of the portal or the application, nothing else', async ({
  page,
  signIn,
}) => {
  await signIn('doctor')
  await page.goto('/dibs')
  await expect(page.getByRole('link', { name: 'Open' })).toHaveAttribute('href', /^dibs:\/\/\?desktop_code=/)
  // What counts as another site: apps/web/src/features/auth/desktop-target.test.ts.
  for (const evil of ['//evil.example']) {
    await page.goto(`/dibs?q=${encodeURIComponent(evil)}`)
    await expect(page.getByRole('link', { name: 'Open' })).toHaveAttribute('href', /^dibs:\/\/\?desktop_code=/)
  }
  expect(await seriousInBoth(page)).toEqual([])
  await page.goto(`/dibs?q=${encodeURIComponent('/patients?filter[search]=ma')}`)
  await expect(page).toHaveURL(/\/patients\?filter/)
})

test('neither code nor session: the link has expired', async ({ page, watch }) => {
  watch.expect(/401 .*\/api\/v1\/me/)
  await page.goto('/dibs')
  await expect(page.getByRole('heading', { name: 'This link has expired!' })).toBeVisible()
  expect(await seriousOn(page)).toEqual([])
})
