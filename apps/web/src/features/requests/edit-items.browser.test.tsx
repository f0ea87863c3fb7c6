import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { expect, test } from 'vitest'
import { givenPrint } from '../../../test/given-request.ts'
import { pricedBy, pricingAnswer } from '../../../test/given-prices.ts'
import { fakeServer, later, show, type Said } from '../../../test/show.tsx'
import { EditItems } from './edit-items.tsx'

const request = { can: { edit_items: true, delete_items: false } } as unknown as CustomerRequest
const printWith = (version: number, insert_brackets: boolean) =>
  ({
    id: 3,
    patient_id: 7,
    version,
    printing_request_items: [{ id: 5, arch: 1, content_type_id: 1, content_type: 'Trays', insert_brackets }],
  }) as unknown as PrintingRequest
const savedAs = (version: number) => ({
  customer_request: { printing_request: { version } },
  message: 'The item is saved.',
})
const part = (print: PrintingRequest) => <EditItems request={request} print={print} onClose={() => {}} />

test('a choice is shown from the click on, until the saved print arrives (requests/edit-items)', async () => {
  let answer = (_said: Said) => {}
  fakeServer(new Promise<Said>((resolve) => (answer = resolve)))
  const screen = await show(part(printWith(1, false)))
  const box = screen.getByLabelText('Insert brackets')
  const element = box.element() as HTMLInputElement
  element.click()
  expect(element.checked, 'within the click').toBe(true)
  answer({ body: savedAs(2) })
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

test('two quick choices are saved one after the other, each on the version of the one before', async () => {
  const first = later()
  const calls = fakeServer(first.answer, { body: savedAs(3) })
  const print = {
    ...printWith(1, false),
    printing_request_items: [5, 6].map((id) => ({
      id,
      arch: id - 4,
      content_type_id: 1,
      content_type: 'Trays',
      insert_brackets: false,
    })),
  } as unknown as PrintingRequest
  const screen = await show(part(print))
  const boxes = screen.getByLabelText('Insert brackets')
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  for (const index of [0, 1]) await expect.element(boxes.nth(index)).toBeChecked()
  expect(calls).toHaveLength(1)
  first.arrive({ body: savedAs(2) })
  const body = { patient_id: 7, insert_brackets: true }
  await expect
    .poll(() => calls)
    .toEqual([
      { method: 'PUT', path: '/printing_request_items/5', body: { ...body, version: 1 } },
      { method: 'PUT', path: '/printing_request_items/6', body: { ...body, version: 2 } },
    ])
  await screen.unmount()
})

test('an item is deleted after a question, the last one not at all (requests/edit-items)', async () => {
  const calls = fakeServer({ body: { customer_request: {}, message: 'The item is deleted.' } })
  const item = (id: number, arch: number, flawed_tray_id: number | null = null) => ({
    id,
    arch,
    content_type_id: 1,
    content_type: 'Trays',
    insert_brackets: false,
    flawed_tray_id,
  })
  const items = [item(5, 1), item(6, 2)]
  const deleting = { can: { edit_items: true, delete_items: true } } as unknown as CustomerRequest
  const shown = (...left: object[]) => (
    <EditItems
      request={deleting}
      print={{ ...printWith(1, false), printing_request_items: left } as unknown as PrintingRequest}
      onClose={() => {}}
    />
  )
  const screen = await show(shown(...items))
  await screen.getByRole('button', { name: 'Delete Mandibular, Trays' }).click()
  const ask = screen.getByRole('dialog', { name: 'Are you sure you want to delete this item?' })
  await ask.getByRole('button', { name: 'Delete item' }).click()
  await expect.element(screen.getByText('The item is deleted.')).toBeVisible()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /printing_request_items/6'])
  await screen.rerender(shown(items[0]!))
  await expect.element(screen.getByRole('button', { name: 'Delete Maxillary, Trays' })).toBeDisabled()
  // A corrected tray goes with its tray, and the print keeps an item of its own.
  await screen.rerender(shown(items[0]!, item(7, 2, 11)))
  for (const name of ['Delete Maxillary, Trays', 'Delete Mandibular, Trays'])
    await expect.element(screen.getByRole('button', { name })).toBeDisabled()
  await screen.unmount()
})

test('what the print costs follows its items, by the prices that it keeps (requests/edit-items)', async () => {
  const calls = fakeServer({ body: pricingAnswer() })
  const items = givenPrint().printing_request_items
  const shown = (printing_request_items: object[], said: object = {}) =>
    part(givenPrint({ printing_request_items, priced_by: pricedBy(said), shipping_method: 'express' }))
  const screen = await show(shown(items))
  const total = screen.getByRole('status', { name: 'Price of the print' })
  // Two arches and express.
  await expect.element(total).toHaveTextContent('$18.15')
  expect([...new Set(calls.map(({ path }) => path))]).toEqual([
    '/organizations/2/pricing?price_list=4&price_overrides=2',
  ])
  await screen.rerender(shown([{ ...items[0], insert_brackets: true }, items[1]!]))
  await expect.element(total).toHaveTextContent('$22.16')
  // Corrected trays are free, and what the office makes is not the lab's.
  await screen.rerender(shown([items[0]!, { ...items[1], flawed_tray_id: 11 }, { ...items[1], id: 7, assignment: 2 }]))
  await expect.element(total).toHaveTextContent('$15.08')
  await screen.rerender(shown(items, { charged_method: 'standard' }))
  await expect.element(total).toHaveTextContent('$6.14')
  await screen.rerender(shown(items, { free_reason: 'Broken in transit' }))
  await expect.element(total).toHaveTextContent('$0.00')
  await screen.unmount()
})

test('brackets are offered for trays alone (requests/brackets)', async () => {
  const print = {
    ...printWith(1, false),
    printing_request_items: [
      { id: 5, arch: 1, content_type_id: 1, content_type: 'Trays', insert_brackets: false },
      { id: 6, arch: 1, content_type_id: 5, content_type: 'Study Model', insert_brackets: false },
    ],
  } as unknown as PrintingRequest
  const screen = await show(part(print))
  await expect.element(screen.getByText('Without brackets')).toBeVisible()
  expect(screen.getByLabelText('Insert brackets').elements()).toHaveLength(1)
  await screen.unmount()
})
