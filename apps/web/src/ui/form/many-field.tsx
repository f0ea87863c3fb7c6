import { useState } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { Field, type FieldProps } from './field.tsx'
import styles from './many-field.module.css'
import type { KeysOf } from './store.ts'
import { useChoice } from './use-choice.ts'
import { useComposed } from './use-composed.ts'

export interface ManyOption {
  id: number
  label: string
  detail?: string
}

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K> {
  options: readonly ManyOption[]
  /** The text shown when there is nothing to choose from. */
  none: string
}

/** From this many options on there is a search field. */
const searchFrom = 9

/** Any of several: every option with its box, the rest found by typing. */
export function ManyField<V extends object, K extends KeysOf<V, number[]>>(props: Props<V, K>) {
  const { form, name, options, none, onChange, ...field } = props
  const { id: place, value, error, choose } = useChoice(form, name, onChange)
  const chosen = value as number[]
  const [search, setSearch] = useState('')
  const composed = useComposed(search, (input: HTMLInputElement) => setSearch(asLine(input.value)))
  const words = search.toLowerCase().split(' ').filter(Boolean)
  const shown = options.filter((option) => {
    const text = `${option.label} ${option.detail ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const toggle = (id: number) =>
    choose((chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id]) as V[K])
  return (
    <Field {...field} id={place} error={error} group>
      {options.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <div className={styles.box}>
          {options.length >= searchFrom && (
            <input
              type="search"
              className={styles.search}
              aria-label={`Search ${field.label.toLowerCase()}`}
              placeholder="Search by name"
              {...composed}
            />
          )}
          <div className={styles.options}>
            {shown.map(({ id, label: text, detail }) => (
              <label key={id}>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                <span>
                  {text}
                  {detail && <small>{detail}</small>}
                </span>
              </label>
            ))}
            {shown.length === 0 && <p className={styles.none}>No matches.</p>}
          </div>
        </div>
      )}
    </Field>
  )
}
