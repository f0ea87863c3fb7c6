/**
 * Lets `most` callers go on in one turn of the event loop, in the order in which they came; the rest wait for the next
 * turns, between which the loop looks at everybody else's sockets. For answers that are not urgent: a burst of 600
 * refusals, sent in one go, is a tenth of a second in which nobody is served.
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
