import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { expect, test } from 'vitest'
import { fakeServer, show, type Said } from '../../../test/show.tsx'
import { EditItems } from './edit-items.tsx'

const request = { can: { edit_items: true, delete_items: false } } as unknown as CustomerRequest
const printWith = (version: number, insert_brackets: boolean) =>
  ({
    id: 3,
    patient_id: 7,
    version,
    printing_request_items: [{ id: 5, arch: 1, content_type: 'Trays', insert_brackets }],
  }) as unknown as PrintingRequest
const part = (print: PrintingRequest) => <EditItems request={request} print={print} onClose={() => {}} />

test('a choice is shown from the click on, until the saved print arrives (requests/edit-items)', async () => {
  let answer = (_said: Said) => {}
  fakeServer(new Promise<Said>((resolve) => (answer = resolve)))
  const screen = await show(part(printWith(1, false)))
  const box = screen.getByLabelText('Insert brackets')
  const element = box.element() as HTMLInputElement
  element.click()
  expect(element.checked, 'within the click').toBe(true)
  answer({ body: { printing_request_item: {}, message: 'The item is saved.' } })
  await expect.element(screen.getByText('The item is saved.')).toBeVisible()
  expect(element.checked, 'the page has not asked again yet').toBe(true)
  await screen.rerender(part(printWith(2, true)))
  await expect.element(box).toBeChecked()
  await screen.unmount()
})

test('a choice that is refused falls back to what is saved', async () => {
  fakeServer({ status: 409, body: { error: 'Someone else changed this in the meantime.', code: 409 } })
  const screen = await show(part(printWith(1, false)))
  const box = screen.getByLabelText('Insert brackets')
  await box.click()
  await expect.element(screen.getByText('Someone else changed this in the meantime.')).toBeVisible()
  await expect.element(box).not.toBeChecked()
  await screen.unmount()
})
