import { inputHeader } from '@archwire/contract/core/input-header.ts'

/**
 * Whether somebody is there: hands on this page, not what the page does by itself. Only calls that follow such input move
 * the session's clock (`access/idle`); refetches, timers and what the event stream brings do not.
 */

/** A call follows input when it comes so soon after it. */
const momentMs = 5_000
/** Somebody who reads, scrolls or types for so long without a call is told to the server by one. */
const quietMs = 4 * 60_000
/** A mouse that is moved less trembles on its table; browsers also repeat the last place when the page below it changes. */
const fewPixels = 4

// Opening the page is somebody's doing, too; the clock of `performance` began with it.
let lastInput = 0
let lastTold = 0

/** The header of a call that follows input; none otherwise. `byHand`: what the caller knows of it. */
export function markOfInput(byHand = performance.now() - lastInput <= momentMs): Record<string, string> {
  if (!byHand) return {}
  lastTold = performance.now()
  return { [inputHeader]: '1' }
}

/**
 * Notes input from now on.
 * @param tell is called with the first input after a long while without a call
 * @returns a function that stops
 */
export function watchInput(tell: () => void, page: EventTarget = window): () => void {
  let place: { x: number; y: number } | undefined
  const note = (event: Event) => {
    if (event.type === 'pointermove') {
      const { screenX: x, screenY: y } = event as PointerEvent
      const moved = place && Math.hypot(x - place.x, y - place.y) >= fewPixels
      if (moved !== false) place = { x, y }
      if (!moved) return
    }
    lastInput = performance.now()
    if (lastInput - lastTold < quietMs) return
    lastTold = lastInput
    tell()
  }
  const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
  for (const kind of kinds) page.addEventListener(kind, note, { capture: true, passive: true })
  return () => {
    for (const kind of kinds) page.removeEventListener(kind, note, { capture: true })
  }
}
