import '@mantine/dates/styles.layer.css'
import type { Day } from '@archwire/contract/core/dates.ts'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { calendarLabels } from './day-field.tsx'
import { Field, labelId } from './field.tsx'
import styles from './field.module.css'
import { fieldId } from './store.ts'

interface Props {
  name: string
  label: string
  value: readonly [Day, Day] | null
  /** Called once both ends are picked. */
  onChange: (from: Day, to: Day) => void
  error?: string
  help?: string
  required?: boolean
  min?: Day
  max?: Day
  /** Days that cannot be chosen. */
  excluded?: (day: Day) => boolean
  /** The first day of the month that is looked at. */
  onMonth?: (day: Day) => void
}

/** Two calendar days, from and to; both may be the same one. */
export function DayRangeField({
  name,
  label,
  value,
  onChange,
  error,
  help,
  required,
  min,
  max,
  excluded,
  onMonth,
}: Props) {
  // While only the first end is picked the record keeps what it had.
  const [half, setHalf] = useState<Day | null>(null)
  const shown: [Day | null, Day | null] = half === null ? [value?.[0] ?? null, value?.[1] ?? null] : [half, null]
  return (
    <Field name={name} label={label} error={error} help={help} required={required}>
      <DatePickerInput
        type="range"
        allowSingleDateInRange
        id={fieldId(name)}
        aria-labelledby={`${labelId(name)} ${fieldId(name)}`}
        valueFormat="ddd, MMM D"
        labelSeparator="to"
        placeholder="From and to"
        firstDayOfWeek={0}
        leftSection={<IconCalendar size={16} stroke={1.6} />}
        error={error !== undefined}
        minDate={min}
        maxDate={max}
        excludeDate={excluded}
        onDateChange={onMonth}
        value={shown}
        onChange={([from, to]) => {
          setHalf(to === null ? from : null)
          if (from !== null && to !== null) onChange(from, to)
        }}
        ariaLabels={calendarLabels}
        popoverProps={{ withRoles: false, shadow: 'md', transitionProps: { duration: 0 }, returnFocus: true }}
        classNames={{ input: styles.day }}
        getDayProps={(day) => (day === (shown[0] ?? min) ? { 'data-autofocus': true } : {})}
        highlightToday
        hideOutsideDates
      />
    </Field>
  )
}
