import { useEffect, useRef, type KeyboardEvent } from 'react'

/** True while a person types: then single letters are text, not shortcuts. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null)

/** `j` and `k` (and the arrows, once a row has the focus) walk through the rows of a list. */
export function useRowKeys() {
  const body = useRef<HTMLDivElement>(null)
  const move = (step: 1 | -1): boolean => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const now = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
    const next = rows[now === -1 ? 0 : now + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next !== undefined
  }
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if ((event.key === 'j' && move(1)) || (event.key === 'k' && move(-1))) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).hasAttribute('data-row')) return
    if ((event.key === 'ArrowDown' && move(1)) || (event.key === 'ArrowUp' && move(-1))) event.preventDefault()
  }
  return { body, onKeyDown }
}
