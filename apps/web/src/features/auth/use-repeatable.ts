import { useRef, useState } from 'react'
import { Intent, isUnanswered } from '../../lib/intent.ts'

/**
 * A call that got no answer is sent again as it was: the same key and the same body, with the check in it that is for one try.
 * So whoever presses the button again finds out what became of the first time.
 */
export function useRepeatable() {
  const [intent] = useState(() => new Intent())
  const last = useRef<{ idempotencyKey: string; values: object; body: unknown }>(undefined)
  return {
    /** The attempt that the same words have made before, else a new one with the body that `make` returns. */
    async attempt<Body>(values: object, make: () => Promise<Body>): Promise<{ idempotencyKey: string; body: Body }> {
      const idempotencyKey = intent.keyFor(values)
      if (last.current?.idempotencyKey !== idempotencyKey) last.current = { idempotencyKey, values, body: await make() }
      return last.current as { idempotencyKey: string; body: Body }
    },
    /** Whether there was no answer; what was refused is not repeated. */
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
