import { dayWords } from '@archwire/contract/core/dates.ts'
import { serverNow } from './server-time.ts'

/**
 * How dates and times are written in the whole portal (`screens/dates`). No other file makes formats of its own.
 *
 * | what                                                        | function        | reads               |
 * | ----------------------------------------------------------- | --------------- | ------------------- |
 * | a moment in a record, on paper and on hover                 | formatInstant   | 2026/11/21 14:05    |
 * | how long ago: lists, histories, notes                       | formatAgo       | 12 min ago          |
 * | a calendar day, always with its year on records and papers  | formatDay       | Sat, Nov 21, 2026   |
 * | the day of a moment, in sentences                           | formatDayOf     | Sat, Nov 21, 2026   |
 * | a moment until which something is to be done                | formatDeadline  | Sat, Nov 21, 14:05  |
 * | the time of a moment of today, or of a day that is named     | formatTime      | 14:05               |
 * | a range of days                                             | formatDays      | Mon, Nov 2 – Fri, Nov 6 |
 * | a month; a day or a month on an axis                        | formatMonth, formatOnAxis | November 2026, Nov 21 |
 * | a range of days in a field that opens a calendar            | fieldFormats    | Sat, Nov 21, 2026   |
 *
 * Fields in which days and times are typed read more forms than these (`typed-dates.ts`) and show one of them.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format, made once: making one takes longer than a hundred dates. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(key, format)
  return format
}

let zone: string | undefined

/** The time zone of displayed times: the user's own (`screens/dates`); the browser's where it does not know that one. */
export const showTimesIn = (timeZone: string | null): void => {
  zone = timeZone ?? undefined
  try {
    formatOf({ timeZone: zone })
  } catch {
    zone = undefined
  }
}

/** `2026/11/21 14:05`, (`screens/dates`), on the user's clock. */
export function formatInstant(instant: string): string {
  const part = Object.fromEntries(
    formatOf({
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}/${part.month}/${part.day} ${part.hour}:${part.minute}`
}

const minute = 60_000
const hour = 60 * minute
const dayLength = 24 * hour

/** The year at a moment, in the zone of displayed times. */
const yearAt = (instant: number): string => formatOf({ timeZone: zone, year: 'numeric' }).format(instant)

/** Whether a calendar day lies in this year: only then its year is left out (`screens/dates`). */
export const isThisYear = (day: string): boolean => day.startsWith(yearAt(serverNow()))

/** A time as lists show it: "just now", "12 min ago", "3 h ago", "Mon, Nov 16"; of another year "Nov 16, 2025". */
export function formatAgo(instant: string, now: number): string {
  const then = Date.parse(instant)
  const age = now - then
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < dayLength) return `${Math.floor(age / hour)} h ago`
  const year = yearAt(then) === yearAt(now) ? undefined : 'numeric'
  const weekday = year === undefined || age < 7 * dayLength ? 'short' : undefined
  return formatOf({ timeZone: zone, weekday, month: 'short', day: 'numeric', year }).format(then)
}

/** A calendar day, never shifted: "Mon, Nov 30"; of another year, or `withYear`, "Mon, Nov 30, 2026". */
export function formatDay(day: string, withYear = !isThisYear(day)): string {
  return dayWords(day, withYear)
}

/** The calendar day of an instant on the user's clock, `YYYY-MM-DD`. */
export const dayAt = (instant: string): string => formatInstant(instant).slice(0, 10).replaceAll('/', '-')

/** The day of an instant on the user's clock, with its year: "Mon, Nov 30, 2026". */
export const formatDayOf = (instant: string): string => formatDay(dayAt(instant), true)

/** The time of an instant on the user's clock: "14:05". */
export const formatTime = (instant: string): string => formatInstant(instant).slice(-5)

/** A moment until which something is to be done, beside other days: "Mon, Nov 30, 16:00". */
export const formatDeadline = (instant: string): string => `${formatDay(dayAt(instant))}, ${formatTime(instant)}`

const inUtc = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf({ timeZone: 'UTC', ...options }).format(Date.parse(`${day}T00:00:00Z`))

/** The month of a day: "November 2026". */
export const formatMonth = (day: string): string => inUtc(day, { month: 'long', year: 'numeric' })

/** A day or a month on an axis: "Nov 21", "Nov 21, 2025"; "Nov 26". */
export const formatOnAxis = (day: string, each: 'day' | 'month'): string =>
  each === 'month'
    ? inUtc(day, { month: 'short', year: '2-digit' })
    : inUtc(day, { month: 'short', day: 'numeric', year: isThisYear(day) ? undefined : 'numeric' })

/** `formatDay` for fields that open a calendar. */
export const fieldFormats = { day: 'ddd, MMM D, YYYY', dayOfThisYear: 'ddd, MMM D' } as const

/**
 * A range of days as addresses carry it, `from,to`, one end may be missing: "Mon, Nov 2 – Fri, Nov 6", "until Fri, Nov
 * 6". Years appear when one of them is not this year.
 */
export function formatDays(value: string): string {
  const [from = '', to = ''] = value.split(',')
  const withYear = [from, to].some((day) => day !== '' && !isThisYear(day))
  if (from === '') return `until ${formatDay(to, withYear)}`
  if (to === '') return `from ${formatDay(from, withYear)}`
  return from === to ? formatDay(from, withYear) : `${formatDay(from, withYear)} – ${formatDay(to, withYear)}`
}

/** "5 h 12 min", "48 s" */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** "12.4 MB" */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  return `${Number((bytes / 1024 ** 2).toFixed(1))} MB`
}

const counts = new Intl.NumberFormat('en-US')
export const formatCount = (count: number): string => counts.format(count)

/** "Ada Byron" → "AB" */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .map((word) => word.slice(0, word.codePointAt(0)! > 0xffff ? 2 : 1))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()
