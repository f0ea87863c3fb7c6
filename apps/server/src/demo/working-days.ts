import { addDays, dayIn, secondsOfDayIn, type Day } from '@archwire/contract/core/dates.ts'
import { addBusinessDays, isBusinessDay } from '../modules/calendar/index.ts'

const opens = 8 * 3600
const closes = 16 * 3600
/** So soon after opening there is time for at least something to have happened today. */
const soonest = opens + 30 * 60

/** The instant at which clocks in `zone` show these seconds of a day. */
function instantAt(zone: string, day: Day, seconds: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + seconds * 1000
  const shownAt = (instant: number) =>
    Date.parse(`${dayIn(zone, new Date(instant))}T00:00:00Z`) + secondsOfDayIn(zone, new Date(instant)) * 1000
  // Twice: the first guess may lie on the other side of a change of clocks.
  const guess = wanted - (shownAt(wanted) - wanted)
  return new Date(guess + wanted - shownAt(guess))
}

/** The lab's working time before a moment: nothing of the demo happens at night, at weekends, or later than now. */
export interface WorkingDays {
  /** The moment so many working days ago; a working day has eight hours. */
  ago: (days: number) => Date
  /** A business day from today on: 0 is today, or the next one where today is none. */
  due: (days: number) => Day
}

/** Working time seen from `present`, on whichever day and at whichever hour that is. */
export function workingDays(zone: string, present: Date): WorkingDays {
  const today = dayIn(zone, present)
  const seconds = secondsOfDayIn(zone, present)
  const isOpen = isBusinessDay(today) && seconds >= soonest
  const last = isOpen ? today : addBusinessDays(today, -1)
  const elapsed = isOpen ? Math.min(1, (seconds - opens) / (closes - opens)) : 1
  const first = isBusinessDay(today) ? today : addBusinessDays(today, 1)
  return {
    ago(days) {
      const place = elapsed - Math.max(0, days)
      const whole = Math.floor(place)
      const day = whole >= 0 ? last : addBusinessDays(last, whole)
      return instantAt(zone, day, Math.floor(opens + (place - whole) * (closes - opens)))
    },
    due: (days) => (days === 0 ? first : addBusinessDays(first, days)),
  }
}

/** The next weekday on which the lab is closed, and the last day before it. */
export function nextHoliday(zone: string, present: Date): { day: Day; before: Day } {
  let day = addDays(dayIn(zone, present), 2)
  const isWeekend = (at: Day) => [0, 6].includes(new Date(`${at}T12:00:00Z`).getUTCDay())
  for (let looked = 0; looked < 200 && (isWeekend(day) || isBusinessDay(day)); looked += 1) day = addDays(day, 1)
  return { day, before: addBusinessDays(day, -1) }
}
