import { useEffect, useEffectEvent } from 'react'
import { toast } from '../../lib/toast.ts'

/** A scanner gun types faster than people: no longer than this between two characters. */
const gapMs = 80
/** What a gun may set before a code: which kind of bars it read. */
const symbology = /^\][A-Za-z]\d/
/** The code on a case's labels; its hyphen is another sign where gun and computer are set to different keyboards. */
const caseCode = /^(C)[-ß)'/](\d{1,9})$/i
/** As long as such a code, with a sign in it: a gun sent it, and it is not known what it read. */
const garbled = /^(?=.*[^A-Za-z0-9])\S{3,14}$/

/** The case code that a gun sent; null for what has no one reading. */
export const codeSent = (typed: string): string | null => {
  const [, letter, digits] = caseCode.exec(typed.replace(symbology, '')) ?? []
  return digits === undefined ? null : `${letter}-${digits}`
}

/** Takes a code that was scanned; false leaves it to the part that listened before. `at`: when, as event times count. */
export type TakeCode = (code: string, at: number) => boolean | void

const takers: TakeCode[] = []
let typed = ''
let last = 0

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Gathers quick keys, and hands them over when Enter or Tab follows as quickly. A field keeps what is typed into it. */
function hear(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
  const { key, timeStamp } = event
  if (timeStamp - last > gapMs) typed = ''
  if (key === 'Enter' || key === 'Tab') {
    const sent = typed
    const code = codeSent(sent)
    typed = ''
    if (code === null && !garbled.test(sent)) return
    // A button that has the focus is not meant.
    event.preventDefault()
    event.stopPropagation()
    if (code === null) toast.error(`The scanner sent “${sent}”. Set it to this computer’s keyboard.`)
    else takers.toReversed().some((take) => take(code, timeStamp) !== false)
    return
  }
  if (key.length !== 1) return
  // In the middle of a code these open no search, of the page or of the browser.
  if (typed !== '' && (key === '/' || key === "'")) {
    event.preventDefault()
    event.stopPropagation()
  }
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
