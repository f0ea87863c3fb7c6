import { useEffect, useRef } from 'react'
import { usePageKeys, type KeyRow } from '../lib/page-keys.ts'
import { isTyping } from '../ui/list/use-row-keys.ts'
import { paletteKeys } from './palette/host.tsx'

const everywhere: readonly KeyRow[] = [
  [paletteKeys, 'Search records, pages and actions'],
  ['?', 'Show this help'],
  ['Esc', 'Close a dialog or menu'],
]

/** `?` opens the help with the keys of the page (`screens/keys`), wherever nobody types. */
export function useHelpKey(open: () => void): void {
  usePageKeys(everywhere)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog[open], [role=dialog]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
