import { setTimeout as wait } from 'node:timers/promises'

/** As long as a person would continue trying, on the slowest machine. */
const patienceMs = 20_000

/**
 * The same thing, many times at once. Who is told that the record is busy (503, or a 409 that a lock was waited for too
 * long) comes again, as people do: how long one lock is waited for depends on the machine, what is true in the end does not.
 */
export function crowd<T extends { status: number }>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const until = Date.now() + patienceMs
  const patiently = async (index: number): Promise<T> => {
    const answer = await act(index)
    if (!isBusy(answer) || Date.now() > until) return answer
    await wait(100 + Math.random() * 400)
    return patiently(index)
  }
  return Promise.all(Array.from({ length: count }, (_, index) => patiently(index)))
}

const isBusy = (answer: { status: number; body?: unknown }): boolean =>
  answer.status === 503 ||
  (answer.status === 409 && JSON.stringify(answer.body ?? null).includes('changing this right now'))
