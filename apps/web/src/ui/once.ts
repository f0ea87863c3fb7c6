import { useEffect, useRef } from 'react'

/** Longer than the pause within a double click, shorter than a second intent. */
const doubleClick = 500

/**
 * Lets an action begin once for a double click: its second half meets a button that is not painted as busy yet.
 * @param busy whether the action is under way; once it has ended it may begin again at once
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
