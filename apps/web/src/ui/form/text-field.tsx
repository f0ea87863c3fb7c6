import { asLine } from '../../lib/as-line.ts'
import { errorId, Field } from './field.tsx'
import styles from './field.module.css'
import { leaveField } from './leave-field.ts'
import { fieldId, useField, type FormStore } from './store.ts'

export type TextKeys<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V]

interface Props<V extends object> {
  form: FormStore<V>
  name: TextKeys<V>
  label: string
  help?: string
  placeholder?: string
  type?: 'text' | 'email' | 'password' | 'tel'
  inputMode?: 'decimal'
  autoComplete?: string
  /** Gets the focus when its dialog opens. */
  focusFirst?: boolean
  required?: boolean
  maxLength?: number
  readOnly?: boolean
  /** Corrects what is typed, for example capital letters of names. */
  tidy?: (text: string) => string
  /** More than one line of text. */
  rows?: number
}

/** Text, of one line or of several: label above, help below, its error in place. */
export function TextField<V extends object>({
  form,
  name,
  label,
  help,
  tidy,
  required,
  rows,
  focusFirst,
  ...props
}: Props<V>) {
  const { value, error, set } = useField(form, name)
  const control = {
    ...props,
    'data-autofocus': focusFirst || undefined,
    className: styles.input,
    id: fieldId(name),
    name: String(name),
    value: value as string,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    'aria-describedby': error && errorId(name),
    onBlur: () => leaveField(form, name),
    onChange: ({ currentTarget: input }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      const at = input.selectionStart
      // A password is sent as it was given; whatever else has one line stays one.
      const given = rows || props.type === 'password' ? input.value : asLine(input.value)
      const text = tidy ? tidy(given) : given
      if (text !== input.value) {
        // React puts the caret at the end when the text it is given differs from what stands in the field.
        input.value = text
        const caret = tidy && at !== null ? tidy(given.slice(0, at)).length : at
        input.setSelectionRange(caret, caret)
      }
      set(text as V[TextKeys<V>])
    },
  }
  return (
    <Field name={name} label={label} help={help} error={error} required={required}>
      {rows ? <textarea rows={rows} {...control} /> : <input {...control} />}
    </Field>
  )
}
