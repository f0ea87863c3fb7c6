import { errorId, Field } from './field.tsx'
import styles from './field.module.css'
import { fieldId } from './store.ts'

interface Props<Id extends string | number> {
  name: string
  label: string
  options: readonly { id: Id; label: string }[]
  value: Id | null
  onChange: (value: Id | null) => void
  /** What stands there while nothing is chosen. */
  placeholder?: string
  error?: string
  help?: string
  required?: boolean
  readOnly?: boolean
}

/** One of many. The browser's own list: it works with every keyboard and on every phone. */
export const SelectField = <Id extends string | number>({
  name,
  label,
  options,
  value,
  onChange,
  placeholder,
  error,
  help,
  required,
  readOnly,
}: Props<Id>) => (
  <Field name={name} label={label} error={error} help={help} required={required}>
    <select
      id={fieldId(name)}
      className={styles.input}
      value={options.some(({ id }) => id === value) ? value! : ''}
      disabled={readOnly}
      aria-invalid={error !== undefined}
      aria-required={required}
      aria-describedby={error && errorId(name)}
      onChange={({ currentTarget }) =>
        onChange(options.find(({ id }) => String(id) === currentTarget.value)?.id ?? null)
      }
    >
      {/* A value that is none of the options would look like the first of them. */}
      {(placeholder !== undefined || !options.some(({ id }) => id === value)) && (
        <option value="">{placeholder ?? 'Choose…'}</option>
      )}
      {options.map(({ id, label: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  </Field>
)
