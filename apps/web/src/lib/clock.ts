import { useSyncExternalStore } from 'react'

/** How often ages and "12 min ago" are updated. */
const tickMs = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Nobody listened for a while: the time has stood still.
  if (timer === undefined) now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time in milliseconds; components that use it re-render as it passes. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/**
 * What `read` makes of the time in milliseconds: whoever shows "12 min ago" re-renders when the words change, not
 * whenever time passes.
 */
export const useTimeAs = <T extends string | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(now))
