import federalHolidays from '@18f/us-federal-holidays'
import {
  addDays,
  addMonths,
  dayIn,
  instantIn,
  secondsOfDayIn,
  weekday,
  type Day,
} from '@archwire/contract/core/dates.ts'
import { shippingMethodIds, type ShippingMethodId } from '@archwire/contract/shipping/methods.ts'

/**
 * Business days and delivery dates (`requests/business-day`, `requests/earliest`). Pure: the moment and the lab's zone
 * come in. A business day is Monday to Friday and no US federal holiday (5 U.S.C. 6103(a), on the observed day); business
 * hours are 8:00 to 16:00.
 */
export { shippingMethodIds, type ShippingMethodId } from '@archwire/contract/shipping/methods.ts'

/** Transit in business days. */
export const transitDays: Record<ShippingMethodId, number> = {
  standard: 5,
  express: 2,
  urgent: 1,
  lightspeed: 0,
  international: 7,
}

/** Returns the shipping method that a text names, if any. */
export const methodOf = (id: string | null): ShippingMethodId | undefined =>
  shippingMethodIds.find((method) => method === id)

/** Whether parcels ship to a country this way: international always and only outside the USA. */
export const reaches = (method: ShippingMethodId, country: string): boolean =>
  (method === 'international') === (country !== 'USA')

const closing = 16 * 3600
const lightspeedCutOff = 12 * 3600

const holidays = new Map<string, Set<Day>>()

/** Observed federal holidays of a year; New Year's Day may be observed on 31 December before. */
function holidaysOf(year: string): Set<Day> {
  let days = holidays.get(year)
  // Stryker disable next-line ConditionalExpression: only costs time, a year is computed for every day.
  if (!days) {
    // Inauguration Day is a holiday in Washington only and is not one of the eleven.
    const list = [Number(year), Number(year) + 1].flatMap((holidayYear) =>
      // Stryker disable next-line ObjectLiteral: equivalent, both are defaults of the library.
      federalHolidays.allForYear(holidayYear, { shiftSaturdayHolidays: true, shiftSundayHolidays: true }),
    )
    days = new Set(
      // Stryker disable next-line MethodExpression: equivalent, this release does not list Inauguration Day.
      list
        .filter((holiday) => !/inauguration/i.test(holiday.name))
        .map((holiday) => holiday.dateString)
        .map(padDay),
    )
    // Stryker disable next-line CallExpression: only costs time, as above.
    holidays.set(year, days)
  }
  return days
}

/** The library writes 2026-1-1. */
const padDay = (text: string): Day =>
  text
    .split('-')
    .map(
      // Stryker disable next-line StringLiteral: equivalent, this release of the library writes two digits.
      (part) => part.padStart(2, '0'),
    )
    .join('-')

export const isBusinessDay = (day: Day): boolean => {
  const name = weekday(day)
  return name !== 0 && name !== 6 && !holidaysOf(day.slice(0, 4)).has(day)
}

/**
 * `count` business days after `day` (before it, when negative). Throws a RangeError when they do not come within twice
 * as many calendar days and a fortnight: no stretch of the US calendar has that many weekends and holidays, so the day
 * must be wrong, and a loop over user input has to end (`safety/ends`).
 */
export function addBusinessDays(day: Day, count: number): Day {
  const step = Math.sign(count)
  const wanted = Math.abs(count)
  let moved = day
  // Stryker disable next-line AssignmentOperator: the last resort against an endless loop.
  for (let found = 0, walked = 0; found < wanted; walked += 1) {
    // Stryker disable next-line ConditionalExpression, EqualityOperator, CallExpression, StringLiteral: the same.
    if (walked > wanted * 2 + 14) throw new RangeError(`no ${count} business days after ${day}`)
    moved = addDays(moved, step)
    if (isBusinessDay(moved)) found += 1
  }
  return moved
}

interface Request {
  /** When the work is handed in. */
  at: Date
  zone: string
  /** Business days of production before transit. */
  offset: number
  method: ShippingMethodId | undefined
}

/** Today before closing on a business day, else the next one; then production and transit. */
export function nextBusinessDate({ at, zone, offset, method }: Request): Day {
  const today = dayIn(zone, at)
  const cutOff = method === 'lightspeed' ? lightspeedCutOff : closing
  const open = isBusinessDay(today) && secondsOfDayIn(zone, at) < cutOff
  const first = open ? today : addBusinessDays(today, 1)
  return addBusinessDays(first, offset + (method ? transitDays[method] : 0))
}

/**
 * A delivery may be requested on business days from the next business date to six calendar months ahead, both included.
 */
export const isValidBusinessDate = (day: Day, request: Request): boolean =>
  isBusinessDay(day) && day >= nextBusinessDate(request) && day <= addMonths(dayIn(request.zone, request.at), 6)

/** The day a parcel has to leave to arrive on `arrival`. */
export const shipDate = (arrival: Day, method: ShippingMethodId): Day => addBusinessDays(arrival, -transitDays[method])

/** From the business day before the expected arrival to that day. */
export const deliveryWindow = (arrival: Day): { from: Day; to: Day } => ({
  from: addBusinessDays(arrival, -1),
  to: arrival,
})

/**
 * By when a setup is to be approved so that it ships as planned (`cases/approve-by`): at closing time so many business days
 * before it leaves or, where nothing ships, before it is needed.
 */
export const approveBy = (
  { ship, arrival }: Pick<ShippingPlan, 'ship' | 'arrival'>,
  { zone, printDays }: { zone: string; printDays: number },
): Date => instantIn(zone, addBusinessDays(ship ?? arrival, -printDays), closing)

interface ShippingPlan {
  arrival: Day
  /** From the business day before the expected arrival to that day. */
  from: Day
  to: Day
  /** The day it has to leave; null for what is not shipped. */
  ship: Day | null
  /** Why the requested arrival is impossible, as text; null when it is possible. */
  problem: string | null
}

/** When work arrives, on the picked day or else the earliest, and when it has to leave. */
export function planShipping(request: Request, picked: Day | null): ShippingPlan {
  const arrival = picked ?? nextBusinessDate(request)
  const window = deliveryWindow(arrival)
  const today = dayIn(request.zone, request.at)
  return {
    arrival,
    // On a holiday the business day before the earliest arrival has passed already.
    from: window.from < today ? arrival : window.from,
    to: window.to,
    ship: request.method ? shipDate(arrival, request.method) : null,
    problem: picked === null ? null : problemWith(picked, request),
  }
}

/** Why nothing can arrive on a picked day, as text; null when it can (`requests/arrival`). */
export function problemWith(picked: Day, request: Request): string | null {
  if (picked < nextBusinessDate(request)) return 'Invalid date'
  return isValidBusinessDate(picked, request) ? null : 'Selected date is not a valid business date'
}

/** Why no delivery can be expected from a picked day on, as text; null when it can (`requests/window`). */
export function problemWithStart(picked: Day, request: Request): string | null {
  if (picked < deliveryWindow(nextBusinessDate(request)).from) return 'Invalid date'
  return isBusinessDay(picked) ? null : 'Selected date is not a valid business date'
}

/** Every day of `YYYY-MM`. */
export function calendarDays(yearMonth: string): { date: Day; is_business_day: boolean }[] {
  const first = `${yearMonth}-01`
  const days: { date: Day; is_business_day: boolean }[] = []
  for (let day = first; day < addMonths(first, 1); day = addDays(day, 1))
    days.push({ date: day, is_business_day: isBusinessDay(day) })
  return days
}
