import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'

test('promotion codes fit a phone', async ({ page, portal, signIn, picture }) => {
  const code = `PHONE-${portal.given.unique()}`.toUpperCase()
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  await portal.db
    .insertInto('promotion_codes')
    .values({ code, value: 20_000, is_fixed: true, promotion_code_type_id: 1, expires_at: inAYear })
    .execute()
  await signIn('admin')
  await page.goto(`/promotion-codes?code=${code}`)
  const item = page.getByRole('list', { name: 'Promotion Codes' }).getByRole('listitem')
  await expect(item).toContainText('$200.00 off the start-up fee')
  await picture(page, 'promotion-codes-phone')
  expect(await seriousOn(page)).toEqual([])
  await item.tap()
  const dialog = page.getByRole('dialog', { name: `Promotion code ${code}` })
  await expect(dialog.getByLabel('Value')).toHaveValue('200')
  await picture(page, 'promotion-code-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
