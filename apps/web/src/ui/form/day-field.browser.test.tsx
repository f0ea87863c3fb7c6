import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { DayField } from './day-field.tsx'
import { DayRangeField } from './day-range-field.tsx'
import { createForm } from './store.ts'

interface Values {
  day: string | null
  from: string | null
  to: string | null
  arrival: string | null
}

const make = (values: Partial<Values> = {}) =>
  createForm<Values>({
    initial: { day: null, from: null, to: null, arrival: null, ...values },
    validate: ({ day }) => (day === null ? { day: ['Required'] } : {}),
  })
const field = page.getByRole('button', { name: /^Day/ })
const dayOf = (name: string) => page.getByRole('button', { name })

afterEach(() => void vi.useRealTimers())

test('the keyboard opens the calendar on the chosen day, walks it and comes back to the field', async () => {
  const form = make({ day: '2026-05-12' })
  await show(<DayField form={form} name="day" label="Day" help="When it was taken." />)
  await expect.element(field).toHaveAccessibleName('Day Tue, May 12, 2026')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dayOf('12 May 2026')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  expect(form.values().day).toBe('2026-05-20')
  await expect.element(field).toHaveAccessibleName('Day Wed, May 20, 2026')
  await expect.element(field).toHaveFocus()
  await expect.element(dayOf('20 May 2026')).not.toBeInTheDocument()
})

test('an empty one opens on the first day that can be chosen', async () => {
  const form = make()
  await show(<DayField form={form} name="day" label="Day" min="2099-05-14" />)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dayOf('14 May 2099')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(form.values().day).toBe('2099-05-14')
})

test('days outside of its bounds, and those that are left out, cannot be chosen', async () => {
  await show(
    <DayField
      form={make({ day: '2026-05-12' })}
      name="day"
      label="Day"
      min="2026-05-04"
      max="2026-05-29"
      excluded={(day) => day === '2026-05-25'}
    />,
  )
  await field.click()
  await expect.element(dayOf('3 May 2026')).toBeDisabled()
  await expect.element(dayOf('4 May 2026')).toBeEnabled()
  await expect.element(dayOf('25 May 2026')).toBeDisabled()
  await expect.element(dayOf('30 May 2026')).toBeDisabled()
})

test('a day that may be empty is cleared, and what is wrong then is said', async () => {
  const form = make({ day: '2026-05-12' })
  const screen = await show(<DayField form={form} name="day" label="Day" clearable placeholder="Never" />)
  const clear = screen.getByRole('button', { name: 'Clear' })
  const { width, height } = clear.element().getBoundingClientRect()
  expect(Math.min(width, height), 'room for a finger').toBeGreaterThanOrEqual(24)
  await clear.click()
  expect(form.values().day).toBeNull()
  await expect.element(screen.getByText('Never')).toBeVisible()
  await expect.element(screen.getByText('Required')).toBeVisible()
})

test('the marked day is today on the clock that the days are of, not on the device’s', async () => {
  const form = make({ day: '2026-05-12' })
  await show(<DayField form={form} name="day" label="Day" today="2026-05-21" />)
  await field.click()
  await expect.element(dayOf('21 May 2026')).toHaveAttribute('data-today')
  expect(document.querySelectorAll('[data-today]')).toHaveLength(1)
})

test.each([
  ['2026-12-30T12:00:00Z', '2026-12-29', '2026-12-31', 'Day Tue, Dec 29 to Thu, Dec 31'],
  ['2026-12-30T12:00:00Z', '2026-12-31', '2027-01-04', 'Day Thu, Dec 31, 2026 to Mon, Jan 4, 2027'],
  ['2027-01-02T12:00:00Z', '2026-12-29', '2026-12-31', 'Day Tue, Dec 29, 2026 to Thu, Dec 31, 2026'],
])(
  'seen at %s, a window from %s to %s has its years where one of them is not this one',
  async (now, from, to, name) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    await show(<DayRangeField form={make({ from, to })} from="from" to="to" label="Day" />)
    await expect.element(field).toHaveAccessibleName(name)
  },
)

test('two days are kept once both are picked; what they bring along is said here, too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-12T12:00:00Z') })
  const form = make({ from: '2026-05-04', to: '2026-05-06' })
  const screen = await show(
    <DayRangeField
      form={form}
      from="from"
      to="to"
      also="arrival"
      label="Day"
      onChange={(_, last) => form.set('arrival', last)}
    />,
  )
  await expect.element(field).toHaveAccessibleName('Day Mon, May 4 to Wed, May 6')
  form.refuse({ arrival: ['Nobody delivers then.'] })
  await expect.element(screen.getByText('Nobody delivers then.')).toBeVisible()
  await field.click()
  await dayOf('18 May 2026').click()
  expect(form.values()).toMatchObject({ from: '2026-05-04', to: '2026-05-06' })
  await dayOf('20 May 2026').click()
  expect(form.values()).toMatchObject({ from: '2026-05-18', to: '2026-05-20', arrival: '2026-05-20' })
  await expect.element(screen.getByText('Nobody delivers then.')).not.toBeInTheDocument()
})
