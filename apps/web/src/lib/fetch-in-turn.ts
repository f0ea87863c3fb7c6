/** A refusal with a longer wait than this is shown to people. */
const longestWaitSeconds = 5
const mostTries = 4

/**
 * `fetch` that waits and retries where the server reports too many calls at once (429 with a short Retry-After):
 * nothing was started then, so any call may be sent again. People with several tabs, or practices at the start of the
 * day, never see it.
 */
export async function fetchInTurn(address: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, init)
    const seconds = Number(response.headers.get('retry-after') ?? Infinity)
    if (response.status !== 429 || !(seconds <= longestWaitSeconds) || attempt === mostTries) return response
    // With random gaps, or all calls that were refused together would return together.
    await pause(seconds * 1000 * (1 + Math.random() / 2), init.signal)
  }
}

/** Ends at once, as the call would, when it is aborted. */
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
