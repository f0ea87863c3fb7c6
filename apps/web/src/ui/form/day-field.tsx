import type { Day } from '@archwire/contract/core/dates.ts'
import { DatePickerInput } from '@mantine/dates'
import { fieldFormats } from '../../lib/format.ts'
import { calendarOf, type CalendarProps } from './calendar.tsx'
import { Field, type FieldProps } from './field.tsx'
import type { KeysOf } from './store.ts'
import { useChoice } from './use-choice.ts'

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K>, CalendarProps {
  disabled?: boolean
  clearable?: boolean
}

/** A calendar day; the keyboard opens and walks the calendar. */
export function DayField<V extends object, K extends KeysOf<V, Day | null>>({
  form,
  name,
  label,
  help,
  required,
  onChange,
  disabled,
  clearable,
  ...calendar
}: Props<V, K>) {
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const day = value as Day | null
  return (
    <Field id={id} label={label} error={error} help={help} required={required}>
      <DatePickerInput
        {...calendarOf({ id, error, help }, calendar, day)}
        valueFormat={fieldFormats.day}
        value={day}
        onChange={(next) => choose(next as V[K])}
        disabled={disabled}
        clearable={clearable}
        // Large enough for a mouse, and for a finger.
        clearButtonProps={{
          'aria-label': 'Clear',
          style: { minWidth: 'max(24px, var(--touch))', minHeight: 'max(24px, var(--touch))' },
        }}
      />
    </Field>
  )
}
