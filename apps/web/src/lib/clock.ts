import { useSyncExternalStore } from 'react'
import { onServerTime, serverNow } from './server-time.ts'

/** How often ages and "12 min ago" are updated. */
const tickMs = 30_000

let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = serverNow()
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Nobody listened for a while: the time has stood still.
  if (timer === undefined) now = serverNow()
  timer ??= setInterval(tick, tickMs)
  // Timers stop while a device sleeps.
  document.addEventListener('visibilitychange', tick)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
    timer = undefined
  }
}

onServerTime(tick)

/** The server's time in milliseconds; components that use it re-render as it passes. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/**
 * What `read` makes of the time in milliseconds: whoever shows "12 min ago" re-renders when the words change, not
 * whenever time passes.
 */
export const useTimeAs = <T extends string | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(timer === undefined ? serverNow() : now))
