import { formatInstant } from './format.ts'

/**
 * How moments are written in files that the browser makes, on the reader's clock (`screens/dates`): for spreadsheets
 * `2026-Nov-21 2:05 pm -07:00`, in names of files `2026-11-21-140509`.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const minute = 60_000
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** The year, month, day, hour and minute that the reader's clock shows. */
const shownAt = (instant: string): number[] => formatInstant(instant).split(/[/ :]/).map(Number)

/** A moment as a cell, with the distance of the reader's clock from UTC; none is an empty text. */
export function momentInFile(instant: string | null): string {
  if (instant === null) return ''
  const [year = 0, month = 1, day = 1, hour = 0, minutes = 0] = shownAt(instant)
  const shift = Date.UTC(year, month - 1, day, hour, minutes) / minute - Math.floor(Date.parse(instant) / minute)
  const zone = `${shift < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(shift) / 60))}:${twoDigits(Math.abs(shift) % 60)}`
  const time = `${hour % 12 || 12}:${twoDigits(minutes)} ${hour < 12 ? 'am' : 'pm'}`
  return `${year}-${months[month - 1]}-${twoDigits(day)} ${time} ${zone}`
}

/** A moment as a part of a file's name. */
export function momentInName(instant: string): string {
  const [date, time] = formatInstant(instant).split(' ')
  return `${date!.replaceAll('/', '-')}-${time!.replace(':', '')}${twoDigits(new Date(instant).getUTCSeconds())}`
}
