import { whenCallsReach } from './api.ts'

/** Whether the portal answers: `offline` when the computer has no network, `silent` when a call came back without an answer. */
export type Line = 'up' | 'offline' | 'silent'

let answers = true
const listeners = new Set<(line: Line, before: Line) => void>()

/** What the line is like now. */
export const lineNow = (): Line => (navigator.onLine ? (answers ? 'up' : 'silent') : 'offline')

let last = lineNow()

/** Calls `listener` when the line changes. Returns how to end that. */
export function onLineChange(listener: (line: Line, before: Line) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `act` each time the line is back after it was not. Returns how to end that. */
export const whenLineIsBack = (act: () => void): (() => void) => onLineChange((line) => void (line === 'up' && act()))

/** A call was answered, or did not reach the portal. */
function noteAnswer(reached: boolean): void {
  answers = reached
  look()
}

function look(): void {
  const [before, line] = [last, lineNow()]
  if (line === before) return
  last = line
  for (const listener of listeners) listener(line, before)
}

whenCallsReach(noteAnswer)
globalThis.addEventListener?.('offline', look)
// What failed without a network says nothing about the portal.
globalThis.addEventListener?.('online', () => noteAnswer(true))
