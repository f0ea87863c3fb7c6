import { useEffect, useEffectEvent } from 'react'

/** A scanner gun types faster than people: no longer than this between two characters. */
const gapMs = 80
/** The code on a case's labels; all else are keys that a person pressed. */
const caseCode = /^C-\d{1,9}$/i

/** Takes a code that was scanned; false leaves it to the part that listened before. `at`: when, as event times count. */
export type TakeCode = (code: string, at: number) => boolean | void

const takers: TakeCode[] = []
let typed = ''
let last = 0

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Gathers quick keys, and hands them over when Enter follows as quickly. A field keeps what is typed into it. */
function hear(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
  const { key, timeStamp } = event
  if (timeStamp - last > gapMs) typed = ''
  if (key === 'Enter' && caseCode.test(typed)) {
    const code = typed
    typed = ''
    // A button that has the focus is not meant.
    event.preventDefault()
    event.stopPropagation()
    takers.toReversed().some((take) => take(code, timeStamp) !== false)
    return
  }
  if (key.length !== 1) return
  typed += key
  last = timeStamp
}

/**
 * Listens to scanner guns as long as the part is shown; the part that was shown last is asked first (`work/scanner`).
 * @param isLast asked after all others, whenever it was shown
 */
export function useScannedCode(take: TakeCode, isLast = false): void {
  const latest = useEffectEvent(take)
  useEffect(() => {
    const taker: TakeCode = (code, at) => latest(code, at)
    if (takers.length === 0) addEventListener('keydown', hear, true)
    if (isLast) takers.unshift(taker)
    else takers.push(taker)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
      if (takers.length === 0) removeEventListener('keydown', hear, true)
    }
  }, [isLast])
}
