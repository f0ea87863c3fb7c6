import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { asLine } from '../lib/as-line.ts'
import { isComposing, useComposed } from './form/use-composed.ts'
import styles from './pick-list.module.css'

export interface PickOption {
  key: string
  label: string
  /** Shown beside the label: a number, a place, its owner. */
  detail?: string | undefined
  icon?: ReactNode
  /** Options of one group are listed together, below its name. */
  group?: string
  chosen?: boolean
  /** Why it cannot be picked; undefined when it can. */
  disabled?: string | undefined
  /** Answers the question before: dimmed, and not opened until the new one is answered. */
  stale?: boolean
}

interface Props<O extends PickOption> {
  /** The purpose of the list, for screen readers. */
  label: string
  options: readonly O[]
  onPick: (option: O) => void
  /** The field above the list; without it the list itself takes the keys. */
  search?: {
    value: string
    onChange: (value: string) => void
    placeholder: string
    /** Before it; a magnifying glass where none is given. */
    icon?: ReactNode
    /** Escape closes what the list is in, and no dialog below it. */
    keepsEscape?: boolean
  }
  multiple?: boolean
  /** The options for the latest input are still loading: Enter waits for them. */
  waiting?: boolean
  /** The options for the latest input did not arrive: an Enter that waited for them is forgotten. */
  failed?: boolean
  /** Enter was pressed while options were loading. */
  onHurry?: () => void
  /** Enter was pressed before this list had loaded. */
  entered?: boolean
  /** How texts of options are shown: with marks, say. */
  show?: (text: string) => ReactNode
  /** Shown below the options: loading, no results, or an error. */
  children?: ReactNode
}

/**
 * A list to pick from by keys or pointer, with a search field above it if it is long: arrows move, Enter picks. Focus
 * stays in the field (WAI-ARIA combobox with a listbox).
 */
export function PickList<O extends PickOption>({
  options,
  onPick,
  search,
  multiple,
  waiting,
  show = (text) => text,
  ...props
}: Props<O>) {
  const id = useId()
  const [walkedTo, setWalkedTo] = useState<string>()
  // The input when Enter had to wait.
  const hurried = useRef(props.entered ? search?.value : undefined)
  // While the answer is on its way the highlight stays where it is: Enter waits.
  const usable = options.filter(({ disabled, stale }) => disabled === undefined && (waiting || !stale))
  const chosen = search ? undefined : usable.find((option) => option.chosen)
  const active = usable.find(({ key }) => key === walkedTo) ?? chosen ?? usable[0]
  const idOf = (option: O | undefined) => option && `${id}-${option.key}`

  useEffect(() => {
    if (hurried.current === undefined || waiting) return
    const isStillWanted = hurried.current === search?.value && !props.failed
    hurried.current = undefined
    // Who had walked to a line wants that one, or none.
    if (isStillWanted && active && (walkedTo ?? active.key) === active.key) onPick(active)
  })
  const activeId = idOf(active)
  useEffect(() => {
    // Only keyboard moves scroll the list; arriving results do not.
    if (walkedTo !== undefined && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [walkedTo, activeId])

  const walk = (step: number) => {
    const at = active ? usable.indexOf(active) : -1
    setWalkedTo(usable[(at + step + usable.length) % usable.length]?.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && waiting) {
      hurried.current = search?.value
      props.onHurry?.()
    } else if (event.key === 'Enter' && active) onPick(active)
    else if (event.key === ' ' && !search && active) onPick(active)
    else return
    event.preventDefault()
  }
  const change = (value: string) => {
    setWalkedTo(undefined)
    hurried.current = undefined
    search?.onChange(asLine(value))
  }

  const composed = useComposed(search?.value ?? '', (input: HTMLInputElement) => change(input.value))

  return (
    <div className={styles.pick}>
      {search && (
        <div className={styles.field}>
          {search.icon === undefined ? <IconSearch size={15} aria-hidden="true" /> : search.icon}
          <input
            // The field is why the list was opened.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            data-autofocus
            data-mantine-stop-propagation={search.keepsEscape || undefined}
            type="text"
            role="combobox"
            aria-label={search.placeholder}
            aria-expanded
            aria-autocomplete="list"
            aria-controls={id}
            aria-activedescendant={activeId}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            placeholder={search.placeholder}
            {...composed}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
      <div
        id={id}
        role="listbox"
        className={styles.list}
        aria-label={props.label}
        aria-multiselectable={multiple || undefined}
        aria-busy={waiting || undefined}
        {...(search ? {} : { tabIndex: 0, 'data-autofocus': true, 'aria-activedescendant': activeId, onKeyDown })}
      >
        {groupsOf(options).map(([group, members]) => (
          <Group key={group} name={group}>
            {members.map((option) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys of a listbox belong to its field
              <div
                key={option.key}
                id={idOf(option)}
                role="option"
                tabIndex={-1}
                aria-selected={option.chosen ?? option === active}
                aria-disabled={option.disabled !== undefined || option.stale || undefined}
                data-active={option === active || undefined}
                data-stale={option.stale || undefined}
                className={styles.option}
                // The field keeps the focus: the keys continue to work after a click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => option.disabled === undefined && !option.stale && onPick(option)}
              >
                {option.icon}
                <span className={styles.label}>{show(option.label)}</span>
                {(option.disabled ?? option.detail) && (
                  <span className={`${option.disabled === undefined ? styles.detail : styles.reason} numeric`}>
                    {option.disabled ?? show(option.detail!)}
                  </span>
                )}
                {option.chosen && <IconCheck size={15} aria-hidden="true" className={styles.check} />}
              </div>
            ))}
          </Group>
        ))}
      </div>
      {props.children}
    </div>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  if (name === '') return children
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.group} role="presentation">
        {name}
      </div>
      {children}
    </div>
  )
}

/** In the order in which the groups first appear. */
const groupsOf = <O extends PickOption>(options: readonly O[]): [string, O[]][] => [
  ...Map.groupBy(options, ({ group = '' }) => group),
]
