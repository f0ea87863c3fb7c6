import { formatInstant } from './format.ts'

/** An instant on the user's clock, without a zone: `2026-11-21T14:05` (`screens/dates`). */
export const wallClock = (instant: string): string => formatInstant(instant).replaceAll('/', '-').replace(' ', 'T')

const shiftAt = (instant: number): number => Date.parse(`${wallClock(new Date(instant).toISOString())}Z`) - instant

/** The instant at which the user's clock shows this; an hour that it skips counts as the one before. */
export function instantOf(shown: string): string {
  const wanted = Date.parse(`${shown.slice(0, 16)}Z`)
  // The zone's shift is that of the instant, which is being looked for: a first guess is a few hours off at most.
  const guess = wanted - shiftAt(wanted)
  return new Date(wanted - shiftAt(guess)).toISOString()
}
