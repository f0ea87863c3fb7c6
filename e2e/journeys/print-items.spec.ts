import { seriousInBoth } from '../axe.ts'
import { expect, test } from '../journey.ts'

test('brackets are ordered for one arch, and an item is taken out, before the print begins', async ({
  page,
  portal,
  signIn,
  picture,
}) => {
  const { given } = portal
  const testCase = await given.case({
    stage: 'approved',
    setup: 3,
    form: { products_list: 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 2, jaws_id: 3 },
  })
  await signIn(testCase.practice.owner)
  await page.goto('/requests')
  await page.getByRole('table', { name: 'Requests' }).getByRole('cell').getByRole('link').first().click()
  const printed = page.getByRole('table', { name: 'What is printed' })
  await expect(printed.getByRole('row')).toHaveText([/Arch/, /Both\s*Trays\s*No/, /Both\s*Study Model\s*No/])
  await page.getByRole('button', { name: 'Edit items' }).click()
  const dialog = page.getByRole('dialog', { name: 'What is printed' })
  const items = dialog.getByRole('list', { name: 'Items' }).getByRole('listitem')
  const item = (name: string) => items.filter({ hasText: name })
  const price = dialog.getByRole('status', { name: 'Price of the print' })
  // Two arches and a study model of both; then brackets in one, and a study model of one.
  await expect(price).toHaveText('$48.00')
  await item('Maxillary, Trays').getByLabel('Insert brackets').check()
  await expect(page.getByText('The item is saved.')).toBeVisible()
  await expect(price).toHaveText('$66.00')
  await picture(page, 'print-items')
  expect(await seriousInBoth(page)).toEqual([])
  await item('Mandibular, Study Model').getByRole('button', { name: 'Delete' }).click()
  const ask = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' })
  await ask.getByRole('button', { name: 'Delete item' }).click()
  await expect(ask).toBeHidden()
  await expect(items).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(printed.getByRole('row')).toHaveText([
    /Arch/,
    /Maxillary\s*Trays\s*Yes/,
    /Maxillary\s*Study Model\s*No/,
    /Mandibular\s*Trays\s*No/,
  ])
})

test(
  'a supervisor hands a print to the practice; without a partner lab no third party is offered',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const testCase = await portal.given.case({
      stage: 'approved',
      form: { products_list: 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 2, jaws_id: 3 },
    })
    await signIn('supervisor')
    await page.goto(`/requests?filter[search]=C-${testCase.id}`)
    await page.getByRole('table', { name: 'Requests' }).getByRole('cell').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Who makes the print' })
    const confirm = dialog.getByRole('button', { name: 'Assign', exact: true })
    await expect(confirm).toBeDisabled()
    await expect(dialog.getByText('Third party (3PP)')).toBeHidden()
    await dialog.getByText('In-office').click()
    await expect(dialog.getByText(/nothing ships/i)).toBeVisible()
    await picture(page, 'print-assign')
    expect(await seriousInBoth(page)).toEqual([])
    await confirm.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Print steps' })).toBeHidden()
    await expect(page.getByText('Print assigned').first()).toBeVisible()
  },
)

test(
  'a practice ships its print another way from the page of the case',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const testCase = await portal.given.case({
      stage: 'approved',
      setup: 3,
      form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
    })
    await signIn(testCase.practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const requests = page.getByRole('region', { name: 'Requests' })
    await expect(requests.getByText(/^Ships to Main/)).toBeVisible()
    await requests.getByRole('button', { name: 'Edit shipping' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shipping' })
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    const express = dialog.getByRole('option', { name: /^Express, arrives / })
    const arrives = (await express.textContent())!.replace('Express, arrives ', '')
    await dialog
      .getByRole('combobox', { name: /Shipping method/ })
      .selectOption({ label: `Express, arrives ${arrives}` })
    await expect(dialog.getByText(`Expected arrival: ${arrives}`)).toBeVisible()
    await expect(save).toBeEnabled()
    await picture(page, 'edit-shipping')
    expect(await seriousInBoth(page)).toEqual([])
    await save.click()
    await expect(page.getByText('Shipping saved.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(requests.getByText(`arrives ${arrives}`)).toBeVisible()
    await requests.getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Print Request' })).toContainText('Express')
  },
)
