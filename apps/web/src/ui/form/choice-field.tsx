import { useId, type ReactNode } from 'react'
import styles from './choice-field.module.css'
import { Field } from './field.tsx'
import { fieldId } from './store.ts'

export interface Choice<Id> {
  id: Id
  label: string
  disabled?: boolean
}

interface Props<Id> {
  name: string
  label: string
  options: readonly Choice<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  error?: string
  help?: ReactNode
  required?: boolean
}

/** One of a few: all choices in sight, arrow keys move between them. */
export function ChoiceField<Id extends string | number>({
  name,
  label,
  options,
  value,
  onChange,
  ...field
}: Props<Id>) {
  const group = useId()
  return (
    <Field name={name} label={label} group {...field}>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.id} className={styles.choice} data-disabled={option.disabled || undefined}>
            <input
              type="radio"
              name={group}
              checked={value === option.id}
              disabled={option.disabled}
              onChange={() => onChange(option.id)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}

interface FlagProps {
  name: string
  label: string
  options: readonly Choice<number>[]
  /** Bit flags that add up. */
  value: number
  onChange: (value: number) => void
  error?: string
  help?: ReactNode
}

/** Any of a few, kept as one number of bit flags. */
export const FlagsField = ({ name, label, options, value, onChange, ...field }: FlagProps) => (
  <Field name={name} label={label} group {...field}>
    <div className={styles.choices}>
      {options.map((option) => (
        <label key={option.id} className={styles.choice} data-disabled={option.disabled || undefined}>
          <input
            type="checkbox"
            checked={(value & option.id) !== 0}
            disabled={option.disabled}
            onChange={() => onChange(value ^ option.id)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  </Field>
)

interface ToggleProps {
  name: string
  label: string
  help?: ReactNode
  value: boolean
  onChange: (value: boolean) => void
}

/** Yes or no. */
export const ToggleField = ({ name, label, help, value, onChange }: ToggleProps) => (
  <div className={styles.toggle}>
    <input
      id={fieldId(name)}
      type="checkbox"
      checked={value}
      aria-describedby={help ? `${fieldId(name)}-help` : undefined}
      onChange={() => onChange(!value)}
    />
    <div>
      <label htmlFor={fieldId(name)}>{label}</label>
      {help && <small id={`${fieldId(name)}-help`}>{help}</small>}
    </div>
  </div>
)
