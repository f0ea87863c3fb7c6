/**
 * Returns what to wait for before a response that is not urgent: it lets `most` callers continue in one iteration of
 * the event loop, in order of arrival, and the rest in the next ones, between which the loop serves other sockets. 600
 * refusals sent at once would block everything else for a tenth of a second.
 */
export function openPace(most: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  function next(): void {
    for (const go of waiting.splice(0, most)) go()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((go) => {
      if (waiting.push(go) === 1) setImmediate(next)
    })
}
