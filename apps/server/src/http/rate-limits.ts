import { TooMany } from '../kernel/errors.ts'

/**
 * A coarse limit per process against floods: a number of calls per minute and key. What must hold exactly and across
 * servers (failed sign-ins) is counted in the database by the module that owns it.
 */
export interface RateLimits {
  take(key: string, max: number): void
  /** Counts the calls that `key` has in progress; returns how to end one. Throws a 429 beyond `max`. */
  begin(key: string, max: number): () => void
}

/** `factor` multiplies every limit. */
export function openRateLimits(factor: number, clock: () => number = Date.now): RateLimits {
  let minute = 0
  let counts = new Map<string, number>()
  const underWay = new Map<string, number>()
  return {
    take(key, max) {
      const present = Math.floor(clock() / 60_000)
      if (present !== minute) [minute, counts] = [present, new Map()]
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > max * factor) throw new TooMany(60 - Math.floor((clock() % 60_000) / 1000))
    },
    begin(key, max) {
      const count = (underWay.get(key) ?? 0) + 1
      if (count > max * factor) throw new TooMany(1, 'Too many requests at once. Please wait a moment and try again.')
      underWay.set(key, count)
      let over = false
      return () => {
        if (over) return
        over = true
        const left = underWay.get(key)! - 1
        if (left === 0) underWay.delete(key)
        else underWay.set(key, left)
      }
    },
  }
}
