import { useEffect, useRef } from 'react'

/** Longer than the pause within a double click, shorter than a second intent. */
const doubleClick = 500

/**
 * Starts an action only once for a double click: the button is not rendered as busy yet when its second half arrives.
 * @param busy whether the action is in progress; once it has ended it may start again at once
 */
export function useOnce(act: () => void, busy = false): () => void {
  const last = useRef(-Infinity)
  useEffect(() => {
    if (!busy) last.current = -Infinity
  }, [busy])
  return () => {
    const now = performance.now()
    if (now - last.current < doubleClick) return
    last.current = now
    act()
  }
}
