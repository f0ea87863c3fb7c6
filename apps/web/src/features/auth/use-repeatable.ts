import { useRef } from 'react'
import { ApiError, newIntent } from '../../lib/api.ts'

/**
 * A call that got no answer is sent again as it was: the same key and the same body, with the check in it that is for one try.
 * So whoever presses the button again finds out what became of the first time.
 */
export function useRepeatable() {
  const last = useRef<{ words: string; idempotencyKey: string; body: unknown }>(undefined)
  return {
    /** The attempt that the same words have made before, else a new one with the body that `make` returns. */
    async attempt<Body>(values: object, make: () => Promise<Body>): Promise<{ idempotencyKey: string; body: Body }> {
      const words = JSON.stringify(values)
      if (last.current?.words !== words) last.current = { words, idempotencyKey: newIntent(), body: await make() }
      return last.current as { idempotencyKey: string; body: Body }
    },
    /** Whether there was no answer; what was refused is not repeated. */
    unanswered(error: unknown): boolean {
      const lost = error instanceof ApiError && error.status === 0
      if (!lost) last.current = undefined
      return lost
    },
  }
}
