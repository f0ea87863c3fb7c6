import { casesIn, expect, test } from '../journey.ts'

test('the frame is there before its person is known, and before the page (screens/first-paint)', async ({
  page,
  portal,
  signIn,
}) => {
  const practice = await portal.given.practice()
  const { id } = await portal.given.case({ practice, form: { last_name: 'Frame', first_name: 'Fay' } })
  await signIn(practice.owner)
  /** Holds answers back until they are let go. */
  const held = async (address: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const letMe = await held(/\/api\/v1\/me(\?|$)/)
  const letCase = await held(new RegExp(`/api/v1/patients/${id}(\\?|$)`))
  await page.goto(`/patient-details/${id}`, { waitUntil: 'commit' })
  const outline = page.getByLabel('Loading')
  await expect(outline).toBeVisible()
  // The outline of a page begins where pages do: right of the menu, below the bar.
  const place = async () => {
    const { left, top } = await outline.evaluate((element) => element.getBoundingClientRect())
    return { left, top }
  }
  await expect.poll(place).toEqual({ left: 240, top: 56 })
  await expect(page.getByRole('banner')).toHaveCount(0)
  letMe()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Menu' })).toBeVisible()
  await expect(outline).toBeVisible()
  letCase()
  await expect(page.getByRole('heading', { level: 1, name: /Frame/ })).toBeVisible()
})

test('the keys lead from a row to its case, and back to the row (screens/way-back)', async ({
  page,
  portal,
  signIn,
}) => {
  const practice = await portal.given.practice()
  for (const last_name of ['Alder', 'Birch', 'Cedar']) await portal.given.case({ practice, form: { last_name } })
  await signIn(practice.owner)
  await page.goto('/patients?orderBy=last_name&order=asc')
  const rows = casesIn(page)
  await expect(rows).toHaveText([/Alder/, /Birch/, /Cedar/])
  const first = await rows.first().evaluate((row) => row.getBoundingClientRect().top)
  expect(first, 'the first row begins high up').toBeLessThan(300)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Birch/ })).toBeFocused()
  await page.goBack()
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(2)).toBeFocused()
})
