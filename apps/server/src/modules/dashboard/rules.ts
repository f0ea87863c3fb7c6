import { addDays, addMonths, weekday, type Day } from '@archwire/contract/core/dates.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'

/** How fine a plot is. */
export type Each = 'day' | 'week' | 'month'

/**
 * A stretch of days that a plot shows as one bucket: named by the first day it represents, counted from `first` to
 * `last`.
 */
export interface Bucket {
  day: Day
  first: Day
  last: Day
}

const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Up to 45 days by day, up to 370 by week, else by month. */
export const eachOf = (from: Day, to: Day): Each => {
  const days = daysBetween(from, to) + 1
  return days <= 45 ? 'day' : days <= 370 ? 'week' : 'month'
}

/** A plot goes no further back than this before its end, unless there are older cases. */
const mostYears = 10

/**
 * The days that a plot shows: an open end is today, an open beginning the first day with a submission; no plot shows
 * the future. `earliest` is that first day, null when there is none.
 */
export function plottedDays(range: DayRange, earliest: Day | null, today: Day): { from: Day; to: Day } {
  // Stryker disable next-line EqualityOperator: equivalent, of two equal days either may be taken.
  const to = range.to === null || range.to > today ? today : range.to
  // Stryker disable next-line EqualityOperator: equivalent, of two equal days either may be taken.
  const begin = earliest !== null && earliest < to ? earliest : to
  if (range.from === null) return { from: begin, to }
  const oldest = addMonths(to, -12 * mostYears)
  // Stryker disable next-line EqualityOperator: equivalent, of two equal days either may be taken.
  return { from: range.from < oldest && range.from < begin ? (begin < oldest ? begin : oldest) : range.from, to }
}

/** All buckets from `from` to `to`, without gaps; weeks start on Sunday. The first and the last may be cut short by the range. */
export function bucketsOf(from: Day, to: Day, each: Each): Bucket[] {
  const buckets: Bucket[] = []
  let day = each === 'day' ? from : each === 'week' ? addDays(from, -weekday(from)) : `${from.slice(0, 8)}01`
  while (day <= to) {
    const next = each === 'month' ? addMonths(day, 1) : addDays(day, each === 'week' ? 7 : 1)
    const last = addDays(next, -1)
    // Stryker disable next-line EqualityOperator: equivalent, of two equal days either may be taken.
    buckets.push({ day, first: day < from ? from : day, last: last > to ? to : last })
    day = next
  }
  return buckets
}
