import type { Day } from '@archwire/contract/core/dates.ts'
import { DatePickerInput } from '@mantine/dates'
import { calendarOf, type CalendarProps } from './calendar.tsx'
import { Field } from './field.tsx'

interface Props extends CalendarProps {
  value: Day | null
  onChange: (day: Day | null) => void
  disabled?: boolean
  clearable?: boolean
  placeholder?: string
}

/** A calendar day; the keyboard opens and walks the calendar. */
export const DayField = ({ value, onChange, disabled, clearable, placeholder, ...field }: Props) => (
  <Field name={field.name} label={field.label} error={field.error} help={field.help} required={field.required}>
    <DatePickerInput
      {...calendarOf(field, value)}
      valueFormat="ddd, MMM D, YYYY"
      value={value}
      onChange={onChange}
      disabled={disabled}
      clearable={clearable}
      placeholder={placeholder}
    />
  </Field>
)
