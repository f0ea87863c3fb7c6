import { inputHeader } from '@archwire/contract/core/input-header.ts'

/**
 * Distinguishes what a person does on this page from what the page does by itself. Only calls that follow a person's
 * input extend the session (`access/idle`); refetches, timers and the event stream do not.
 */

/** A call counts as following input when it comes within this time. */
const momentMs = 5_000
/**
 * After this long without such a call, input (reading, scrolling, typing) is reported to the server by a separate call.
 */
const quietMs = 4 * 60_000
/** Smaller mouse moves are vibration; browsers also repeat the last position when the page below it changes. */
const fewPixels = 4

/** When a tab of this browser last made such a call, in milliseconds since 1970: no tab knows of the others. */
export const toldKey = 'archwire.told-at'

// Opening the page is input, too; the clock of `performance` started with it.
let lastInput = 0
let lastTold = 0

/** Returns the header that marks a call as following input, or none. `byHand`: for callers that know better than the clock. */
export function markOfInput(byHand = performance.now() - lastInput <= momentMs): Record<string, string> {
  if (!byHand) return {}
  lastTold = performance.now()
  globalThis.localStorage?.setItem(toldKey, String(Date.now()))
  return { [inputHeader]: '1' }
}

/**
 * Tracks input from now on.
 * @param tell is called on the first input after `quietMs` without a marked call
 * @returns a function that stops it
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
