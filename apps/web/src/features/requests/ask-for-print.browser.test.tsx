import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, givenCase } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { AskForPrint } from './ask-for-print.tsx'

/** Opens the dialog of an approved case with these files, of a practice without a location. */
async function askWith(files: object[]) {
  answersAt({
    '/organizations/2': { locations: [] },
    '/shipping_methods': { shipping_methods: [] },
    '/misc/next-business-date': { next_business_date: '2026-11-30' },
    '/misc/calendar-days': { calendar_days: [] },
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
  })
  const patient = givenCase({
    status: 'approved',
    can: ['request_print'],
    rx_form: { id: 8, jaws_id: 3, export_type: 1 } as never,
    patient_files: files as never,
  })
  const screen = await showPage(() => <AskForPrint patient={patient} />)
  await page.getByRole('button', { name: 'Request a print' }).click()
  return screen
}

test('a print begins with the arches that the setup has, and says what the setup does not have (requests/ask)', async () => {
  const screen = await askWith([{ id: 1, kind: 'setup', jaws_id: 2 }])
  const dialog = page.getByRole('dialog', { name: 'Print for Ada Byron' })
  await expect.element(dialog.getByRole('radio', { name: 'Mandibular' })).toBeChecked()
  const lacks = dialog.getByText('The setup has no maxillary arch.')
  expect(lacks.elements()).toEqual([])
  await dialog.getByText('Both', { exact: true }).click()
  await expect.element(lacks).toBeVisible()
  await screen.unmount()
})

test('a practice without a location reads that none was found', async () => {
  const screen = await askWith([])
  await expect.element(page.getByText('No found Locations', { exact: true })).toBeVisible()
  await screen.unmount()
})
