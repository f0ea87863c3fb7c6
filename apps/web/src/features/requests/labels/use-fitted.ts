import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Steps of the size of type, from what a shelf is read by to what still prints. */
const steps = [1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.51, 0.44, 0.38, 0.32, 0.27]

/**
 * Steps the type of each part marked `data-fits` down until it holds all of its words: a name or a day that is
 * cut may be another patient's or another day.
 * @returns for the label
 */
export function useFitted(): RefObject<HTMLDivElement | null> {
  const label = useRef<HTMLDivElement>(null)
  // After every drawing: what it says may have changed.
  useLayoutEffect(() => {
    const sheet = label.current
    if (!sheet) return
    for (const part of sheet.querySelectorAll<HTMLElement>('[data-fits]'))
      for (const step of steps) {
        part.style.setProperty('--type', String(step))
        if (part.scrollHeight <= part.clientHeight && part.scrollWidth <= part.clientWidth) break
      }
  })
  return label
}
