import { barePhone, formatPhone } from '@archwire/contract/core/phone.ts'
import { useState } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { describedBy, Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { leaveField } from './leave-field.ts'
import { useField, useFormPart, type KeysOf } from './store.ts'
import { useComposed } from './use-composed.ts'

const help = 'Outside the USA, begin with + and the country code.'

/**
 * A phone number as people write it (`organizations/phone`): it stays as typed until the field is left, and the form holds
 * it without its formatting. The country is that of the form's address, else the USA.
 */
export function PhoneField<V extends object, K extends KeysOf<V, string>>(props: FieldProps<V, K>) {
  const { form, name, label, required, onChange } = props
  const { id, value, error, set } = useField(form, name)
  const country = useFormPart(form, () => (form.values() as { country?: string | null }).country ?? 'USA')
  const [typed, setTyped] = useState<string>()
  const number = value as string
  // The typed text is kept only while it is the form's number: a newer version of the record replaces it.
  const text = typed !== undefined && barePhone(typed) === number ? typed : formatPhone(number, country)
  const composed = useComposed(text, (input: HTMLInputElement) => {
    const next = asLine(input.value)
    setTyped(next)
    set(barePhone(next) as V[K])
    onChange?.(barePhone(next) as V[K])
  })
  return (
    <Field id={id} label={label} help={help} error={error} required={required}>
      <input
        id={id}
        name={String(name)}
        className={styles.input}
        type="tel"
        autoComplete="tel"
        placeholder="(303) 555-0142"
        maxLength={40}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, help)}
        {...composed}
        onBlur={() => {
          setTyped(undefined)
          leaveField(form, name)
        }}
      />
    </Field>
  )
}
