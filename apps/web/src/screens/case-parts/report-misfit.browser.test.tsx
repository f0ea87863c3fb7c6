import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenCase } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { ReportMisfit } from './report-misfit.tsx'

const request = (id: number, misfit_arches: number | null) =>
  ({ id, misfit_arches, created_at: '2026-11-20T10:00:00.000Z' }) as Patient['customer_requests'][number]
const button = page.getByRole('button', { name: 'Tray does not fit' })
const dialog = page.getByRole('dialog')

test('a tray of the lab that does not fit is reported with arch, cause and words (cases/misfit)', async () => {
  const calls = fakeServer({ body: { entry: {}, message: 'Sent.' } })
  const patient = givenCase({ customer_requests: [request(4, null), request(3, 1)] })
  const screen = await showPage(() => <ReportMisfit patient={patient} />)
  await button.click()
  // One arch was shipped: nothing is to choose.
  await expect.element(dialog.getByRole('checkbox', { name: 'Maxillary' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Mandibular' }).elements()).toEqual([])
  await dialog.getByRole('combobox', { name: 'Cause' }).selectOptions('Seating')
  await dialog.getByRole('textbox', { name: 'What is wrong?' }).fill('It rocks.')
  await dialog.getByRole('button', { name: 'Send to the lab' }).click()
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toEqual({ text: 'It rocks.', photo_ids: [], misfit: { arches: 1, cause: 'seating' } })
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.unmount()
})

test('it is offered only where trays can be reported, on a request for its own', async () => {
  const patient = givenCase({ customer_requests: [request(4, null), request(3, 3)] })
  const screen = await showPage(() => <ReportMisfit patient={patient} requestId={4} />)
  expect(button.elements()).toEqual([])
  await screen.rerender(<ReportMisfit patient={patient} requestId={3} />)
  await expect.element(button).toBeVisible()
  await screen.unmount()
})
