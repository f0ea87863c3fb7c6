import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'

/** The resources and their calls, as the reference lists them beside its text. */
const chapters = (page: Page) => page.getByRole('complementary', { name: /Sidebar/ })

test('the API reference shows every resource, asks nobody else, and tries a call', async ({
  page,
  picture,
  portal,
  signIn,
}) => {
  await signIn('tech')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  const answer = (await page.goto('/api/docs'))!
  const policy = answer.headers()['content-security-policy']!
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).not.toMatch(/https?:|\*/)

  await expect(page.getByRole('heading', { name: 'Archwire', exact: true })).toBeVisible()
  await picture(page, 'api-reference')
  await test.step('find a call by its resource', async () => {
    await chapters(page).getByRole('link', { name: 'Work steps' }).click()
    await chapters(page)
      .getByRole('link', { name: /^Save the steps of a case/ })
      .click()
    await expect(page.getByRole('heading', { name: /Save the steps of a case/ })).toBeVisible()
    await picture(page, 'api-reference-call')
  })
  await test.step('try a call with the session of this browser', async () => {
    await chapters(page)
      .getByRole('link', { name: /^Who I am/ })
      .click()
    await page.getByRole('button', { name: /^Test Request \(get .*\/me\)/ }).click()
    const asks = page.waitForResponse((response) => response.url().includes('/api/v1/me'))
    await page.getByRole('button', { name: /^Send get request/ }).click()
    expect((await asks).status()).toBe(200)
    await picture(page, 'api-reference-tried')
  })
  expect(asked.filter((url) => !url.startsWith(portal.url) && !/^(data|blob):/.test(url))).toEqual([])
})

test('no other page may write styles', async ({ request }) => {
  for (const path of ['/login', '/viewer/00000000000000000000000000000000'])
    expect((await request.get(path)).headers()['content-security-policy']).not.toContain('unsafe-inline')
})
