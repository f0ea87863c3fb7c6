import { describedBy, Field } from '../../ui/form/field.tsx'
import field from '../../ui/form/field.module.css'
import styles from './pricing.module.css'

interface Props {
  id: string
  name: string
  label: string
  value: string
  error: string | undefined
  help?: string | undefined
  /** What it counts in; dollars stand before the amount, the rest behind it. */
  sign: '$' | '%' | 'days' | 'arches'
  placeholder?: string | undefined
  required?: boolean | undefined
  readOnly?: boolean | undefined
  /** The id of more that describes it. */
  describedAlsoBy?: string | undefined
  onText: (text: string) => void
  onLeave: () => void
}

/** An amount as people type it, with what it counts in. */
export function AmountInput({ sign, onText, onLeave, describedAlsoBy, ...props }: Props) {
  const { id, name, label, value, error, help, placeholder, required, readOnly } = props
  const described = [describedBy(id, error, help), describedAlsoBy].filter(Boolean).join(' ')
  return (
    <Field id={id} label={label} help={help} error={error} required={required}>
      <span className={`${styles.amount} ${sign === '$' ? styles.before : styles.behind}`}>
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
        <input
          id={id}
          name={name}
          className={`${field.input} numeric`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder={placeholder}
          readOnly={readOnly}
          aria-required={required}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          value={value}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          onBlur={onLeave}
        />
      </span>
    </Field>
  )
}
