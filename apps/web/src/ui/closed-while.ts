import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Closes fields whose page or dialog goes with the answer: what would be typed meanwhile would be lost. Whoever was in
 * one of them is there again when they open.
 * @returns for the element around the fields
 */
export function useClosedWhile(busy: boolean): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = around.current
    if (!busy || !element) return undefined
    const at = document.activeElement
    element.inert = true
    return () => {
      element.inert = false
      const isLost = document.activeElement === document.body || document.activeElement === at
      if (isLost && at instanceof HTMLElement && element.contains(at)) at.focus({ preventScroll: true })
    }
  }, [busy])
  return around
}
