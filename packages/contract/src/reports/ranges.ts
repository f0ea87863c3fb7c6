import { addDays, addMonths, type Day } from '../core/dates.ts'

/** Months that a report covers at most (`exports/range`). */
export const mostMonths = 12

interface Range {
  from: Day
  to: Day
}

/** What is wrong with the days of a report, as a message for its last day; undefined for nothing. */
export function rangeProblem({ from, to }: Range): string | undefined {
  if (to < from) return 'The last day is before the first.'
  return to >= addMonths(from, mostMonths) ? `At most ${mostMonths} months.` : undefined
}

const monthStart = (day: Day): Day => `${day.slice(0, 8)}01`

/** The ranges that the page offers, of the lab's days. */
export const reportRanges = [
  { id: 'this_month', label: 'This month' },
  { id: 'last_month', label: 'Last month' },
  { id: 'three_months', label: 'Last 3 months' },
  { id: 'twelve_months', label: 'Last 12 months' },
  { id: 'custom', label: 'Custom' },
] as const
export type ReportRange = (typeof reportRanges)[number]['id']

/** The days of a range that the page offers; `today` is the lab's date. */
export function daysOfRange(range: Exclude<ReportRange, 'custom'>, today: Day): Range {
  switch (range) {
    case 'this_month':
      return { from: monthStart(today), to: today }
    case 'last_month':
      return { from: monthStart(addMonths(monthStart(today), -1)), to: addDays(monthStart(today), -1) }
    case 'three_months':
      return { from: addDays(addMonths(today, -3), 1), to: today }
    case 'twelve_months':
      return { from: firstOfYear(today), to: today }
  }
}

/** The first of twelve months that end on a day: after a 29 February clamped to its 28th, one day later. */
function firstOfYear(today: Day): Day {
  const first = addDays(addMonths(today, -mostMonths), 1)
  return rangeProblem({ from: first, to: today }) ? addDays(first, 1) : first
}
