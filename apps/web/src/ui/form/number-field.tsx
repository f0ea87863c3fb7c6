import { useState } from 'react'
import { describedBy, Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { leaveField } from './leave-field.ts'
import { readNumber, writeNumber, type NumberKind } from './numbers.ts'
import { useField, type KeysOf } from './store.ts'

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K>, NumberKind {
  placeholder?: string
  readOnly?: boolean
}

/**
 * A number as people type it; whole unless it may have decimals. The form holds null for an empty field, and NaN for
 * invalid input, which its rules report.
 */
export function NumberField<V extends object, K extends KeysOf<V, number | null>>(props: Props<V, K>) {
  const { form, name, label, help, required, onChange, decimals, sign, negative, placeholder, readOnly } = props
  const { id, value, error, set } = useField(form, name)
  const number = value as number | null
  const [typed, setTyped] = useState(() => writeNumber(number))
  // The typed text is kept only while it matches the form's value: a newer version of the record replaces it.
  const text = Object.is(readNumber(typed, { decimals, sign, negative }), number) ? typed : writeNumber(number)
  return (
    <Field id={id} label={label} help={help} error={error} required={required}>
      <input
        id={id}
        name={String(name)}
        className={styles.input}
        // The number pads of phones have no minus.
        inputMode={negative ? 'text' : decimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={20}
        placeholder={placeholder}
        readOnly={readOnly}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, help)}
        value={text}
        onBlur={() => leaveField(form, name)}
        onChange={({ currentTarget }) => {
          const next = readNumber(currentTarget.value, { decimals, sign, negative }) as V[K]
          setTyped(currentTarget.value)
          set(next)
          onChange?.(next)
        }}
      />
    </Field>
  )
}

/** Dollars and cents. */
export const dollars: NumberKind = { decimals: 2, sign: '$' }

/** An amount in dollars, as the contract has it. */
export const MoneyField = <V extends object, K extends KeysOf<V, number | null>>(
  props: Omit<Props<V, K>, 'decimals' | 'sign'>,
) => <NumberField<V, K> {...props} {...dollars} />
