/**
 * Returns what to wait for before an answer that is not urgent: it lets `most` callers go on in one iteration of the event
 * loop, in the order in which they came, and the rest in the next ones, between which the loop serves other sockets. 600
 * refusals sent in one go would block everything else for a tenth of a second.
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
