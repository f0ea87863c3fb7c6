import { ApiError, newIntent } from './api.ts'

/** Milliseconds for which the same input is the same intent; after that it is a new one. */
const intentLastsMs = 60_000

/**
 * Keys of a person's intents: the same input gets the same key until it is done, so that a call whose response was lost
 * runs once however often it is sent. A refused call leaves no key on the server, so the key can be kept. Different
 * input is another intent.
 */
export class Intent {
  private readonly keys = new Map<string, { key: string; at: number }>()

  /** The key for this call, by everything that it sends. */
  keyFor(input: unknown): string {
    const words = JSON.stringify(input)
    const known = this.keys.get(words)
    if (known && Date.now() - known.at < intentLastsMs) return known.key
    const key = newIntent()
    this.keys.set(words, { key, at: Date.now() })
    return key
  }

  /** It was done, or dropped: the same input is a new intent from now on. */
  done(input: unknown): void {
    this.keys.delete(JSON.stringify(input))
  }
}

/**
 * Whether the outcome of a call is unknown: no response, one from an intermediary, or its twin is still in progress.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || [408, 409, 429].includes(error.status))
