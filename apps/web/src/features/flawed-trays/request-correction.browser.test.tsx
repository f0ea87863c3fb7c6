import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenCase } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { CorrectionNote, RequestCorrection } from './request-correction.tsx'

const button = page.getByRole('button', { name: 'Request tray correction' })
const dialog = page.getByRole('dialog', { name: 'Tray correction for Ada Byron' })
const confirm = dialog.getByRole('button', { name: 'Request correction' })
const approved = (more: object = {}) =>
  givenCase({ status: 'approved', can: ['request_correction'], rx_form: { jaws_id: 3 } as never, ...more })

test('each chosen arch is sent with its cause and remark (corrections/ask)', async () => {
  const calls = fakeServer({ body: { customer_request: {}, message: 'The lab corrects the tray.' } })
  const screen = await showPage(() => <RequestCorrection patient={approved()} />)
  await button.click()
  await expect.element(confirm).toBeDisabled()
  await dialog.getByText('Mandibular', { exact: true }).click()
  await dialog.getByText('Maxillary', { exact: true }).click()
  await dialog.getByLabelText('Cause, Maxillary').selectOptions('Post-cure')
  await dialog.getByLabelText('Remark, Mandibular').fill(' Rocks on 36. ')
  await confirm.click()
  await expect.element(page.getByText('The lab corrects the tray.', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  const { method, path, body } = calls[0]!
  expect([method, path]).toEqual(['POST', '/organizations/2/arch'])
  expect(body).toEqual({
    patient_id: 7,
    arches: [
      { jaw_type_id: 1, is_flawed: true, cause: 'post_cure', remark: '' },
      { jaw_type_id: 2, is_flawed: true, cause: null, remark: 'Rocks on 36.' },
    ],
  })
  await screen.unmount()
})

test('an arch that is taken back is not sent, and without one nothing is (corrections/ask)', async () => {
  const calls = fakeServer({ body: { customer_request: {}, message: 'Requested.' } })
  const screen = await showPage(() => <RequestCorrection patient={approved()} />)
  await button.click()
  const upper = dialog.getByText('Maxillary', { exact: true })
  await upper.click()
  await upper.click()
  await expect.element(dialog.getByText('Select at least one arch.')).toBeVisible()
  await expect.element(confirm).toBeDisabled()
  await dialog.getByText('Mandibular', { exact: true }).click()
  await confirm.click()
  await expect.element(page.getByText('Requested.')).toBeVisible()
  expect(calls[0]!.body).toMatchObject({ arches: [{ jaw_type_id: 2 }] })
  await screen.unmount()
})

test('what was typed stays after a refusal', async () => {
  fakeServer({ status: 409, body: { error: 'Multiple IOS files have been found.', code: 409 } })
  const screen = await showPage(() => <RequestCorrection patient={approved()} />)
  await button.click()
  await dialog.getByText('Maxillary', { exact: true }).click()
  const remark = dialog.getByLabelText('Remark, Maxillary')
  await remark.fill('It does not seat.')
  await confirm.click()
  await expect.element(page.getByText('Multiple IOS files have been found.')).toBeVisible()
  await expect.element(remark).toHaveValue('It does not seat.')
  await screen.unmount()
})

test('of a case with one arch that one is chosen', async () => {
  fakeServer({ body: {} })
  const patient = approved({ patient_files: [{ id: 1, kind: 'setup', jaws_id: 2 }] as never })
  const screen = await showPage(() => <RequestCorrection patient={patient} />)
  await button.click()
  await expect.element(dialog.getByRole('checkbox', { name: 'Mandibular' })).toBeChecked()
  const lacks = dialog.getByText('The setup has no maxillary arch.')
  expect(lacks.elements()).toEqual([])
  await dialog.getByText('Maxillary', { exact: true }).click()
  await expect.element(lacks).toBeVisible()
  await screen.unmount()
})

test('the button says why it is not possible, and is not there for who may not ask (corrections/who-asks)', async () => {
  const why = 'Multiple IOS files have been found.'
  const blocked = givenCase({ status: 'approved', why_not: { request_correction: why } })
  const screen = await showPage(() => <RequestCorrection patient={blocked} />)
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription(why)
  await screen.unmount()
  const others = await showPage(() => <RequestCorrection patient={givenCase({ status: 'approved' })} />)
  expect(button.elements()).toEqual([])
  await others.unmount()
})

test('while a tray waits, the practice reads who corrects it (corrections/work)', async () => {
  const pending = { has_pending_flawed_tray_request: true as const, third_party_partner: 'North Lab' }
  for (const [submission_completed_by, who] of [
    [1, 'The lab'],
    [3, 'North Lab'],
  ] as const) {
    const screen = await showPage(() => <CorrectionNote patient={approved({ ...pending, submission_completed_by })} />)
    await expect.element(page.getByText(new RegExp(`^${who} corrects the tray`))).toBeVisible()
    await screen.unmount()
  }
})
