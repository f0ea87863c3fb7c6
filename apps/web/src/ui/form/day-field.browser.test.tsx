import { patients } from '@archwire/contract/client/patients'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { FormDialog } from '../dialog.tsx'
import { DayField } from './day-field.tsx'
import { DayRangeField } from './day-range-field.tsx'
import { useRecordForm } from './record-form.tsx'
import { createForm } from './store.ts'
import { useFormDialog } from './use-form-dialog.ts'

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
const range = page.getByRole('button', { name: /^Day/ })
const field = page.getByRole('textbox', { name: 'Day' })
const calendar = page.getByRole('group', { name: 'Calendar for Day' })
const opener = page.getByRole('button', { name: 'Calendar for Day' })
const dayOf = (name: string) => page.getByRole('button', { name })
const today = '2026-05-21'

afterEach(() => void vi.useRealTimers())

test('a day is typed in any usual form, and shown as the portal writes it once it is left (screens/typed-dates)', async () => {
  const form = make({ day: '2026-05-12' })
  await show(<DayField form={form} name="day" label="Day" today={today} help="When it was taken." />)
  await expect.element(field).toHaveValue('Tue, May 12, 2026')
  await expect.element(field).toHaveAccessibleDescription('When it was taken.')
  await userEvent.keyboard('{Tab}5/20{Tab}')
  await expect.element(field).toHaveValue('Wed, May 20, 2026')
  expect(form.values().day).toBe('2026-05-20')
  await expect.element(opener).toHaveFocus()
})

test('what is no day stays as it was typed, is said once the field is left, and is a problem of the form', async () => {
  const form = make({ day: '2026-05-12' })
  await show(<DayField form={form} name="day" label="Day" today={today} />)
  await field.fill('13/5')
  expect(form.problems()).toHaveProperty('day')
  await expect.element(field).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Tab}')
  await expect
    .element(field)
    .toHaveAccessibleDescription('This is not a date. Write it like Thu, May 21, 2026 or 05/21/2026.')
  await expect.element(field).toHaveValue('13/5')
  expect(form.values().day).toBeNull()
  expect(form.changed()).toBe(true)
  await field.fill('May 13')
  await expect.element(field).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Tab}')
  expect(form.values().day).toBe('2026-05-13')
  expect(form.problems()).toEqual({})
})

test('a day outside of its limits is shown as it was read, and they are said; without a year it is the next possible one', async () => {
  const form = make({ day: '2026-12-21' })
  await show(<DayField form={form} name="day" label="Day" today="2026-12-18" min="2026-12-21" max="2027-06-18" />)
  await field.fill('12/20/2026')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription('The earliest date is Mon, Dec 21, 2026.')
  await expect.element(field).toHaveValue('Sun, Dec 20, 2026')
  expect(form.values().day).toBeNull()
  await field.fill('2027-06-19')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription('The latest date is Fri, Jun 18, 2027.')
  expect(form.values().day).toBeNull()
  await field.fill('1/4')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveValue('Mon, Jan 4, 2027')
  expect(form.values().day).toBe('2027-01-04')
})

test('a day that other limits allow is taken over as it was typed', async () => {
  const form = make()
  const limited = (min: string | undefined) => (
    <DayField form={form} name="day" label="Day" today={today} min={min} max="2026-11-21" disabled={!min} />
  )
  const screen = await show(limited('2026-05-28'))
  await field.fill('5/27')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription(/^The earliest date is Thu, May 28/)
  await screen.rerender(limited(undefined))
  await expect.element(field).toBeDisabled()
  expect(form.values().day).toBeNull()
  await screen.rerender(limited('2026-05-26'))
  await expect.element(field).toHaveValue('Wed, May 27, 2026')
  await expect.element(field).toHaveAccessibleDescription('')
  expect(form.values().day).toBe('2026-05-27')
})

test('Enter takes over what was typed before the form is sent', async () => {
  const form = make()
  const sent: (string | null)[] = []
  await show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent.push(form.values().day)
      }}
    >
      <DayField form={form} name="day" label="Day" today={today} />
    </form>,
  )
  await field.click()
  await userEvent.keyboard('may 4{Enter}')
  expect(sent).toEqual(['2026-05-04'])
  await expect.element(field).toHaveValue('Mon, May 4, 2026')
})

test('the arrow down opens the calendar on the chosen day; the keyboard walks it and comes back to the field', async () => {
  const form = make({ day: '2026-05-12' })
  await show(<DayField form={form} name="day" label="Day" today={today} />)
  await userEvent.keyboard('{Tab}{ArrowDown}')
  await expect.element(dayOf('12 May 2026')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  expect(form.values().day).toBe('2026-05-20')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Wed, May 20, 2026')
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(dayOf('20 May 2026')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

test('Escape closes the calendar alone, not the dialog around it', async () => {
  const onClose = vi.fn<() => void>()
  const form = make({ day: '2026-05-12' })
  await show(
    <FormDialog opened title="Code" confirm="Save" onConfirm={() => {}} onClose={onClose}>
      <DayField form={form} name="day" label="Day" today={today} />
    </FormDialog>,
  )
  await opener.click()
  await expect.element(dayOf('12 May 2026')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
})

test('the calendar of an empty field opens on the first day that can be chosen, that of a typed day on this one', async () => {
  const form = make()
  await show(<DayField form={form} name="day" label="Day" today={today} min="2099-05-14" />)
  await opener.click()
  await expect.element(dayOf('14 May 2099')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await field.fill('7/4/2099')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(dayOf('4 July 2099')).toHaveFocus()
})

test('days outside of its limits, and those that are left out, cannot be chosen; the form says why of one that is typed', async () => {
  const form = make({ day: '2026-05-12' })
  const looked: string[] = []
  await show(
    <DayField
      form={form}
      name="day"
      label="Day"
      today={today}
      min="2026-05-04"
      max="2026-06-29"
      excluded={(day) => day === '2026-05-25'}
      onMonth={(day) => looked.push(day.slice(0, 7))}
      onChange={(day) => form.judge('day', day === '2026-06-24' ? 'The lab is closed then.' : undefined)}
    />,
  )
  await opener.click()
  await expect.element(dayOf('3 May 2026')).toBeDisabled()
  await expect.element(dayOf('4 May 2026')).toBeEnabled()
  await expect.element(dayOf('25 May 2026')).toBeDisabled()
  await expect.poll(() => [...new Set(looked)]).toEqual(['2026-05'])
  await userEvent.keyboard('{Escape}')
  await field.fill('6/24')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription('The lab is closed then.')
  await expect.element(field).toHaveValue('Wed, Jun 24, 2026')
  expect(looked).toContain('2026-06')
})

test('a day that may be empty is cleared by its button, and by emptying the field; what is wrong then is said', async () => {
  const form = make({ day: '2026-05-12' })
  const screen = await show(<DayField form={form} name="day" label="Day" today={today} clearable placeholder="Never" />)
  await screen.getByRole('button', { name: 'Clear Day' }).click()
  expect(form.values().day).toBeNull()
  await expect.element(field).toHaveAttribute('placeholder', 'Never')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveAccessibleDescription('Required')
  await field.fill('May 5')
  await userEvent.keyboard('{Tab}')
  expect(form.values().day).toBe('2026-05-05')
  await field.fill('')
  await userEvent.keyboard('{Tab}')
  expect(form.values().day).toBeNull()
})

test('on a phone there is room for a finger, and its keyboard has letters', async () => {
  await page.viewport(390, 844)
  await show(<DayField form={make({ day: '2026-05-12' })} name="day" label="Day" today={today} clearable />)
  for (const control of [field, opener, page.getByRole('button', { name: 'Clear Day' })]) {
    const { width, height } = control.element().getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
  }
  await expect.element(field).toHaveAttribute('inputmode', 'text')
  await page.viewport(1280, 800)
})

test('the marked day is today on the clock that the days are of, not on the device’s', async () => {
  const form = make({ day: '2026-05-12' })
  await show(<DayField form={form} name="day" label="Day" today={today} />)
  await opener.click()
  await expect.element(dayOf('21 May 2026')).toHaveAttribute('data-today')
  expect(document.querySelectorAll('[data-today]')).toHaveLength(1)
})

test('a text that was kept is shown with what is wrong; one that had not been left is taken over', async () => {
  const form = make()
  const texts = { day: { text: 'soon', problem: 'This is not a date.' }, arrival: { text: '5/4' } }
  form.fill(form.values(), texts)
  await show(
    <>
      <DayField form={form} name="day" label="Day" today={today} />
      <DayField form={form} name="arrival" label="Arrival" today={today} />
    </>,
  )
  await expect.element(field).toHaveValue('soon')
  await expect.element(field).toHaveAccessibleDescription(/^This is not a date\./)
  await expect.element(page.getByRole('textbox', { name: 'Arrival' })).toHaveValue('Mon, May 4, 2026')
  expect(form.values().arrival).toBe('2026-05-04')
})

const none = undefined as { id: number; version: number } | undefined
const empty = () => make()

/** The field in the form of a record, and in a dialog. */
const kept = {
  'new:new': function InRecord() {
    const { form } = useRecordForm('new', none, empty)
    return <DayField form={form} name="day" label="Day" today={today} />
  },
  'patients.requestChanges:7': function InDialog() {
    const input = () => ({ params: { id: 7 }, body: { note: '', seen: '' } })
    const { form, dialog } = useFormDialog({
      route: patients.requestChanges,
      recordId: 7,
      make: empty,
      input,
      onDone: () => {},
    })
    return (
      <FormDialog {...dialog} title="Ask" confirm="Send" onClose={() => {}}>
        <DayField form={form} name="day" label="Day" today={today} />
      </FormDialog>
    )
  },
}

test.each(Object.entries(kept))(
  'left and opened again, %s has what was typed and is no day (screens/unsaved)',
  async (key, Part) => {
    const screen = await show(<Part />)
    await field.fill('soon')
    await screen.unmount()
    const again = await show(<Part />)
    await expect.element(field).toHaveValue('soon')
    await expect.element(field).toHaveAccessibleDescription(/^This is not a date/)
    await again.unmount()
    dropWork(key)
  },
)

test.each([
  ['2026-12-30T12:00:00Z', '2026-12-29', '2026-12-31', 'Day Tue, Dec 29 to Thu, Dec 31'],
  ['2026-12-30T12:00:00Z', '2026-12-31', '2027-01-04', 'Day Thu, Dec 31, 2026 to Mon, Jan 4, 2027'],
  ['2027-01-02T12:00:00Z', '2026-12-29', '2026-12-31', 'Day Tue, Dec 29, 2026 to Thu, Dec 31, 2026'],
])(
  'seen at %s, a window from %s to %s has its years where one of them is not this one',
  async (now, from, to, name) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    await show(<DayRangeField form={make({ from, to })} from="from" to="to" label="Day" />)
    await expect.element(range).toHaveAccessibleName(name)
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
  await expect.element(range).toHaveAccessibleName('Day Mon, May 4 to Wed, May 6')
  form.refuse({ arrival: ['Nobody delivers then.'] })
  await expect.element(screen.getByText('Nobody delivers then.')).toBeVisible()
  await range.click()
  await dayOf('18 May 2026').click()
  expect(form.values()).toMatchObject({ from: '2026-05-04', to: '2026-05-06' })
  await dayOf('20 May 2026').click()
  expect(form.values()).toMatchObject({ from: '2026-05-18', to: '2026-05-20', arrival: '2026-05-20' })
  await expect.element(screen.getByText('Nobody delivers then.')).not.toBeInTheDocument()
})
