import { useEffect, useState } from 'react'

/** The latest time after the page at which a part of it loads, and the retry delay if it did not arrive. */
export const QUIET_MS = 1000
const AGAIN_MS = 5000
/** How often it lets the files of a page go first that is still on its way. The line may break meanwhile. */
const WAITS = 5

/**
 * A part of the page that nothing waits for: it loads once the page is there, so that it is available when needed, even
 * if the connection is lost by then.
 * @param needed at once, for example because a person has requested it
 */
export function useDeferredImport<Part>(load: () => Promise<Part>, needed: boolean): Part | null {
  const [part, setPart] = useState<{ there: Part } | null>(null)
  const isThere = part !== null
  useEffect(() => {
    if (isThere) return undefined
    let left = false
    let waits = needed ? 0 : WAITS
    let timer = setTimeout(fetch, needed ? 0 : QUIET_MS)
    function fetch() {
      if (waits-- > 0 && document.querySelector('.outline-page')) {
        timer = setTimeout(fetch, QUIET_MS)
        return
      }
      load().then(
        (there) => left || setPart({ there }),
        () => left || (timer = setTimeout(fetch, AGAIN_MS)),
      )
    }
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [load, needed, isThere])
  return part?.there ?? null
}
