import type { RefCallback } from 'react'
import { describedBy, Field } from '../../ui/form/field.tsx'
import { useField, type FormStore, type KeysOf } from '../../ui/form/store.ts'
import styles from './payments.module.css'

interface Props<V extends object> {
  form: FormStore<V>
  name: KeysOf<V, number>
  label: string
  place: RefCallback<HTMLElement>
}

/** A field of the payment provider, which puts its frame into this place. */
export function HostedField<V extends object>({ form, name, label, place }: Props<V>) {
  const { id, error } = useField(form, name)
  return (
    <Field id={id} label={label} error={error} required>
      <div
        ref={place}
        id={id}
        className={styles.hosted}
        role="group"
        aria-label={label}
        aria-describedby={describedBy(id, error, undefined)}
        data-invalid={error !== undefined || undefined}
        tabIndex={-1}
      />
    </Field>
  )
}
