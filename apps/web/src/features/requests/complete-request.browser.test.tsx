import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { expect, test } from 'vitest'
import { sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { CompleteRequest } from './complete-request.tsx'

const requestWith = (labels: { patient_label_printed: boolean; shipping_label_printed: boolean }) =>
  ({
    id: 9,
    seen: 'now',
    status: { id: 1, key: 'pending', label: 'Pending', color: 'orange' },
    patient: { id: 7, full_name: 'Ada Byron' },
    can: { complete: true },
    why_not: {},
    workflow: { processes: [] },
    printing_request: { assign_to: 1, ...labels },
  }) as unknown as CustomerRequest

const show = (request: CustomerRequest, all_permissions: string[] = ['customer-requests.complete']) =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor', { all_permissions })}>
      <CompleteRequest request={request} openSteps={null} />
    </SessionContext>
  ))

test.each([
  [
    { patient_label_printed: false, shipping_label_printed: false },
    'Not printed: the patient label and the shipping label.',
  ],
  [{ patient_label_printed: true, shipping_label_printed: false }, 'Not printed: the shipping label.'],
])(
  'a print that ships is completed although labels are missing, which are named before (requests/unfinished)',
  async (labels, says) => {
    const calls = fakeServer({ body: { customer_request: {}, message: 'Done' } })
    const screen = await show(requestWith(labels))
    await screen.getByRole('button', { name: 'Complete' }).click()
    await expect.element(screen.getByText(says)).toBeVisible()
    await screen.getByRole('textbox', { name: /tracking/i }).fill('1Z999AA10123456784')
    await screen.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
    await expect.poll(() => calls.map(({ path }) => path)).toContain('/customer_requests/9/complete')
    await screen.unmount()
  },
)

test('a print that ships cannot be completed without its number, or with a negative fee (requests/complete)', async () => {
  const calls = fakeServer({ body: { customer_request: {}, message: 'Done' } })
  const labels = { patient_label_printed: true, shipping_label_printed: true }
  const screen = await show(requestWith(labels))
  await screen.getByRole('button', { name: 'Complete' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Shipping Information' })
  const confirm = dialog.getByRole('button', { name: 'Complete' })
  await expect.element(confirm).toBeDisabled()
  const number = dialog.getByRole('textbox', { name: /tracking/i })
  const fee = dialog.getByRole('textbox', { name: /shipping fee/i })
  await fee.fill('0')
  await expect.element(confirm).toBeDisabled()
  await number.fill('1Z999AA10123456784')
  await expect.element(confirm).toBeEnabled()
  await fee.fill('-5')
  await expect.element(confirm).toBeDisabled()
  await fee.fill('0')
  await confirm.click()
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([{ tracking_number: '1Z999AA10123456784', custom_shipping_fee: 0, seen: 'now' }])
  await screen.unmount()
})

test('a partner completes its print without a field for the fee, and sends none (requests/fee)', async () => {
  const calls = fakeServer({ body: { customer_request: {}, message: 'Done' } })
  const labels = { patient_label_printed: true, shipping_label_printed: true }
  const screen = await show(requestWith(labels), ['customer-requests.complete-assigned'])
  await screen.getByRole('button', { name: 'Complete' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Shipping Information' })
  await dialog.getByRole('textbox', { name: /tracking/i }).fill('1Z999AA10123456784')
  expect(dialog.getByRole('textbox', { name: /shipping fee/i }).elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([{ tracking_number: '1Z999AA10123456784', seen: 'now' }])
  await screen.unmount()
})
