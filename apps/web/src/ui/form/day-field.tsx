import '@mantine/dates/styles.layer.css'
import type { Day } from '@archwire/contract/core/dates.ts'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { Field, labelId } from './field.tsx'
import styles from './field.module.css'
import { fieldId } from './store.ts'

interface Props {
  name: string
  label: string
  value: Day | null
  onChange: (day: Day | null) => void
  error?: string
  help?: string
  required?: boolean
  min?: Day
  max?: Day
  /** Days that cannot be chosen. */
  excluded?: (day: Day) => boolean
  /** The first day of the month that is looked at. */
  onMonth?: (day: Day) => void
  disabled?: boolean
  clearable?: boolean
  placeholder?: string
}

export const calendarLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}

/** A calendar day; the keyboard opens and walks the calendar. */
export const DayField = ({
  name,
  label,
  error,
  help,
  required,
  min,
  max,
  excluded,
  onMonth,
  onChange,
  ...props
}: Props) => (
  <Field name={name} label={label} error={error} help={help} required={required}>
    <DatePickerInput
      {...props}
      id={fieldId(name)}
      aria-labelledby={`${labelId(name)} ${fieldId(name)}`}
      valueFormat="ddd, MMM D, YYYY"
      firstDayOfWeek={0}
      leftSection={<IconCalendar size={16} stroke={1.6} />}
      error={error !== undefined}
      minDate={min}
      maxDate={max}
      excludeDate={excluded}
      onDateChange={onMonth}
      onChange={onChange}
      ariaLabels={calendarLabels}
      popoverProps={{ withRoles: false, shadow: 'md', transitionProps: { duration: 0 }, returnFocus: true }}
      classNames={{ input: styles.day }}
      // The keyboard begins on the chosen day, else on the first one that can be chosen.
      getDayProps={(day) => (day === (props.value ?? min) ? { 'data-autofocus': true } : {})}
      highlightToday
      hideOutsideDates
    />
  </Field>
)
