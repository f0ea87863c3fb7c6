import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { givenCase } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { CaseRecord } from './case-record.tsx'

const badName = 'Name may only contain letters (first letter uppercase), spaces, points, brackets, and apostrophes.'
const badNumber = 'Case number may only contain letters, spaces, points, brackets, and apostrophes.'
const update = page.getByRole('button', { name: 'Update', exact: true })
const edit = page.getByRole('button', { name: 'Edit the patient' })
const field = (label: string) => page.getByRole('textbox', { name: label })

test.each([
  ['First Name', '  ', 'Required'],
  ['First Name', 'Ada-Lou', badName],
  ['Last Name', '', 'Required'],
  ['Last Name', 'Byron & Co', badName],
  ['Case Number', '#7', badNumber],
] as const)('in %s, "%s" is wrong in the words of the rules, and Update waits', async (label, typed, words) => {
  const patient = givenCase({ case_number_text: '12', can: ['edit_names', 'edit_case_number'] })
  const screen = await showPage(() => <CaseRecord patient={patient} />)
  await edit.click()
  await expect.element(update).toBeDisabled()
  await field(label).fill(typed)
  await userEvent.tab()
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(update).toBeDisabled()
  await screen.unmount()
})

test('a number alone is sent, with the version that was shown, and the toast says what the server said', async () => {
  const patient = givenCase({ version: 3, case_number_text: '12', can: ['edit_names', 'edit_case_number'] })
  const saved = givenCase({ version: 4, case_number_text: 'B-7' })
  const calls = fakeServer({ body: { patient: saved, message: 'The case is saved.' } })
  const screen = await showPage(() => <CaseRecord patient={patient} />)
  await expect.element(page.getByRole('region', { name: 'Patient' })).toMatchTextContent('Case Number12')
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  await edit.click()
  await expect.element(field('First Name')).toHaveFocus()
  await field('Case Number').fill('B-7')
  await update.click()
  await expect.element(page.getByText('The case is saved.')).toBeVisible()
  // The facts again, and the keyboard where it began.
  await expect.element(edit).toHaveFocus()
  expect(calls).toEqual([{ method: 'PUT', path: '/patients/7', body: { case_number_text: 'B-7', version: 3 } }])
  await screen.unmount()
})

test('Cancel closes the form without saving; what was typed is not there when it is opened again', async () => {
  const patient = givenCase({ can: ['edit_names', 'edit_case_number'] })
  const calls = fakeServer({ body: {} })
  const screen = await showPage(() => <CaseRecord patient={patient} />)
  await edit.click()
  await field('First Name').fill('Adele')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await expect.element(field('First Name')).toHaveValue('Ada')
  expect(calls).toEqual([])
  await screen.unmount()
})
