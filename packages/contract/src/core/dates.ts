/**
 * Calendar days and instants. A day is `YYYY-MM-DD` and has no zone; an instant is an ISO string in UTC. Only these
 * functions turn one into the other, and they always name a zone (`safety/clock`).
 */
export type Day = string

/** The portal's calendar: dates in requests lie between these days (`safety/bounds`). */
export const firstDay: Day = '1900-01-01'
export const lastDay: Day = '2199-12-31'

/** The calendar day in `zone` at `instant`. */
export function dayIn(zone: string, instant: Date): Day {
  const parts = partsIn(zone, instant)
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The zone in which a day begins first: no day is in the future that has begun there. */
export const firstZone = 'Etc/GMT-14'

/** Seconds since midnight in `zone` at `instant`. */
export function secondsOfDayIn(zone: string, instant: Date): number {
  const { hour, minute, second } = partsIn(zone, instant)
  return Number(hour) * 3600 + Number(minute) * 60 + Number(second)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function partsIn(zone: string, instant: Date): Record<string, string> {
  let format = formatters.get(zone)
  // Stryker disable next-line ConditionalExpression: only costs time, a formatter is costly to make.
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    // Stryker disable next-line CallExpression: only costs time, as above.
    formatters.set(zone, format)
  }
  return Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]))
}

/**
 * The instant at which clocks in `zone` show so many seconds after midnight of a day. Of a time that a clock shows twice, or
 * never, the one that its later offset gives.
 */
export function instantIn(zone: string, day: Day, secondsOfDay: number): Date {
  const wanted = utc(day).getTime() + secondsOfDay * 1000
  const shownAt = (instant: number) =>
    utc(dayIn(zone, new Date(instant))).getTime() + secondsOfDayIn(zone, new Date(instant)) * 1000
  const first = wanted - (shownAt(wanted) - wanted)
  return new Date(first - (shownAt(first) - wanted))
}

const utc = (day: Day): Date => new Date(`${day}T00:00:00Z`)

/**
 * Writes a UTC midnight as a day. Beyond four-digit years `YYYY-MM-DD` does not exist: throws a RangeError, never cuts
 * the text.
 */
function written(date: Date): Day {
  const text = date.toISOString()
  if (!/^\d{4}-/.test(text)) throw new RangeError(`${text} lies outside the calendar`)
  return text.slice(0, 10)
}

/** `count` days later (or earlier, when negative). Throws a RangeError outside the years 0 to 9999. */
export function addDays(day: Day, count: number): Day {
  const date = utc(day)
  date.setUTCDate(date.getUTCDate() + count)
  return written(date)
}

/** The same day of the month `count` months later, clamped to that month's end: 31 August + 6 → 28 February. */
export function addMonths(day: Day, count: number): Day {
  const date = utc(day)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return written(date)
}

const words = (year: 'numeric' | undefined) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric', year })
const dayFormats = { withYear: words('numeric'), withoutYear: words(undefined) }

/** A day as people read it (`screens/dates`): "Mon, Nov 30, 2026"; without its year, "Mon, Nov 30". */
export const dayWords = (day: Day, withYear = true): string =>
  dayFormats[withYear ? 'withYear' : 'withoutYear'].format(utc(day))

/** 0 Sunday … 6 Saturday. */
export const weekday = (day: Day): number => utc(day).getUTCDay()

/** True for a real calendar day of 1900 to 2199 written `YYYY-MM-DD`; 2026-02-30 is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstDay || text > lastDay) return false
  const date = utc(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/**
 * Reads ISO 8601 or `YYYY-MM-DD HH:mm:ss`; a time without a zone is UTC (`calls/times`).
 * Undefined when it is neither, or lies outside 1900 to 2199.
 */
export function parseInstant(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text)
  if (!match || !isDay(match[1]!)) return undefined
  const date = new Date(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
  return Number.isNaN(date.getTime()) || !isDay(date.toISOString().slice(0, 10)) ? undefined : date
}
