import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../../test/given-case.ts'
import { givenParcelRequest as given } from '../../../../test/given-parcel.ts'
import { showPage } from '../../../../test/show.tsx'
import { SessionContext } from '../../../lib/session.tsx'
import BundleHeader from './bundle-header.tsx'
import type { Packed } from './parcel.ts'

/** A server with one parcel; returns the writes. */
function serverWith(parcel: Packed[]) {
  let kept = parcel
  const writes: { path: string; body: unknown }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    if (path.startsWith('/settings'))
      return Response.json({ settings: { lab: { time_zone: 'America/Denver', address: [], phone_number: '' } } })
    if (path === '/customer_requests/107/bundled_shipment') return Response.json({ customer_requests: kept })
    const body = JSON.parse((init?.body as string | undefined) ?? 'null') as { ids: number[] }
    writes.push({ path, body })
    const label = path.includes('patient') ? 'patient_label_printed' : 'shipping_label_printed'
    kept = kept.map((each) =>
      body.ids.includes(each.id) ? { ...each, printing_request: { ...each.printing_request, [label]: true } } : each,
    )
    return Response.json({ customer_request: kept[0], customer_requests: kept, message: 'Done.' })
  })
  return writes
}
const show = () =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <BundleHeader requestId={107} />
    </SessionContext>
  ))
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the labels of a bundle are marked as printed, then it can be completed', async () => {
  const unlabeled = { patientLabel: false, shippingLabel: false }
  const writes = serverWith([
    given({ id: 7, ...unlabeled }),
    given({ id: 8, name: 'Bea Cole', ...unlabeled }),
    given({ id: 9, status: 'completed' }),
  ])
  const screen = await show()
  const header = page.getByRole('region', { name: 'Shipment to Summit, Main office, Boulder' })
  await expect.element(header.getByText('3 prints · 1 completed · Standard')).toBeVisible()
  await expect.element(header.getByText('In Progress')).toBeVisible()
  await expect.element(header.getByText('0 of 2')).toBeVisible()
  await expect.element(button('Complete')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Complete')).toHaveAccessibleDescription('2 patient labels are not printed.')
  const [shipping, patient] = [
    header.getByRole('listitem').filter({ hasText: 'Shipping label' }),
    header.getByRole('listitem').filter({ hasText: 'Patient labels' }),
  ]
  await patient.getByRole('button', { name: 'Mark as Printed' }).click()
  await expect.element(patient.getByText('Printed', { exact: true })).toBeVisible()
  await expect.element(button('Complete')).toHaveAccessibleDescription('The shipping label is not printed.')
  await shipping.getByRole('button', { name: 'Mark as Printed' }).click()
  await expect.element(shipping.getByText('Printed', { exact: true })).toBeVisible()
  await expect.element(button('Complete')).not.toHaveAttribute('aria-disabled')
  expect(writes).toEqual([
    { path: '/customer_requests/bulk_patient_label_printed', body: { ids: [107, 108] } },
    { path: '/customer_requests/bulk_shipping_label_printed', body: { ids: [107, 108] } },
  ])
  await screen.unmount()
})

test('one print job has a shipping label and a patient label of each print', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  serverWith([given({ id: 7 }), given({ id: 8, name: 'Bea Cole' })])
  const screen = await show()
  await button('Print labels…').click()
  await button('Print 3 labels').click()
  expect(print).toHaveBeenCalledOnce()
  const dialog = page.getByRole('dialog', { name: 'Labels of the shipment' })
  for (const text of ['Ada Byron', 'Bea Cole', '1200 Pearl Street'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
  await screen.unmount()
})

test('the packing list names practice, address, method, dates, and what is in the parcel for each case', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const corrected = given({ id: 9, name: 'Cara Dean', status: 'completed' })
  // Its other tray is made in the office of the practice (`corrections/print`).
  Object.assign(corrected.printing_request.printing_request_items[1]!, { assignment: 2 })
  serverWith([
    given({ id: 7, status: 'completed' }),
    given({ id: 8, name: 'Bea Cole', status: 'completed' }),
    corrected,
  ])
  const screen = await show()
  await expect.element(button('Packing list…')).toBeVisible()
  expect(button('Complete').query()).toBeNull()
  await button('Packing list…').click()
  const dialog = page.getByRole('dialog', { name: 'Packing list' })
  for (const text of ['Summit', '1200 Pearl Street', 'Boulder, CO 80302', 'Standard', '1Z999AA10123456784'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible()
  const line = dialog.getByRole('row').filter({ hasText: 'Bea Cole' })
  await expect.element(line).toHaveTextContent('Bea ColeC-8Trays, Both, brackets inserted2 small boxes')
  await expect
    .element(dialog.getByRole('row').filter({ hasText: 'Cara Dean' }))
    .toHaveTextContent('Cara DeanC-9Trays, Maxillary, brackets inserted2 small boxes')
  await dialog.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledOnce()
  await screen.unmount()
})

test('a print on hold is left out and named with its reason; the others are marked, listed and completed', async () => {
  const held = given({ id: 8, name: 'Bea Cole', why: 'This case is on hold.', patientLabel: false, packed: true })
  const writes = serverWith([given({ id: 7, patientLabel: false }), held, given({ id: 9, name: 'Cara Dean' })])
  const screen = await show()
  await expect.element(page.getByText('Left out of this shipment:')).toBeVisible()
  const note = page.getByRole('listitem').filter({ hasText: 'Bea Cole (C-8)' })
  await expect.element(note).toHaveTextContent('Bea Cole (C-8): This case is on hold. It is packed: take it out.')
  await expect.element(page.getByRole('link', { name: 'Bea Cole (C-8)' })).toHaveAttribute('href', '/requests/108')
  const patient = page.getByRole('listitem').filter({ hasText: 'Patient labels' })
  await patient.getByRole('button', { name: 'Mark as Printed' }).click()
  await expect.element(button('Complete')).not.toHaveAttribute('aria-disabled')
  await button('Packing list…').click()
  const paper = page.getByRole('dialog', { name: 'Packing list' })
  await expect.element(paper.getByText('Cara Dean')).toBeVisible()
  expect(paper.getByText('Bea Cole').query()).toBeNull()
  await paper.getByRole('button', { name: 'Close' }).first().click()
  await button('Complete').click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Information' })
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('1Z999AA10123456784')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  const seen = [107, 108, 109].map((id) => ({ id, seen: 'now' }))
  await expect
    .poll(() => writes)
    .toEqual([
      { path: '/customer_requests/bulk_patient_label_printed', body: { ids: [107] } },
      {
        path: '/customer_requests/bundled_completion',
        body: { ids: [107, 109], tracking_number: '1Z999AA10123456784', seen },
      },
    ])
  await screen.unmount()
})

test('after a refusal that names what changed, what is shown now is completed, with the text that was typed', async () => {
  const sent: { ids: number[]; seen: { seen: string }[] }[] = []
  let parcel = [given({ id: 7 }), given({ id: 8, name: 'Bea Cole' })]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    if (path.startsWith('/settings')) return Response.json({ settings: { lab: { time_zone: 'America/Denver' } } })
    if (path === '/customer_requests/107/bundled_shipment') return Response.json({ customer_requests: parcel })
    sent.push(JSON.parse(init?.body as string) as (typeof sent)[number])
    if (sent.length > 1)
      return Response.json({ customer_request: parcel[0], customer_requests: parcel, message: 'Done.' })
    parcel = [given({ id: 7 }), given({ id: 8, name: 'Bea Cole' }), given({ id: 9, name: 'Cara Dean' })].map(
      (each) => ({
        ...each,
        seen: 'later',
      }),
    )
    return Response.json({ error: 'Since you last looked, Cara Dean (C-9) was added.', code: 409 }, { status: 409 })
  })
  const screen = await show()
  await button('Complete').click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Information' })
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('1Z999AA10123456784')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect.element(dialog.getByText('Cara Dean (C-9)', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect
    .poll(() => sent.map(({ ids, seen }) => [ids, seen.map((each) => each.seen)]))
    .toEqual([
      [
        [107, 108],
        ['now', 'now'],
      ],
      [
        [107, 108, 109],
        ['later', 'later', 'later'],
      ],
    ])
  await screen.unmount()
})
