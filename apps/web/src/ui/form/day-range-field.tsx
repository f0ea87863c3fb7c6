import type { Day } from '@archwire/contract/core/dates.ts'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { fieldFormats, isThisYear } from '../../lib/format.ts'
import { calendarOf, type CalendarField, type CalendarProps } from './calendar.tsx'
import { Field, type FieldProps } from './field.tsx'
import { useFormPart, type KeysOf } from './store.ts'
import { useChoice } from './use-choice.ts'

interface PickerProps extends CalendarField, CalendarProps {
  value: readonly [Day, Day] | null
  /** Called once both ends are picked. */
  onChange: (from: Day, to: Day) => void
}

/** Two calendar days, from and to, without a form; both may be the same one. */
export function DayRangePicker({
  id,
  error,
  help,
  value,
  onChange,
  placeholder = 'From and to',
  ...calendar
}: PickerProps) {
  // While only the first end is picked the record keeps its value.
  const [half, setHalf] = useState<Day | null>(null)
  const shown: [Day | null, Day | null] = half === null ? [value?.[0] ?? null, value?.[1] ?? null] : [half, null]
  return (
    <DatePickerInput
      {...calendarOf({ id, error, help }, { ...calendar, placeholder }, shown[0])}
      type="range"
      allowSingleDateInRange
      valueFormat={
        shown.every((day) => day === null || isThisYear(day)) ? fieldFormats.dayOfThisYear : fieldFormats.day
      }
      labelSeparator="to"
      value={shown}
      onChange={([from, to]) => {
        setHalf(to === null ? from : null)
        if (from !== null && to !== null) onChange(from, to)
      }}
    />
  )
}

interface Props<V extends object, K extends keyof V>
  extends Omit<FieldProps<V, K>, 'name' | 'onChange'>, CalendarProps {
  from: K
  to: K
  /** A value that the days bring along and no field shows: its errors appear here. */
  also?: keyof V
  onChange?: (from: Day, to: Day) => void
}

/** Two days of a form, from and to; neither appears alone. */
export function DayRangeField<V extends object, K extends KeysOf<V, Day | null>>(props: Props<V, K>) {
  const { form, from, to, also, label, help, required, onChange, ...calendar } = props
  const first = useChoice(form, from)
  const last = useChoice(form, to)
  const words = useFormPart(form, () => also && form.errorOf(also))
  const field = { id: first.id, help, error: first.error ?? last.error ?? words }
  const days = [first.value, last.value] as (Day | null)[]
  return (
    <Field {...field} label={label} required={required}>
      <DayRangePicker
        {...field}
        {...calendar}
        value={days.includes(null) ? null : (days as [Day, Day])}
        onChange={(begin, end) => {
          first.choose(begin as V[K])
          last.choose(end as V[K])
          onChange?.(begin, end)
        }}
      />
    </Field>
  )
}
