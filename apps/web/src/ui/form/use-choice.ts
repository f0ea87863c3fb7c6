import { useField, type FormStore } from './store.ts'

/** A field whose value is chosen, not typed: a choice is complete, so the field shows its errors at once. */
export function useChoice<V extends object, K extends keyof V>(
  form: FormStore<V>,
  name: K,
  onChange?: (value: V[K]) => void,
) {
  const { id, value, error, set } = useField(form, name)
  const choose = (next: V[K]) => {
    set(next)
    form.visit(name)
    onChange?.(next)
  }
  return { id, value, error, choose }
}

/** Names of the values that are one id of several, or none. */
export type ChoiceKeys<V> = { [K in keyof V]-?: V[K] extends string | number | null ? K : never }[keyof V]

/** An id that such a value may be. */
export type IdOf<T> = NonNullable<T> & (string | number)

/** The text for no choice, where a value may be empty. */
export type WordsForNone<T> = null extends T ? string : never
