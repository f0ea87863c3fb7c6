import { addDays, addMonths, weekday } from '../core/dates.ts'

/**
 * The ranges that the dashboard offers (`organizations/range`): weeks begin on Sunday, `this_*` end today, `day_to_month`
 * begins on the same day of last month, `all_time` has no dates.
 */
export const presets = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'this_year',
  'day_to_month',
  'all_time',
] as const
export type Preset = (typeof presets)[number]
/** Calendar days in the lab's zone, both ends included; null where it is open. */
export interface DayRange {
  from: string | null
  to: string | null
}

export const presetLabels: Record<Preset | 'custom', string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  this_week: 'This week',
  last_week: 'Last week',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  day_to_month: 'Day to month',
  all_time: 'All time',
  custom: 'Custom',
}

const monthStart = (day: string): string => `${day.slice(0, 8)}01`

/** The first day of a day's quarter of the year. */
function quarterStart(day: string): string {
  const month = Number(day.slice(5, 7))
  return addMonths(monthStart(day), -((month - 1) % 3))
}

/** The days of a preset. `today` is the lab's date. */
export function rangeOf(preset: Preset, today: string): DayRange {
  const sunday = addDays(today, -weekday(today))
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this_week':
      return { from: sunday, to: today }
    case 'last_week':
      return { from: addDays(sunday, -7), to: addDays(sunday, -1) }
    case 'this_month':
      return { from: monthStart(today), to: today }
    case 'last_month':
      return { from: monthStart(addMonths(today, -1)), to: addDays(monthStart(today), -1) }
    case 'this_quarter':
      return { from: quarterStart(today), to: today }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'day_to_month':
      return { from: addMonths(today, -1), to: today }
    case 'all_time':
      return { from: null, to: null }
  }
}

/** How many months before the present ones those of a preset were. */
const monthsBefore: Partial<Record<Preset | 'custom', number>> = {
  this_month: 1,
  last_month: 1,
  this_quarter: 3,
  this_year: 12,
}

/**
 * The days that a range is compared with (`organizations/compared`): the same part of the week, month, quarter or year
 * before; for other ranges as many days as they have, just before them. Null for a range that is open.
 */
export function rangeBefore(preset: Preset | 'custom', { from, to }: DayRange): DayRange | null {
  if (from === null || to === null) return null
  const months = monthsBefore[preset]
  if (preset === 'last_month') return { from: addMonths(from, -1), to: addDays(from, -1) }
  if (months !== undefined) return { from: addMonths(from, -months), to: addMonths(to, -months) }
  const days = preset === 'this_week' ? 7 : daysIn(from, to)
  return { from: addDays(from, -days), to: addDays(to, -days) }
}

const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
