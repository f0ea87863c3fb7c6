import { ApiError, newIntent } from './api.ts'

/** Milliseconds for which the same words are the same wish; whoever comes back to them later wants it anew. */
const wishLastsMs = 60_000

/**
 * Keys of what somebody wants: the same words go under the same key until it was done, so that a call whose answer was lost is
 * done once however often it is sent. A refused call leaves no key on the server: keeping it costs nothing. Other words are
 * another wish.
 */
export class Intent {
  private readonly keys = new Map<string, { key: string; at: number }>()

  /** The key for this call, by all that it sends. */
  keyFor(input: unknown): string {
    const words = JSON.stringify(input)
    const known = this.keys.get(words)
    if (known && Date.now() - known.at < wishLastsMs) return known.key
    const key = newIntent()
    this.keys.set(words, { key, at: Date.now() })
    return key
  }

  /** It was done, or is not wanted any more: the same words are a new wish from now on. */
  done(input: unknown): void {
    this.keys.delete(JSON.stringify(input))
  }
}

/** Whether nobody knows what became of a call: no answer, one of somebody on the way, or its twin is still under way. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || [408, 409, 429].includes(error.status))
