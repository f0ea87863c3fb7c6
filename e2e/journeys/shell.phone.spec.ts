import { addMember } from '../../apps/server/src/modules/organizations/index.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { announcement, palette, paletteField } from '../people/shell.ts'

test('what stands around a page fits a phone: several organizations, announcement, palette, drawer', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const [practice, other] = [await portal.given.practice(), await portal.given.practice()]
  await portal.db.transaction().execute((trx) => addMember(trx, other.id, practice.owner.id, 'organization_member'))
  const testCase = await portal.given.case({ practice, form: { first_name: 'Pia', last_name: 'Pocket' } })
  await signIn(practice.owner)
  await page.goto('/patients')
  await expect(page.getByText('Pocket, Pia').first()).toBeVisible()
  await expect(announcement(page)).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'shell')

  await page.getByRole('button', { name: /^Organization: / }).tap()
  await expect(page.getByRole('listbox', { name: 'Organizations' })).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'shell-switch')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Search or go to/ }).tap()
  await expect(paletteField(page)).toBeFocused()
  await expectFitForPhone(page)
  await picture(page, 'palette')
  await paletteField(page).fill('pocket')
  await palette(page)
    .getByRole('option', { name: /Pocket, Pia/ })
    .tap()
  await expect(page).toHaveURL(new RegExp(`/patient-details/${testCase.id}$`))

  await page.getByRole('button', { name: 'Open the menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Dark' }).tap()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(menu.getByRole('link', { name: 'Archwire Learning' })).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'shell-drawer')
  await menu.getByRole('button', { name: 'Log out' }).tap()
  await expect(page).toHaveURL(/\/login$/)
})

test('the lab’s filter fits a phone', async ({ page, signIn, picture }) => {
  await signIn('tech')
  await page.goto('/patients-page')
  await page.getByRole('button', { name: /^Organization filter/ }).tap()
  await page.getByRole('listbox', { name: 'Organizations' }).getByRole('option').first().tap()
  await expect(page.getByRole('button', { name: 'Clear the organization filter' })).toBeVisible()
  await expectFitForPhone(page)
  await picture(page, 'global-filter')
})
