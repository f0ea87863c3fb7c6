import type { Day } from '@archwire/contract/core/dates.ts'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { calendarOf, type CalendarProps } from './calendar.tsx'
import { Field } from './field.tsx'

interface Props extends CalendarProps {
  value: readonly [Day, Day] | null
  /** Called once both ends are picked. */
  onChange: (from: Day, to: Day) => void
  /** How a day reads in the field; without a year where it is clear. */
  format?: string
  placeholder?: string
}

/** Two calendar days, from and to; both may be the same one. */
export function DayRangeField({
  value,
  onChange,
  format = 'ddd, MMM D',
  placeholder = 'From and to',
  ...field
}: Props) {
  // While only the first end is picked the record keeps what it had.
  const [half, setHalf] = useState<Day | null>(null)
  const shown: [Day | null, Day | null] = half === null ? [value?.[0] ?? null, value?.[1] ?? null] : [half, null]
  return (
    <Field name={field.name} label={field.label} error={field.error} help={field.help} required={field.required}>
      <DatePickerInput
        {...calendarOf(field, shown[0])}
        type="range"
        allowSingleDateInRange
        valueFormat={format}
        labelSeparator="to"
        placeholder={placeholder}
        value={shown}
        onChange={([from, to]) => {
          setHalf(to === null ? from : null)
          if (from !== null && to !== null) onChange(from, to)
        }}
      />
    </Field>
  )
}
