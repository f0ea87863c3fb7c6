import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'

test('a doctor looks up a location on the phone and corrects it', async ({ page, portal, signIn, picture }) => {
  const practice = await portal.given.practice()
  await portal.given.location(practice, { location_name: 'North branch', city: 'Boulder' })
  await signIn(practice.owner)
  await page.goto('/locations')
  const items = page.getByRole('list', { name: 'Locations' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await picture(page, 'locations-phone')
  expect(await seriousOn(page)).toEqual([])
  await items.filter({ hasText: 'North branch' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('North branch')
  await page.getByLabel('City').fill('Golden')
  await picture(page, 'location-phone', { fullPage: true })
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('The location is saved.')).toBeVisible()
  expect(await seriousOn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
