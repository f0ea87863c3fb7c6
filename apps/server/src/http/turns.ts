import { busy } from './errors.ts'

/** Turns at a scarce resource; each is given back by the function that `take` returns. */
export interface Turns {
  take(key: string): Promise<() => void>
}

interface Waiter {
  key: string
  begin: () => void
}

/**
 * Lets at most `most` work at once, and at most `each` of one key: a request that waits for a lock holds a connection,
 * and a burst of one caller must not hold them all. The rest waits here, where waiting costs nothing; the next turn
 * goes to the first arrival among those who hold fewest. Throws a 503 after `patienceMs`.
 */
export function openTurns({ most, each, patienceMs }: { most: number; each: number; patienceMs: number }): Turns {
  const held = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let taken = 0
  const countOf = (key: string) => held.get(key) ?? 0

  function begin(key: string): () => void {
    taken += 1
    held.set(key, countOf(key) + 1)
    let over = false
    return () => {
      if (over) return
      over = true
      taken -= 1
      if (countOf(key) === 1) held.delete(key)
      else held.set(key, countOf(key) - 1)
      next()
    }
  }
  function next(): void {
    if (taken >= most) return
    let chosen: Waiter | undefined
    for (const waiter of waiters)
      if (countOf(waiter.key) < each && (!chosen || countOf(waiter.key) < countOf(chosen.key))) chosen = waiter
    chosen?.begin()
  }
  return {
    take(key) {
      if (taken < most && countOf(key) < each) return Promise.resolve(begin(key))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(waiter)
          reject(busy())
        }, patienceMs)
        const waiter: Waiter = {
          key,
          begin() {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(begin(key))
          },
        }
        waiters.add(waiter)
      })
    },
  }
}
