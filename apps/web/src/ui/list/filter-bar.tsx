import { ActionIcon } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { noKeys, usePageKeys, type KeyRow } from '../../lib/page-keys.ts'
import { isComposing, useComposed } from '../form/use-composed.ts'
import { Tip } from '../tip.tsx'
import styles from './filter-bar.module.css'
import { isTyping } from './use-row-keys.ts'

/** Lists are queried again this long after the last key (`screens/search`), unless they set another time. */
const searchDelayMs = 250

const keys: readonly KeyRow[] = [['/', 'Search in the list']]

interface Props {
  search: string
  placeholder: string
  onSearch: (text: string) => void
  /** Enter with a text; `isWanted` says later whether it still stands there and nobody has left. */
  onEnter?: ((text: string, isWanted: () => boolean) => void) | undefined
  delayMs?: number
  /** Small pickers; see `filter-chips.tsx`. */
  children?: ReactNode
  /** How many filters are set; Reset shows from one on. */
  active: number
  onReset: () => void
  resetLabel?: string
}

/** Search first, then the chips, then Reset. */
export function FilterBar({ children, active, onReset, resetLabel = 'Reset', ...field }: Props) {
  return (
    <search className={styles.bar}>
      <SearchField key="search" shortcut {...field} />
      <div className={styles.chips}>
        {children}
        {active > 0 && (
          <button type="button" className={styles.reset} onClick={onReset}>
            {resetLabel}
          </button>
        )}
      </div>
    </search>
  )
}

/** A text that is searched for while it is typed. `shortcut`: the key `/` leads to it. */
export function SearchField({
  search: value,
  placeholder,
  delayMs = searchDelayMs,
  onSearch: onChange,
  onEnter,
  shortcut = false,
}: Pick<Props, 'search' | 'placeholder' | 'onSearch' | 'onEnter' | 'delayMs'> & { shortcut?: boolean }) {
  usePageKeys(shortcut ? keys : noKeys)
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back, forward and Reset change the address: the field follows unless a person is typing in it.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  useEffect(() => {
    if (!shortcut) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [shortcut])
  const ask = (next: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    onChange(next.trim())
  }
  const change = (given: string, delay: number) => {
    const next = asLine(given)
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(next), delay)
  }
  const composed = useComposed(text, (field: HTMLInputElement) => change(field.value, delayMs))
  return (
    <div className={styles.search}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={100}
        {...composed}
        // A pending search must not call a person back who has opened a row.
        onBlur={() => timer.current !== undefined && ask(text)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') {
            change(text, 0)
            const typed = text.trim()
            if (typed !== '') onEnter?.(typed, () => input.current?.value.trim() === typed)
          }
          if (event.key !== 'Escape') return
          if (text === '') event.currentTarget.blur()
          else change('', 0)
        }}
      />
      {text === '' ? (
        shortcut && (
          <Tip label="Press / to search">
            <kbd>/</kbd>
          </Tip>
        )
      ) : (
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label="Clear the search" onClick={() => change('', 0)}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </div>
  )
}
