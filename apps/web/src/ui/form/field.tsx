import type { ReactNode } from 'react'
import styles from './field.module.css'
import { fieldId } from './store.ts'

interface Props {
  name: PropertyKey
  label: ReactNode
  help?: ReactNode
  error?: string
  required?: boolean
  /** Several controls under one label: a fieldset instead of a label. */
  group?: boolean
  children: ReactNode
}

export const labelId = (name: PropertyKey): string => `${fieldId(name)}-label`
export const errorId = (name: PropertyKey): string => `${fieldId(name)}-error`

/**
 * What stands around every control: label above, error and help below. Our own and not the component library's: it
 * costs a fraction on a keystroke and keeps the sign-in page small.
 */
export function Field({ name, label, help, error, required, group, children }: Props) {
  const star = required && (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  )
  const below = (
    <>
      {error && (
        <p className={styles.error} id={errorId(name)}>
          {error}
        </p>
      )}
      {help && <p className={styles.help}>{help}</p>}
    </>
  )
  if (group)
    return (
      <fieldset className={styles.field} id={fieldId(name)} tabIndex={-1} aria-describedby={error && errorId(name)}>
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
      <label className={styles.label} id={labelId(name)} htmlFor={fieldId(name)}>
        {label}
        {star}
      </label>
      {children}
      {below}
    </div>
  )
}
