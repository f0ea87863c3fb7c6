import { AsyncLocalStorage } from 'node:async_hooks'
import { setClock } from '../kernel/clock.ts'

const times = new AsyncLocalStorage<{ at: Date }>()

/** Runs with a clock of its own: what is made in the meantime elsewhere reads the real time, or its own. */
export async function withOwnClock<T>(run: (set: (at: Date) => void) => Promise<T>): Promise<T> {
  const own = { at: new Date() }
  return times.run(own, () => run((at) => void (own.at = at)))
}

/** Sets the portal's clock to those of the runs above; returns what sets it back. */
export function lendClock(): () => void {
  setClock(() => times.getStore()?.at ?? new Date())
  return () => setClock(undefined)
}
