import { tellParent, type WrittenComment } from './parent-messages.ts'

/** Unsaved work of people on this page. The browser's storage keeps no patient data (`safety/private`). */
let [measured, placed, comment]: [boolean, boolean, WrittenComment | null] = [false, false, null]

/** Sets whether there are unsaved measurements: while there is any unsaved work, leaving the page asks first. */
export function markMeasured(there: boolean): void {
  if (measured === there) return
  measured = there
  tell()
}

/** Sets whether arches were placed by hand and not saved. */
export function markPlaced(there: boolean): void {
  if (placed === there) return
  placed = there
  tell()
}

/**
 * Sets the comment that is written and not saved; null when none is. The page around keeps it in its memory: a session that
 * ends takes this page away.
 */
export function markWritten(written: WrittenComment | null): void {
  if (comment === null && written === null) return
  comment = written
  tell()
}

function tell() {
  const unsaved = measured || placed || comment !== null
  tellParent({ type: 'archwire:unsaved', unsaved, comment })
  if (unsaved) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

const ask = (event: Event) => event.preventDefault()
