import { toothSets, type ToothSet } from '@archwire/contract/rx-forms/tooth-sets.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import styles from './tooth-chart.module.css'

interface Props {
  isEmpty: boolean
  onChoose: (set: ToothSet) => void
}

/**
 * The quick sets, under a button. Our own and not the component library's menu: with it, every list of the portal would
 * load another script or two.
 */
export function QuickSets({ isEmpty, onChoose }: Props) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && opened) close()
    else if (event.key === 'ArrowDown' && items.length > 0) items[(at + 1) % items.length]!.focus()
    else if (event.key === 'ArrowUp' && items.length > 0) items.at(at <= 0 ? -1 : at - 1)!.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its buttons, which it holds together
    <div
      className={styles.sets}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpened(false)
      }}
    >
      <button ref={button} type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        Quick sets
      </button>
      {opened && (
        <div ref={list} role="group" aria-label="Quick sets">
          {toothSets.map((set) => (
            <button
              key={set.id}
              type="button"
              disabled={isEmpty && set.id === 'clear'}
              onClick={() => {
                onChoose(set)
                close()
              }}
            >
              {set.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
