import { useRef, useState } from 'react'
import { Intent, isUnanswered } from '../../lib/intent.ts'

/**
 * A call without a response is repeated unchanged: the same key and the same body, with the single-use check in it. So
 * pressing the button again reveals the outcome of the first try.
 */
export function useRepeatable() {
  const [intent] = useState(() => new Intent())
  const last = useRef<{ idempotencyKey: string; values: object; body: unknown }>(undefined)
  return {
    /** The earlier attempt with the same input, else a new one with the body that `make` returns. */
    async attempt<Body>(values: object, make: () => Promise<Body>): Promise<{ idempotencyKey: string; body: Body }> {
      const idempotencyKey = intent.keyFor(values)
      if (last.current?.idempotencyKey !== idempotencyKey) last.current = { idempotencyKey, values, body: await make() }
      return last.current as { idempotencyKey: string; body: Body }
    },
    /** Whether there was no response; refused calls are not repeated. */
    unanswered(error: unknown): boolean {
      const unanswered = isUnanswered(error)
      if (!unanswered && last.current) {
        intent.done(last.current.values)
        last.current = undefined
      }
      return unanswered
    },
  }
}
