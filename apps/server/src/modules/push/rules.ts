import { createECDH } from 'node:crypto'
import type { SilentHours } from '@archwire/contract/push/routes.ts'
import { mostBrowsers } from '@archwire/contract/push/limits.ts'
import { addDays, dayIn, instantIn, secondsOfDayIn } from '@archwire/contract/core/dates.ts'

/** Why a person cannot have one more browser; null when they can. */
export const tooMany = (browsers: number): string | null =>
  browsers >= mostBrowsers
    ? `You already get notifications in ${mostBrowsers} browsers. Remove one of them first.`
    : null

/** Whether a browser's key is a point of its curve: for another nothing can be encrypted. */
export function isKey(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

const secondsOf = (time: string): number => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60

/**
 * When a person's silent hours are over that last at this moment; null outside of them (`notices/silent`). By the clock
 * of their wall: a night in which it is turned is as long as it shows.
 */
export function silentUntil(at: Date, hours: SilentHours | null, zone: string): Date | null {
  if (!hours) return null
  const [from, to, time] = [secondsOf(hours.from), secondsOf(hours.to), secondsOfDayIn(zone, at)]
  const overMidnight = to <= from
  const lasts = overMidnight ? time >= from || time < to : time >= from && time < to
  if (!lasts) return null
  const day = dayIn(zone, at)
  const end = instantIn(zone, overMidnight && time >= from ? addDays(day, 1) : day, to)
  // A time that the clock skips, or shows for the second time: the next minute decides.
  return end > at ? end : new Date(at.getTime() + 60_000)
}
