import { ApiError, newIntent } from './api.ts'

/** Whether nobody knows what became of a call: no answer came, or somebody on the way gave up waiting for it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 504].includes(error.status)

/**
 * The key of what somebody wants: the same words go under the same key until they were answered, so that a call that got no
 * answer is done once however often it is sent. Other words are another wish.
 */
export class Intent {
  private last: { words: string; key: string } | undefined

  /** The key for this call, by all that it sends. */
  keyFor(input: unknown): string {
    const words = JSON.stringify(input)
    if (this.last?.words !== words) this.last = { words, key: newIntent() }
    return this.last.key
  }

  /** To be called when the call has ended; `error` where it failed. A call without an answer is not over. */
  ended(error?: unknown): void {
    if (!isUnanswered(error)) this.last = undefined
  }
}
