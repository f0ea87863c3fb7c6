import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { seriousInBoth } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { goWithin } from '../people/go-within.ts'

const total = (page: Page) => page.getByRole('status', { name: 'Price of the case' })
const lines = (page: Page) =>
  page
    .getByRole('group')
    .filter({ has: total(page) })
    .getByRole('listitem')
const chosen = (page: Page, group: string, choice: string) =>
  page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click()

test('what a case costs is said while it is filled in, holds once it is submitted, and follows a change', async ({
  page,
  portal,
  signIn,
  watch,
  picture,
}) => {
  const { given, db } = portal
  const practice = await given.practice()
  await signIn(practice.owner)
  watch.expect(/409 .*\/rx_forms/)
  // In it a print costs a dollar more; what holds for the whole lab is put back in the end.
  const nextList = (more: number) =>
    sql`insert into price_lists (prices) select jsonb_set(prices, '{arch,print}', to_jsonb((prices #>> '{arch,print}')::int + ${more}::int))
      from price_lists order by version desc limit 1`.execute(db)

  await test.step('line by line, with what brings each', async () => {
    await page.goto(`/organizations/${practice.id}/rx-forms/add`)
    await expect(total(page)).toHaveText('$0.00')
    await page.getByLabel('First name').fill('Priscilla')
    await page.getByLabel('Last name').fill(`Pricing ${given.unique().toUpperCase()}`)
    await chosen(page, 'Impression type', 'PVS/Alginate impression')
    await chosen(page, 'Bonding', 'Trays')
    await expect(total(page)).toHaveText('$230.00')
    await total(page).click()
    await expect(lines(page)).toHaveCount(6)
    await expect(lines(page).filter({ hasText: /^Print/ })).toContainText(
      '2 × $12.00. Two arches. The lab prints: Trays.$24.00',
    )
    await chosen(page, 'Jaws', 'Mandibular')
    await expect(total(page)).toHaveText('$115.00')
    await chosen(page, 'Who prints?', 'In-office')
    await expect(total(page)).toHaveText('$85.00')
    // Brackets stay in the office, where they went with the print.
    await chosen(page, 'Who prints?', 'Archwire Lab')
    await page.getByLabel('Rush case, $50.00').check()
    await expect(total(page)).toHaveText('$147.00')
    expect(await seriousInBoth(page)).toEqual([])
    await page.getByLabel('Rush case, $50.00').uncheck()
    await picture(page, 'start-case-price')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFitForPhone(page)
    await picture(page, 'start-case-price-phone', { fullPage: true })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  try {
    await test.step('prices that changed meanwhile are shown before anything is submitted for them', async () => {
      await nextList(100)
      await page.getByRole('button', { name: 'Submit case' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'The lab’s prices have changed.' })).toBeVisible()
      await expect(total(page)).toHaveText('$98.00')
      await expect(page.getByLabel('First name')).toHaveValue('Priscilla')
      // The lab agrees a price with this practice, which holds whatever the list says.
      await given.ownPrices(practice, { 'arch.print': 1000 })
      await page.getByRole('button', { name: 'Submit case' }).click()
      await expect(total(page)).toHaveText('$95.00')
      await page.getByRole('button', { name: 'Submit case' }).click()
      await expect(page).toHaveURL(/\/patients$/)
    })
  } finally {
    await nextList(-100)
  }

  await test.step('the case keeps its price, its list and the practice’s own prices; a change says what it costs before it is saved', async () => {
    await page
      .getByRole('link', { name: /Pricing/ })
      .first()
      .click()
    await expect(total(page)).toHaveText('$95.00')
    await total(page).click()
    await expect(lines(page).filter({ hasText: 'Tray design' })).toContainText('$15.00')
    await picture(page, 'case-price', { fullPage: true })
    await page.getByRole('region', { name: 'Rx form', exact: true }).getByRole('link', { name: 'Edit' }).click()
    await chosen(page, 'Jaws', 'Both')
    await expect(page.getByRole('region', { name: 'Your changes' })).toContainText('$95.00 $190.00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(total(page)).toHaveText('$190.00')
    await page.getByText('Changed since it was submitted').click()
    await expect(page.getByRole('region', { name: 'Rx form', exact: true })).toContainText('Price$95.00 $190.00')
  })
})

test('a partner reads the fee of a rush, and no price', async ({ page, portal, signIn }) => {
  const { given } = portal
  const practice = await given.practice({ partner: true })
  const testCase = await given.case({ practice, form: { submission_completed_by: 3 } })
  await signIn(practice.partner!.user)
  await page.goto(`/organizations/${practice.id}/rx-forms/add`)
  // Partners begin no case.
  await expect(page.getByText("You don't have permission to access this section.")).toBeVisible()
  await goWithin(page, `/patient-details/${testCase.id}`)
  await expect(page.getByRole('region', { name: 'Rx form', exact: true })).toContainText('Submitted')
  await expect(total(page)).toHaveCount(0)
})
