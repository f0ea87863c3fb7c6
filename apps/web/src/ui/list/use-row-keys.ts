import { useEffect, useRef, type RefObject } from 'react'
import { usePageKeys, type KeyRow } from '../../lib/page-keys.ts'

/** True while a person types, which a box to tick is not: then single letters are text, not shortcuts. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]') !== null)

const steps: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

const keys: readonly KeyRow[] = [
  ['J K', 'Next and previous row'],
  ['Down Up', 'Next and previous row, from a row'],
  ['Enter', 'Open the row'],
]

/** `j` and `k`, and the arrows once a row has the focus, walk through the rows of the list inside the element. */
export function useRowKeys(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  usePageKeys(keys)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const active = document.activeElement
      const onRow = active instanceof HTMLElement && active.dataset.row !== undefined && body.current?.contains(active)
      if (event.key.startsWith('Arrow') && !onRow) return
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const now = rows.findIndex((row) => row.contains(active))
      const next = rows[now === -1 ? 0 : now + step]
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return body
}
