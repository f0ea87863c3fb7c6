import { expectNoSidewaysScroll } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'

test('the API reference fits a phone, in the dark too', { tag: '@long' }, async ({ page, picture }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Archwire', exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await picture(page, 'api-reference-phone-dark')
  await page.getByRole('button', { name: /Open Menu/i }).click()
  await page.getByRole('link', { name: 'Rx forms' }).click()
  await expect(page.getByRole('heading', { name: 'Rx forms', exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await picture(page, 'api-reference-phone-chapter')
})
