/** A refusal that asks for longer than this is one that people read. */
const longestWaitSeconds = 5
const mostTries = 4

/**
 * `fetch`, which waits and asks again where the server says that too much came at once (429 with a short Retry-After): nothing was
 * begun then, so any call may go out once more. Several tabs, or a practice at the start of its day, never read of it.
 */
export async function fetchInTurn(address: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, init)
    const seconds = Number(response.headers.get('retry-after') ?? Infinity)
    if (response.status !== 429 || !(seconds <= longestWaitSeconds) || attempt === mostTries) return response
    // Apart from one another, or all that were refused together would come together again.
    await pause(seconds * 1000 * (1 + Math.random() / 2), init.signal)
  }
}

/** Ends at once, as the call would, when nobody waits any more. */
const pause = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
