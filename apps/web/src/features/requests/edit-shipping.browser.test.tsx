import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenPrint } from '../../../test/given-request.ts'
import { pricedBy, pricingAnswer } from '../../../test/given-prices.ts'
import { novemberDays, shippingWay } from '../../../test/given-shipping.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { EditShipping } from './edit-shipping.tsx'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T17:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const home = { id: 6, location_name: 'Main office', city: 'Denver' }
const abroad = { id: 8, location_name: 'Branch', city: 'Toronto' }
const ways = [
  shippingWay(1, 'standard', '2026-11-24', '2026-11-25'),
  shippingWay(3, 'urgent', '2026-11-23', '2026-11-24'),
]

/** The dialog for a print that arrives on November 30; the calendar says this about other days. */
async function showDialog(
  calendar: (address: string) => unknown,
  { elsewhere = [] as object[], print = givenPrint(), session = sessionOf('doctor') as Session } = {},
) {
  const sent: unknown[] = []
  const addresses = answersAt({
    '/organizations/2/list_assigned_locations': { locations: [home, abroad] },
    '/shipping_methods': (asked: string) => ({
      shipping_methods: asked.includes('location_id=8') ? elsewhere : ways,
    }),
    '/misc/calendar-days': { calendar_days: novemberDays },
    '/misc/is-valid-business-date': calendar,
    '/organizations/2/pricing': pricingAnswer(),
    '/settings': { settings: { lab: { time_zone: 'America/Denver' } } },
    '/printing_requests/3/shipping': (_asked: string, init?: RequestInit) => {
      sent.push(JSON.parse(init!.body as string))
      return { printing_request: {}, message: 'Shipping saved.' }
    },
  })
  const onClose = vi.fn()
  const screen = await showPage(() => (
    <SessionContext value={session}>
      <EditShipping print={print} onClose={onClose} />
    </SessionContext>
  ))
  const save = screen.getByRole('button', { name: 'Save' })
  await expect.element(screen.getByRole('option', { name: /^urgent/ })).toBeInTheDocument()
  return { screen, save, sent, addresses, onClose }
}
const day = (name: string) => page.getByRole('button', { name, exact: true })
const pick = async (...names: string[]) => {
  await page.getByRole('button', { name: /^Delivery window/ }).click()
  for (const name of names) await day(name).click()
}

test('a method brings its dates, a range its end as the expected arrival (requests/ways, requests/edit)', async () => {
  const { screen, save, sent, onClose, addresses } = await showDialog(() => ({ is_valid: true }))
  await expect.element(save).toBeDisabled()
  // What was promised is not checked again.
  expect(addresses.filter((address) => address.includes('is-valid-business-date'))).toEqual([])
  await screen.getByRole('combobox', { name: /Shipping method/ }).selectOptions('3')
  await expect.element(screen.getByText(/Expected arrival: Tue, Nov 24/)).toBeVisible()
  await pick('25 November 2026', '27 November 2026')
  await expect.element(screen.getByText(/Expected arrival: Fri, Nov 27/)).toBeVisible()
  await expect.poll(() => addresses.at(-1)).toContain('business_date=2026-11-27')
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent).toEqual([
    {
      patient_id: 7,
      location_id: 6,
      shipping_method_id: 3,
      expected_arrival_date: '2026-11-27',
      delivery_date_from: '2026-11-25',
      delivery_date_to: '2026-11-27',
      version: 1,
    },
  ])
  await screen.unmount()
})

test('a day that the calendar refuses is said at the field and cannot be saved (requests/arrival)', async () => {
  const { screen, save } = await showDialog((asked: string) => ({ is_valid: asked.includes('2026-11-25') }))
  await pick('25 November 2026', '27 November 2026')
  await expect.element(screen.getByText('Selected date is not a valid business date', { exact: true })).toBeVisible()
  await expect.element(save).toBeDisabled()
  await pick('24 November 2026', '24 November 2026')
  await expect.element(screen.getByText('Invalid date', { exact: true })).toBeVisible()
  await expect.element(save).toBeDisabled()
  await pick('24 November 2026', '25 November 2026')
  await expect.element(save).toBeEnabled()
  expect(screen.getByText(/Invalid date|not a valid business date/).elements()).toEqual([])
  await screen.unmount()
})

test('a check that fails is said, and the server decides (requests/arrival)', async () => {
  const { screen, save } = await showDialog(() => Response.json({ error: 'Something went wrong.' }, { status: 500 }))
  await pick('25 November 2026', '27 November 2026')
  await expect.element(screen.getByText('Server Error', { exact: true })).toBeVisible()
  await expect.element(save).toBeEnabled()
  await screen.unmount()
})

test('a method that the new place does not have is asked for again (requests/ways)', async () => {
  const elsewhere = [
    shippingWay(4, 'lightspeed', '2026-11-23', '2026-11-23'),
    shippingWay(5, 'international', '2026-12-01', '2026-12-02'),
  ]
  const { screen, save } = await showDialog(() => ({ is_valid: true }), { elsewhere })
  await screen.getByRole('combobox', { name: /Ship to/ }).selectOptions('8')
  await expect.element(screen.getByText('Required', { exact: true })).toBeVisible()
  await expect.element(save).toBeDisabled()
  await screen.getByRole('combobox', { name: /Shipping method/ }).selectOptions('5')
  await expect.element(save).toBeEnabled()
  await screen.unmount()
})

const keepsFees = sessionOf('supervisor', { all_permissions: ['printing-requests.update-shipping-information'] })
const priced = (said: object = {}) => givenPrint({ priced_by: pricedBy(said) })

test('the practice sees what another method costs before it saves, by the prices that the print keeps (requests/keep-fee)', async () => {
  const { screen, save, sent, addresses } = await showDialog(() => ({ is_valid: true }), { print: priced() })
  await expect.element(screen.getByText('Shipping fee: $0.00')).toBeVisible()
  expect(addresses).toContain('/organizations/2/pricing?price_list=4&price_overrides=2')
  await screen.getByRole('combobox', { name: /Shipping method/ }).selectOptions('3')
  await expect.element(screen.getByText('Shipping fee: $13.01')).toBeVisible()
  expect(screen.getByText(/Keep the fee/).elements()).toEqual([])
  await save.click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).not.toHaveProperty('keep_fee')
  await screen.unmount()
})

test('the lab decides whether the old fee stays (requests/keep-fee)', async () => {
  const { screen, save, sent } = await showDialog(() => ({ is_valid: true }), { print: priced(), session: keepsFees })
  await expect.element(screen.getByText('Shipping fee: $0.00')).toBeVisible()
  expect(screen.getByText(/Keep the fee/).elements()).toEqual([])
  await screen.getByRole('combobox', { name: /Shipping method/ }).selectOptions('3')
  const keep = screen.getByLabelText('Keep the fee of Standard ($0.00)')
  await expect.element(keep).not.toBeChecked()
  await expect.element(screen.getByText('Shipping fee: $13.01')).toBeVisible()
  await keep.click()
  await expect.element(screen.getByText('Shipping fee: $0.00')).toBeVisible()
  await save.click()
  await expect.poll(() => sent).toEqual([expect.objectContaining({ shipping_method_id: 3, keep_fee: true })])
  await screen.unmount()
})

test('a fee that the lab kept can be let go, and a free print ships free of charge', async () => {
  const kept = await showDialog(() => ({ is_valid: true }), {
    print: priced({ charged_method: 'express' }),
    session: keepsFees,
  })
  await expect.element(kept.screen.getByText('Shipping fee: $12.01')).toBeVisible()
  await kept.screen.getByLabelText('Keep the fee of Express ($12.01)').click()
  await expect.element(kept.screen.getByText('Shipping fee: $0.00')).toBeVisible()
  await kept.save.click()
  await expect.poll(() => kept.sent).toEqual([expect.objectContaining({ shipping_method_id: 1, keep_fee: false })])
  await kept.screen.unmount()
  const free = await showDialog(() => ({ is_valid: true }), { print: priced({ free_reason: 'Broken in transit' }) })
  await expect.element(free.screen.getByText('Shipping fee: $0.00, free of charge')).toBeVisible()
  await free.screen.unmount()
})
