import { isDay, type Day } from '@archwire/contract/core/dates.ts'

/** Reads days and times as people type them: the forms of `format.ts`, and the usual ones beside them (`screens/typed-dates`). */

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const weekdays = /^(sun|mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?)(day)?[.,]?\s+/i

/** 11 of "Nov", "nov." and "November"; 0 of what is no month. */
const monthOf = (word: string): number => {
  const name = word.toLowerCase().replace(/\.$/, '')
  return name.length < 3 ? 0 : months.findIndex((month) => month.startsWith(name)) + 1
}

const two = (part: string | number): string => String(part).padStart(2, '0')

interface DayParts {
  year?: string
  month: string | number
  date: string
}

/** Year, month and day of the month in the order in which they are written; of numbers alone, the month is first unless the year is. */
function partsOf(text: string): DayParts | undefined {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (yearFirst) return { year: yearFirst[1]!, month: yearFirst[3]!, date: yearFirst[4]! }
  const monthFirst = /^(\d{1,2})([-/])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(text)
  if (monthFirst) return { year: monthFirst[4], month: monthFirst[1]!, date: monthFirst[3]! }
  const named = text.replace(weekdays, '')
  const nameFirst = /^(\p{L}+\.?)\s*(\d{1,2})(?:st|nd|rd|th)?(?:(?:\s*,\s*|\s+)(\d{4}))?$/iu.exec(named)
  if (nameFirst) return { year: nameFirst[3], month: monthOf(nameFirst[1]!), date: nameFirst[2]! }
  const dateFirst = /^(\d{1,2})(?:st|nd|rd|th)?\s*(\p{L}+\.?)(?:(?:\s*,\s*|\s+)(\d{4}))?$/iu.exec(named)
  return dateFirst ? { year: dateFirst[3], month: monthOf(dateFirst[2]!), date: dateFirst[1]! } : undefined
}

interface Around {
  today: Day
  /** The first and the last day that can be meant: a day without a year is one of the next or of the last year, where only that one is within. */
  min?: Day | undefined
  max?: Day | undefined
}

/** How far a day is from the days that can be meant, in milliseconds. */
const distance = (day: Day, { min = day, max = day }: Around): number =>
  Math.max(0, Date.parse(min) - Date.parse(day), Date.parse(day) - Date.parse(max))

/** The day of "Sat, Nov 21, 2026", "Nov 21", "11/21/2026", "11/21/26", "2026-11-21" …; undefined of all else. */
export function readDay(text: string, around: Around): Day | undefined {
  const parts = partsOf(text.trim().replace(/\s+/g, ' '))
  if (!parts) return undefined
  const dayOf = (year: string | number) => {
    const day = `${year}-${two(parts.month)}-${two(parts.date)}`
    return isDay(day) ? day : undefined
  }
  if (parts.year !== undefined) return dayOf(parts.year.length === 2 ? `20${parts.year}` : parts.year)
  const thisYear = Number(around.today.slice(0, 4))
  const days = [thisYear, thisYear + 1, thisYear - 1].map(dayOf).filter((day) => day !== undefined)
  // Sorting keeps the order of what is equally near: this year first.
  return days.toSorted((a, b) => distance(a, around) - distance(b, around))[0]
}

const clock = String.raw`(\d{1,2})(?::(\d{2})(?::\d{2})?)?\s*(?:([ap])\.?\s?m?\.?)?`

/** `14:05` of "14:05", "2:05 PM", "2:05p" and "2 pm"; undefined of all else. Seconds are left out. */
export function readTime(text: string): string | undefined {
  const [whole, hour, minute, half] = new RegExp(`^${clock}$`, 'i').exec(text.trim()) ?? []
  // A number alone is no time.
  if (whole === undefined || (minute === undefined && half === undefined)) return undefined
  const hours = Number(hour)
  if (Number(minute ?? 0) > 59 || hours > 23 || (half !== undefined && (hours < 1 || hours > 12))) return undefined
  const inDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${two(inDay)}:${minute ?? '00'}`
}

/**
 * A moment on the user's clock, `2026-11-21T14:05`, of a day and a time, or of a time alone.
 * @param day the day that a time alone is of
 */
export function readMoment(text: string, { day, ...around }: Around & { day: Day }): string | undefined {
  const line = text.trim()
  const alone = readTime(line)
  if (alone !== undefined) return `${day}T${alone}`
  const match = new RegExp(`^(.+?)(?:\\s*,\\s*|\\s+at\\s+|\\s+|T)(${clock})$`, 'i').exec(line)
  const [date, time] = match ? [readDay(match[1]!, around), readTime(match[2]!)] : []
  return date !== undefined && time !== undefined ? `${date}T${time}` : undefined
}
