import type { Page } from '@playwright/test'
import { seriousInBoth } from '../axe.ts'
import { casesIn, expect, test } from '../journey.ts'
import { expectOnlyShellKept, keptOn, workerAnswers } from '../people/app.ts'
import { field } from '../people/doctor.ts'
import { modelOn, expectDrawn } from '../people/viewer.ts'

/** The portal as an app: installed, without a line, under a new release (`screens/installed`, `screens/offline`). */

test.use({ serviceWorkers: 'allow' })

const offlineHeading = (page: Page) => page.getByRole('heading', { name: 'The portal cannot be reached' })

test('the browser finds all that an app needs, and its offer stands quietly in the menu', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto('/patients')
  const devtools = await page.context().newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data!) as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] }
  for (const { src, sizes } of manifest.icons.filter(({ src }) => src.endsWith('.png'))) {
    const [width, height] = await page.evaluate(async (address) => {
      const icon = await createImageBitmap(await (await fetch(address)).blob())
      return [icon.width, icon.height]
    }, src)
    expect(`${width}x${height}`, src).toBe(sizes)
  }

  await test.step('the offer is kept until somebody takes it, and asks once', async () => {
    const entry = page.getByRole('complementary', { name: 'Menu' }).getByRole('button', { name: 'Install the app' })
    await expect(page.getByText('©').first()).toBeVisible()
    await expect(entry).toBeHidden()
    // A browser that tests drive makes no offer by itself.
    const asked = await page.evaluateHandle(() => {
      const asked = { times: 0, bar: true }
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void (asked.times += 1),
      })
      asked.bar = dispatchEvent(offer)
      return asked
    })
    await expect(entry).toBeVisible()
    await picture(page, 'install-entry')
    await entry.click()
    await expect(entry).toBeHidden()
    expect(await asked.jsonValue()).toEqual({ times: 1, bar: false })
  })

  await test.step('the shortcut leads to a new case of the practice one works in', async () => {
    await page.goto(manifest.shortcuts[0]!.url)
    await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
  })
})

test('without a line a new page says what to do and goes on by itself; nothing of a case is kept', async ({
  page,
  portal,
  signIn,
  watch,
  picture,
}) => {
  // Parts that load late are retried once the connection is back.
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED .*\.css|preload CSS|dynamically imported|^ ?$/)
  const practice = await portal.given.practice()
  const testCase = await portal.given.case({
    practice,
    stage: 'awaiting_approval',
    form: { first_name: 'Zora', last_name: 'Zimmer' },
  })
  await signIn(practice.owner)
  await page.goto('/patients')
  await workerAnswers(page)
  await page.reload()
  await expect(casesIn(page)).toHaveCount(1)
  await page.goto(`/patient-details/${testCase.id}`)
  await expectDrawn(modelOn(page, /^Setup: /))
  await expectOnlyShellKept(page)

  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  await expect(page).toHaveURL(/\?draft=\w+$/)
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached()
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await field(page, 'First name').fill('Marisol')

  const other = await page.context().newPage()
  await other.goto('/patients')
  await expect(offlineHeading(other)).toBeVisible()
  expect(await seriousInBoth(other, (scheme) => picture(other, `offline-${scheme}`))).toEqual([])
  await other.emulateMedia({ colorScheme: null })

  await page.context().setOffline(false)
  await expect(casesIn(other)).toHaveCount(1)
  await expect(page.getByText('You’re offline.')).toBeHidden()
  await expect(field(page, 'First name')).toHaveValue('Marisol')
  // The first name alone may have been saved before: nothing is to be on its way when the session ends.
  const saved = page.waitForResponse(
    (response) => /\/rx_form_draft\?/.test(response.url()) && Boolean(response.request().postData()?.includes('Ono')),
  )
  await field(page, 'Last name').fill('Ono')
  expect((await saved).ok()).toBe(true)
  await expect(page.getByText(/^Draft saved/)).toBeVisible()

  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other).toHaveURL(/\/login/)
  await expectOnlyShellKept(other)
})

test('a new release removes the files of the old one, and waits with a new document until nothing typed is lost', async ({
  page,
  portal,
  signIn,
}) => {
  const practice = await portal.given.practice()
  await signIn(practice.owner)
  await page.goto('/patients')
  await workerAnswers(page)
  await page.evaluate(async () => {
    await (await caches.open('archwire-of-yesterday')).put('/assets/old.js', new Response('old'))
    await (await navigator.serviceWorker.getRegistration())!.unregister()
  })
  await page.reload()
  await workerAnswers(page)
  await expect.poll(async () => (await keptOn(page)).filter(({ path }) => path === '/assets/old.js')).toEqual([])

  // As two releases do that take over one after the other while the page is open.
  const begun = () => page.evaluate(() => performance.timeOrigin)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Start a New Case' }).click()
  await expect(page.getByRole('heading', { name: 'Start A Case' })).toBeVisible()
  const document = await begun()
  await page.evaluate(() => {
    for (let release = 0; release < 2; release += 1)
      navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
  })
  expect(await begun()).toBe(document)
  await menu.getByRole('link', { name: 'Requests' }).click()
  await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible()
  await expect.poll(begun).not.toBe(document)
  await expect(page).toHaveURL(/\/requests/)
})
