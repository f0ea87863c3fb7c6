import { asTyped } from '@archwire/contract/core/text.ts'
import { asLine } from '../../lib/as-line.ts'
import { describedBy, Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { leaveField } from './leave-field.ts'
import { PasswordInput } from './password-input.tsx'
import { useField, type KeysOf } from './store.ts'
import { useComposed } from './use-composed.ts'

/** What a text field accepts beside its form. */
export interface TextFieldProps<V extends object, K extends keyof V> extends FieldProps<V, K> {
  placeholder?: string
  type?: 'text' | 'email' | 'password' | 'tel'
  autoComplete?: string
  /** What a phone's keyboard does with the first letters. */
  autoCapitalize?: 'words'
  /** False for what no dictionary knows, such as names. */
  spellCheck?: boolean
  /** Gets the focus when its dialog opens. */
  focusFirst?: boolean
  maxLength?: number
  readOnly?: boolean
  /** What helps with an error, below it. */
  explain?: (error: string) => string | undefined
  /** Corrects what is typed, for example capital letters of names. */
  tidy?: (text: string) => string
  /** Corrects what was typed once the field is left. */
  settle?: (text: string) => string
  /** More than one line of text. */
  rows?: number
}

/** Text, of one line or of several: label above, help below, its error in place. */
export function TextField<V extends object, K extends KeysOf<V, string>>({
  form,
  name,
  label,
  help: usualHelp,
  explain,
  tidy,
  settle,
  required,
  rows,
  focusFirst,
  onChange,
  ...props
}: TextFieldProps<V, K>) {
  const { id, value, error, set } = useField(form, name)
  const help = (error && explain?.(error)) ?? usualHelp
  // A password is sent unchanged; any other single-line text stays on one line.
  const plain = rows ? asTyped : props.type === 'password' ? (text: string) => text : asLine
  const right = (text: string) => (tidy ? tidy(plain(text)) : plain(text))
  const composed = useComposed(value as string, (input: HTMLInputElement & HTMLTextAreaElement) => {
    const at = input.selectionStart
    const text = right(input.value)
    if (text !== input.value) {
      const caret = at === null ? at : right(input.value.slice(0, at)).length
      // React moves the caret to the end when the given text differs from the field's.
      input.value = text
      // Only fields that tell their caret have one to set.
      if (caret !== null) input.setSelectionRange(caret, caret)
    }
    set(text as V[K])
    onChange?.(text as V[K])
  })
  const control = {
    ...props,
    'data-autofocus': focusFirst || undefined,
    className: styles.input,
    id,
    name: String(name),
    ...composed,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy(id, error, help),
    onBlur: () => {
      const settled = settle?.(value as string) ?? value
      if (settled !== value) {
        set(settled as V[K])
        onChange?.(settled as V[K])
      }
      leaveField(form, name)
    },
  }
  return (
    <Field id={id} label={label} help={help} error={error} required={required}>
      {rows ? (
        <textarea rows={rows} {...control} />
      ) : props.type === 'password' ? (
        <PasswordInput {...control} />
      ) : (
        <input {...control} />
      )}
    </Field>
  )
}
