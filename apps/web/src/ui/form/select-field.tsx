import { useId } from 'react'
import { describedBy, Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { useChoice, type ChoiceKeys, type IdOf, type WordsForNone } from './use-choice.ts'

interface SelectProps<Id extends string | number> {
  id: string
  options: readonly { id: Id; label: string; disabled?: boolean }[]
  value: Id | null
  onChange: (value: Id | null) => void
  /** The text shown while nothing is chosen, which can be chosen again. */
  placeholder?: string
  required?: boolean
  disabled?: boolean
  error?: string
  help?: string
}

/** One of many, without a form. The browser's own list: it works with every keyboard and on every phone. */
export function Select<Id extends string | number>(props: SelectProps<Id>) {
  const { id, options, value, onChange, placeholder, required, disabled, error, help } = props
  const known = options.some((option) => option.id === value)
  return (
    <select
      id={id}
      className={styles.input}
      value={known ? value! : ''}
      disabled={disabled}
      aria-invalid={error !== undefined}
      aria-required={required}
      aria-describedby={describedBy(id, error, help)}
      onChange={({ currentTarget }) =>
        onChange(options.find((option) => String(option.id) === currentTarget.value)?.id ?? null)
      }
    >
      {/* A value outside the options would look like the first of them. */}
      {(placeholder !== undefined || !known) && <option value="">{placeholder ?? 'Choose…'}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.id} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A `Select` whose label only screen readers get: what is around it says it to everyone else. */
export function SelectWithHiddenLabel<Id extends string | number>({
  label,
  ...props
}: Omit<SelectProps<Id>, 'id'> & { label: string }) {
  const id = useId()
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Select id={id} {...props} />
    </>
  )
}

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K> {
  options: readonly { id: IdOf<V[K]>; label: string }[]
  placeholder?: WordsForNone<V[K]>
  readOnly?: boolean
}

/** One of many ids of a form. */
export function SelectField<V extends object, K extends ChoiceKeys<V>>(props: Props<V, K>) {
  const { form, name, options, placeholder, label, help, required, readOnly, onChange } = props
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const field = { id, help, error, required }
  return (
    <Field {...field} label={label}>
      <Select
        {...field}
        options={options}
        value={value as IdOf<V[K]> | null}
        onChange={(next) => choose(next as V[K])}
        placeholder={placeholder}
        disabled={readOnly}
      />
    </Field>
  )
}
