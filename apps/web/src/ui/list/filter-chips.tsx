import { searchPatterns } from '@archwire/contract/core/search-keys.ts'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { DropDown } from '../drop-down.tsx'
import styles from './filter-bar.module.css'

/** On or off. */
export const ToggleChip = ({
  label,
  on,
  onChange,
}: {
  label: string
  on: boolean
  onChange: (on: boolean) => void
}) => (
  <button type="button" className={styles.chip} aria-pressed={on} onClick={() => onChange(!on)}>
    {on && <IconCheck size={14} aria-hidden="true" />}
    {label}
  </button>
)

interface ChipProps {
  label: string
  /** The current choice, as text; empty: none. */
  value: string
  onClear: () => void
  children: (close: () => void) => ReactNode
}

/** Opens a small picker; shows its value and a × while it filters. */
export function PickerChip({ label, value, onClear, children }: ChipProps) {
  const [opened, setOpened] = useState(false)
  const set = value !== ''
  return (
    <DropDown
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      className={styles.picker}
      renderButton={(its) => (
        <span className={styles.chipGroup} data-set={set || undefined}>
          <button {...its} type="button" className={styles.chip} data-set={set || undefined}>
            {set ? `${label}: ${value}` : label}
            {!set && <IconChevronDown size={14} aria-hidden="true" />}
          </button>
          {set && (
            <button type="button" className={styles.clear} aria-label={`Clear ${label}`} onClick={onClear}>
              <IconX size={13} />
            </button>
          )}
        </span>
      )}
    >
      {children(() => setOpened(false))}
    </DropDown>
  )
}

/** An active filter without a picker: it shows its value and can only be removed. */
export const SetChip = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <span className={styles.chipGroup} data-set>
    <span className={styles.chip} data-set>
      {label}
    </span>
    <button type="button" className={styles.clear} aria-label={`Clear ${label}`} onClick={onClear}>
      <IconX size={13} />
    </button>
  </span>
)

export interface ChipOption {
  id: number
  label: string
}

/** Any of several options, as a comma list of ids. */
export function ChoiceChip({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly ChipOption[]
  value: string
  onChange: (value: string) => void
}) {
  const chosen = new Set(value.split(',').filter(Boolean).map(Number))
  const names = options.filter(({ id }) => chosen.has(id)).map((option) => option.label)
  const toggle = (id: number) =>
    onChange(
      options
        .filter((option) => (option.id === id ? !chosen.has(id) : chosen.has(option.id)))
        .map((option) => option.id)
        .join(','),
    )
  return (
    <PickerChip
      label={label}
      value={names.length > 2 ? `${names.length} chosen` : names.join(', ')}
      onClear={() => onChange('')}
    >
      {() => (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{label}</legend>
          {options.map((option) => (
            <label key={option.id}>
              <input type="checkbox" checked={chosen.has(option.id)} onChange={() => toggle(option.id)} />
              {option.label}
            </label>
          ))}
        </fieldset>
      )}
    </PickerChip>
  )
}

/** One of a few options, by its id. */
export const SelectChip = ({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly ChipOption[]
  value: string
  onChange: (value: string) => void
}) => (
  <PickerChip
    label={label}
    value={options.find(({ id }) => String(id) === value)?.label ?? ''}
    onClear={() => onChange('')}
  >
    {(close) => (
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{label}</legend>
        {options.map(({ id, label: text }) => (
          <label key={id}>
            <input
              type="radio"
              name={`chip-${label}`}
              checked={String(id) === value}
              onChange={() => (onChange(String(id)), close())}
            />
            {text}
          </label>
        ))}
      </fieldset>
    )}
  </PickerChip>
)

/** A part of a text, for example of a doctor's name; with `whole`, all of it; with `amount`, a number that must match exactly. */
export const TextChip = ({
  label,
  value,
  onChange,
  amount,
  whole,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  amount?: boolean
  whole?: boolean
}) => (
  <PickerChip label={label} value={value} onClear={() => onChange('')}>
    {(close) => (
      <form
        className={styles.text}
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get('text')
          onChange(typeof text === 'string' ? asLine(text).trim() : '')
          close()
        }}
      >
        <input
          name="text"
          aria-label={amount || whole ? label : `${label} contains`}
          placeholder={amount ? '50' : whole ? label : `${label} contains…`}
          inputMode={amount ? 'decimal' : undefined}
          pattern={amount ? searchPatterns.amount.source : undefined}
          title={amount ? 'A number, with at most two decimals' : undefined}
          defaultValue={value}
          maxLength={100}
          data-autofocus
        />
        <button type="submit" className={styles.apply}>
          Apply
        </button>
      </form>
    )}
  </PickerChip>
)
