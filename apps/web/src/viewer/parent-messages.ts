import { scanKinds, type ScanKind } from '@archwire/contract/patient-files/types.ts'

/** A scan unknown to the server: its surface, and where its faults are (packages/mesh `Faults`). */
export type LookedAt = {
  name: string
  positions: Float32Array
  indices: Uint32Array
  holes: Float32Array[]
  nonManifold: Float32Array
  loose: Uint32Array
}

/** A comment on a scan that is written and not saved. */
export type WrittenComment = {
  /** The comment that it changes; null: a new one. */
  pinId: number | null
  /** The version of that comment that the words began from. */
  version: number | null
  /** The kind of scans that it is on: its scene. */
  kind: ScanKind
  fileId: number
  /** In the coordinates of the file. */
  point: [number, number, number]
  text: string
}

/** What the page around the frame may request of the viewer. */
export type ParentMessage =
  | { type: 'archwire:show'; viewerId: string }
  | { type: 'archwire:look'; look: LookedAt }
  | { type: 'archwire:appearance'; scheme: 'light' | 'dark' | 'auto' }
  /** The comments of the case may have changed. */
  | { type: 'archwire:pins' }
  /** The measurements of the case may have changed. */
  | { type: 'archwire:measurements' }
  | { type: 'archwire:look-at'; pinId: number }
  /** A comment that was being written when this page was last taken away. */
  | { type: 'archwire:write'; comment: WrittenComment }

/** What the viewer reports to the page around it. */
export type ViewerMessage =
  | { type: 'archwire:ready' }
  | { type: 'archwire:shown'; viewerId: string }
  | { type: 'archwire:failed'; viewerId: string; message: string }
  /** A comment was pinned, changed or removed here. */
  | { type: 'archwire:pinned' }
  /** A measurement was saved or removed here. */
  | { type: 'archwire:measured' }
  /** A picture was saved among the photos of the case, and is to be written about. */
  | { type: 'archwire:write-about'; photoId: number }
  /** A key of the page around it was pressed here: the palette's, or one that walks through the list. */
  | { type: 'archwire:key'; key: 'j' | 'k'; withControl: boolean }
  /** Whether there is unsaved work here, and the comment among it. */
  | { type: 'archwire:unsaved'; unsaved: boolean; comment: WrittenComment | null }

/** A viewer id as the server makes them: URL-safe text, no path. */
const VIEWER_ID = /^[A-Za-z0-9_-]{1,128}$/

export function isViewerId(value: unknown): value is string {
  return typeof value === 'string' && VIEWER_ID.test(value)
}

/** The message in an event's data, or null when it is none of ours (`safety/pages`). */
export function parentMessage(data: unknown): ParentMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, viewerId, scheme, look, pinId, comment } = data as Record<string, unknown>
  if (type === 'archwire:show' && isViewerId(viewerId)) return { type, viewerId }
  if (type === 'archwire:look' && isLookedAt(look)) return { type, look }
  if (type === 'archwire:pins' || type === 'archwire:measurements') return { type }
  if (type === 'archwire:look-at' && Number.isSafeInteger(pinId)) return { type, pinId: pinId as number }
  if (type === 'archwire:write' && isWritten(comment)) return { type, comment }
  if (type === 'archwire:appearance' && (scheme === 'light' || scheme === 'dark' || scheme === 'auto'))
    return { type, scheme }
  return null
}

function isWritten(value: unknown): value is WrittenComment {
  if (typeof value !== 'object' || value === null) return false
  const { pinId, version, kind, fileId, point, text } = value as Record<string, unknown>
  return (
    [pinId, version].every((part) => part === null || Number.isSafeInteger(part)) &&
    (scanKinds as readonly unknown[]).includes(kind) &&
    Number.isSafeInteger(fileId) &&
    Array.isArray(point) &&
    point.length === 3 &&
    point.every(Number.isFinite) &&
    typeof text === 'string'
  )
}

function isLookedAt(value: unknown): value is LookedAt {
  if (typeof value !== 'object' || value === null) return false
  const { name, positions, indices, holes, nonManifold, loose } = value as Record<string, unknown>
  const threes = (array: unknown) => array instanceof Float32Array && array.length % 3 === 0
  return (
    typeof name === 'string' &&
    [positions, nonManifold].every(threes) &&
    [indices, loose].every((array) => array instanceof Uint32Array) &&
    Array.isArray(holes) &&
    holes.every(threes)
  )
}

/** Receives messages from the parent frame of the same origin, and from nothing else. */
export function hearParent(act: (message: ParentMessage) => void): void {
  window.addEventListener('message', (event) => {
    if (event.origin !== location.origin || event.source !== window.parent || window.parent === window) return
    const message = parentMessage(event.data)
    if (message) act(message)
  })
}

/** Sends to the parent frame, if there is one of the same origin; the browser drops it otherwise. */
export function tellParent(message: ViewerMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin)
}
