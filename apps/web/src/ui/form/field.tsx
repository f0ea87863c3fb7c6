import type { ReactNode } from 'react'
import styles from './field.module.css'
import type { FormStore } from './store.ts'

/** The props of every field; it reads its value and its messages from the form, and changes them there. */
export interface FieldProps<V extends object, K extends keyof V> {
  form: FormStore<V>
  name: K
  label: string
  help?: string
  required?: boolean
  /** Called once the value was set: for what follows from it. */
  onChange?: (value: V[K]) => void
}

interface Props {
  id: string
  label: ReactNode
  help?: ReactNode
  error?: string
  required?: boolean
  /** Several controls under one label: a fieldset instead of a label. */
  group?: boolean
  children: ReactNode
}

/** The ids of the elements around the control of this id. */
export const labelId = (id: string): string => `${id}-label`
export const errorId = (id: string): string => `${id}-error`
export const helpId = (id: string): string => `${id}-help`

/** What a screen reader reads of a control after its label: its error, and its help. */
export const describedBy = (id: string, error: ReactNode, help: ReactNode): string | undefined =>
  [error && errorId(id), help && helpId(id)].filter(Boolean).join(' ') || undefined

/**
 * The frame of every control: label above, error and help below. Our own and not the component library's: it costs a
 * fraction per keystroke and keeps the sign-in page small.
 */
export function Field({ id, label, help, error, required, group, children }: Props) {
  const star = required && (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  )
  const below = (
    <>
      {error && (
        <p className={styles.error} id={errorId(id)}>
          {error}
        </p>
      )}
      {help && (
        <p className={styles.help} id={helpId(id)}>
          {help}
        </p>
      )}
    </>
  )
  if (group)
    return (
      <fieldset className={styles.field} id={id} tabIndex={-1} aria-describedby={describedBy(id, error, help)}>
        <legend className={styles.label}>
          {label}
          {star}
        </legend>
        {children}
        {below}
      </fieldset>
    )
  return (
    <div className={styles.field}>
      <label className={styles.label} id={labelId(id)} htmlFor={id}>
        {label}
        {star}
      </label>
      {children}
      {below}
    </div>
  )
}
