import { useState } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { Field } from './field.tsx'
import styles from './many-field.module.css'

export interface ManyOption {
  id: number
  label: string
  detail?: string
}

interface Props {
  name: string
  label: string
  options: readonly ManyOption[]
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string
  help?: string
  /** What stands there when there is nothing to choose from. */
  none: string
}

/** From so many options on there is a field to look for one. */
const searchFrom = 9

/** Any of several: every option with its box, the rest found by typing. */
export function ManyField({ name, label, options, value, onChange, error, help, none }: Props) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(' ').filter(Boolean)
  const shown = options.filter((option) => {
    const text = `${option.label} ${option.detail ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const toggle = (id: number) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  return (
    <Field name={name} label={label} group error={error} help={help}>
      {options.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <div className={styles.box}>
          {options.length >= searchFrom && (
            <input
              type="search"
              className={styles.search}
              aria-label={`Search ${label.toLowerCase()}`}
              placeholder="Search by name"
              value={search}
              onChange={(event) => setSearch(asLine(event.currentTarget.value))}
            />
          )}
          <div className={styles.options}>
            {shown.map(({ id, label: text, detail }) => (
              <label key={id}>
                <input type="checkbox" checked={value.includes(id)} onChange={() => toggle(id)} />
                <span>
                  {text}
                  {detail && <small>{detail}</small>}
                </span>
              </label>
            ))}
            {shown.length === 0 && <p className={styles.none}>Nobody matches.</p>}
          </div>
        </div>
      )}
    </Field>
  )
}
