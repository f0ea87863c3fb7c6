import type { Me } from '@archwire/contract/auth/routes.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { CaseFormContext, makeCaseForm, type Practice } from './case-form.ts'
import { DeliverySection } from './delivery-section.tsx'
import { missingIn } from './missing.ts'

const [home, abroad] = [1, 2]
const day = '2026-12-02'
const dated = { arrival_date: day, delivery_date_from: day, delivery_date_to: day }
const domestic = { id: 1, id_string: 'standard', name: 'Standard', available: true, ...dated }
const foreign = { id: 5, id_string: 'international', name: 'International', available: true, ...dated }

/** Answers by what is asked; only the first of December is no day of business. */
function server(fails?: string) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { pathname, searchParams } = new URL(address as string, 'http://portal.test')
    if (fails && pathname.endsWith(fails)) return Response.json({ error: 'Out of paper.', code: 500 }, { status: 500 })
    const bodies: Record<string, unknown> = {
      '/api/v1/shipping_methods': {
        shipping_methods: [searchParams.get('location_id') === String(abroad) ? foreign : domestic],
      },
      '/api/v1/misc/next-business-date': { next_business_date: '2026-11-30' },
      '/api/v1/misc/calendar-days': { calendar_days: [] },
      '/api/v1/misc/is-valid-business-date': {
        is_valid: !['2026-12-01', '2026-11-27'].includes(searchParams.get('business_date')!),
      },
    }
    return Response.json(bodies[pathname])
  })
}

const partner = { id: 9, name: 'Bright Lab' }
const practiceWith = (assignments: { id: number; label: string }[]) =>
  ({
    organizationId: 1,
    doctors: [],
    locations: [
      { id: home, location_name: 'Home', city: 'Denver', is_main: true },
      { id: abroad, location_name: 'Abroad', city: 'Toronto', is_main: false },
    ],
    preference: {
      data: {
        options: { assignments },
        bracket_libraries: [],
        defaults: {
          jaws_id: 3,
          submission_completed_by: assignments[0]!.id,
          shipping_method: 'standard',
          default_doctor_id: null,
          location_id: home,
        },
      },
      metadata: { third_party_partner: partner, today: '2026-11-23', production_days: 5, rush_case_enabled: false },
      shipping_methods: [domestic],
    },
  }) as unknown as Practice

async function showDelivery(assignments = [{ id: 1, label: 'Archwire Lab' }]) {
  server()
  const caseForm = makeCaseForm(practiceWith(assignments), { id: 1 } as Me, null, () =>
    Promise.reject(new Error('none')),
  )
  const screen = await show(
    <CaseFormContext value={caseForm}>
      <DeliverySection />
    </CaseFormContext>,
  )
  return { screen, form: caseForm.form, missing: () => missingIn(caseForm).map(({ text }) => text) }
}

test('the ways of shipping are those of the place that is chosen (rx-form/shipping)', async () => {
  const { form } = await showDelivery()
  form.set('export_type', 1)
  form.set('print_assignment', 1)
  expect(form.values()).toMatchObject({ shipping_location_id: home, shipping_method: 'standard' })
  form.set('shipping_location_id', abroad)
  await vi.waitFor(() => expect(form.values().shipping_method).toBe('international'))
  form.set('shipping_location_id', home)
  await vi.waitFor(() => expect(form.values().shipping_method).toBe('standard'))
})

test('a partner’s case is its own work, and nothing else is offered (rx-form/who)', async () => {
  const { screen } = await showDelivery([{ id: 3, label: partner.name }])
  await expect.element(screen.getByText(partner.name).first()).toBeVisible()
  expect(screen.getByText('In-office').elements()).toEqual([])
})

test('a day that the calendar refuses keeps the case from being sent, until it is possible (rx-form/delivery-date)', async () => {
  const { form, missing } = await showDelivery()
  const about = () => missing().find((text) => text.includes('date'))
  form.set('bonding_date', '2026-12-01')
  await vi.waitFor(() => expect(about()).toContain('Selected date is not a valid business date'))
  form.set('bonding_date', '2026-11-27')
  await vi.waitFor(() => expect(about()).toContain('Invalid date'))
  form.set('bonding_date', '2026-12-02')
  await vi.waitFor(() => expect(about()).toBeUndefined())
})

test('a calendar that does not answer about a day is said at the field (rx-form/delivery-date)', async () => {
  const { screen, form } = await showDelivery()
  server('is-valid-business-date')
  form.set('bonding_date', '2026-12-02')
  await expect.element(screen.getByText('Server Error', { exact: true })).toBeVisible()
})

test('a day may be typed: before the earliest one, and where the lab is closed, the field says so (screens/typed-dates)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T17:00:00Z') })
  try {
    const { screen, form } = await showDelivery()
    const date = screen.getByRole('textbox', { name: 'Delivery date' })
    await expect.element(date).toBeEnabled()
    await date.fill('Nov 27')
    await userEvent.keyboard('{Tab}')
    await expect.element(date).toHaveAccessibleDescription(/^The earliest date is Mon, Nov 30, 2026\./)
    await date.fill('12/1')
    await userEvent.keyboard('{Tab}')
    await expect.element(date).toHaveAccessibleDescription(/^Selected date is not a valid business date/)
    await expect.element(date).toHaveValue('Tue, Dec 1, 2026')
    await date.fill('12/2')
    await userEvent.keyboard('{Tab}')
    await expect.element(date).toHaveAttribute('aria-invalid', 'false')
    expect(form.values().bonding_date).toBe('2026-12-02')
  } finally {
    vi.useRealTimers()
  }
})
