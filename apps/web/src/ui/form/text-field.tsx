import { asLine } from '../../lib/as-line.ts'
import { describedBy, Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { leaveField } from './leave-field.ts'
import { useField, type KeysOf } from './store.ts'

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K> {
  placeholder?: string
  type?: 'text' | 'email' | 'password' | 'tel'
  autoComplete?: string
  /** Gets the focus when its dialog opens. */
  focusFirst?: boolean
  maxLength?: number
  readOnly?: boolean
  /** Corrects what is typed, for example capital letters of names. */
  tidy?: (text: string) => string
  /** More than one line of text. */
  rows?: number
}

/** Text, of one line or of several: label above, help below, its error in place. */
export function TextField<V extends object, K extends KeysOf<V, string>>({
  form,
  name,
  label,
  help,
  tidy,
  required,
  rows,
  focusFirst,
  onChange,
  ...props
}: Props<V, K>) {
  const { id, value, error, set } = useField(form, name)
  const control = {
    ...props,
    'data-autofocus': focusFirst || undefined,
    className: styles.input,
    id,
    name: String(name),
    value: value as string,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy(id, error, help),
    onBlur: () => leaveField(form, name),
    onChange: ({ currentTarget: input }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      const at = input.selectionStart
      // A password is sent unchanged; any other single-line text stays on one line.
      const given = rows || props.type === 'password' ? input.value : asLine(input.value)
      const text = tidy ? tidy(given) : given
      if (text !== input.value) {
        // React moves the caret to the end when the given text differs from the field's.
        input.value = text
        const caret = tidy && at !== null ? tidy(given.slice(0, at)).length : at
        input.setSelectionRange(caret, caret)
      }
      set(text as V[K])
      onChange?.(text as V[K])
    },
  }
  return (
    <Field id={id} label={label} help={help} error={error} required={required}>
      {rows ? <textarea rows={rows} {...control} /> : <input {...control} />}
    </Field>
  )
}
