import { tellParent } from './parent-messages.ts'

/** Unsaved work of people on this page. The browser's storage keeps no patient data (`safety/private`). */
type Work = 'measurements' | 'comment'

const unsaved = new Set<Work>()

/** Sets whether there is unsaved work of a kind: while there is any, leaving the page asks first. */
export function markUnsaved(work: Work, there: boolean): void {
  const before = unsaved.size
  if (there) unsaved.add(work)
  else unsaved.delete(work)
  if (before > 0 === unsaved.size > 0) return
  tellParent({ type: 'archwire:unsaved', unsaved: unsaved.size > 0 })
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

const ask = (event: Event) => event.preventDefault()
