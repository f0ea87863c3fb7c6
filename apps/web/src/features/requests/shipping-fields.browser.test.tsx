import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { novemberDays, shippingWay } from '../../../test/given-shipping.ts'
import { show } from '../../../test/show.tsx'
import { createForm } from '../../ui/form/store.ts'
import { ShippingFields, type Shipping } from './shipping-fields.tsx'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T17:00:00Z') }))
afterAll(() => void vi.useRealTimers())

function answerWays() {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const path = address as string
    if (path.includes('/shipping_methods'))
      return Response.json({
        shipping_methods: [
          shippingWay(1, 'standard', '2026-11-27', '2026-11-30'),
          shippingWay(3, 'urgent', '2026-11-23', '2026-11-24'),
        ],
      })
    if (path.includes('/calendar-days')) return Response.json({ calendar_days: novemberDays })
    return Response.json({ locations: [], settings: { lab: { time_zone: 'America/Denver' } } })
  })
}

test('the chosen method arrives on the expected day, others as early as they can', async () => {
  answerWays()
  const form = createForm<Shipping>({
    initial: {
      keep_fee: false,
      location_id: 6,
      shipping_method_id: 1,
      expected_arrival_date: '2026-12-04',
      delivery_date_from: '2026-12-03',
      delivery_date_to: '2026-12-04',
    },
    validate: () => ({}),
  })
  const print = { organization_id: 7, assign_to: 1, location: null } as unknown as PrintingRequest
  const screen = await show(<ShippingFields form={form} print={print} />)
  const methods = page.getByRole('combobox', { name: /Shipping method/ })
  await expect.element(methods).toMatchTextContent('standard, arrives Fri, Dec 4')
  await expect.element(methods).toMatchTextContent('urgent, arrives Tue, Nov 24')
  await expect.element(page.getByText('Expected arrival: Fri, Dec 4, 2026')).toBeVisible()
  await methods.selectOptions('3')
  await expect.element(page.getByText('Expected arrival: Tue, Nov 24, 2026')).toBeVisible()
  await expect.element(methods).toMatchTextContent('standard, arrives Mon, Nov 30')
  await screen.unmount()
})

test('the window begins no sooner than the way itself proposes, whatever was promised before (requests/arrival)', async () => {
  answerWays()
  const form = createForm<Shipping>({
    initial: {
      keep_fee: false,
      location_id: 6,
      shipping_method_id: 1,
      expected_arrival_date: '2026-11-30',
      delivery_date_from: '2026-11-27',
      delivery_date_to: '2026-11-30',
    },
    validate: () => ({}),
  })
  const print = { organization_id: 7, assign_to: 1, location: null } as unknown as PrintingRequest
  await show(<ShippingFields form={form} print={print} />)
  const dayOf = (name: string) => page.getByRole('button', { name })
  await page.getByRole('button', { name: /^Delivery window/ }).click()
  await expect.element(dayOf('27 November 2026')).toBeEnabled()
  await expect.element(dayOf('25 November 2026')).toBeDisabled()
  form.set('shipping_method_id', 3)
  await expect.element(dayOf('25 November 2026')).toBeEnabled()
  // Thanksgiving.
  await expect.element(dayOf('26 November 2026')).toBeDisabled()
})
