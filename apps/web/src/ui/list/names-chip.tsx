import { useEffect, useRef, useState } from 'react'
import { PickerChip } from './filter-chips.tsx'
import styles from './filter-bar.module.css'

/** A list is queried again this long after the last box (`screens/search`). */
const delayMs = 250

interface Props {
  label: string
  options: readonly { id: string; label: string }[]
  /** The names that apply while the address names none. */
  usual: readonly string[]
  /** A comma list of names; empty: the usual ones. */
  value: string
  onChange: (value: string) => void
}

/** Any of several names, at least one where there are usual ones; these are written as an empty text. */
export function NamesChip({ label, options, usual, value, onChange }: Props) {
  const chosen = value === '' ? usual : value.split(',')
  const names = value === '' ? [] : options.filter(({ id }) => chosen.includes(id)).map((option) => option.label)
  return (
    <PickerChip
      label={label}
      value={names.length > 2 ? `${names.length} chosen` : names.join(', ')}
      onClear={() => onChange('')}
    >
      {() => <Boxes {...{ label, options, usual, chosen, onChange }} />}
    </PickerChip>
  )
}

/** The boxes of the open picker: what is checked goes to the list once the person rests, or closes the picker. */
function Boxes({ label, options, usual, chosen, onChange }: Omit<Props, 'value'> & { chosen: readonly string[] }) {
  const [checked, setChecked] = useState(chosen)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; apply: () => void }>(undefined)
  const apply = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current?.apply()
    waiting.current = undefined
  }
  useEffect(() => apply, [])
  const toggle = (id: string) => {
    const next = options.map((option) => option.id).filter((other) => checked.includes(other) !== (other === id))
    setChecked(next)
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    // Where some names always apply, nothing checked is a step on the way to another choice.
    if (next.length === 0 && usual.length > 0) return
    const isUsual = next.length === usual.length && next.every((name) => usual.includes(name))
    waiting.current = { timer: setTimeout(apply, delayMs), apply: () => onChange(isUsual ? '' : next.join(',')) }
  }
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.id}>
          <input type="checkbox" checked={checked.includes(option.id)} onChange={() => toggle(option.id)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
