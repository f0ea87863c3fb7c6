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
  day_to_month: 'Day to month',
  all_time: 'All time',
  custom: 'Custom',
}

const monthStart = (day: string): string => `${day.slice(0, 8)}01`

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
    case 'day_to_month':
      return { from: addMonths(today, -1), to: today }
    case 'all_time':
      return { from: null, to: null }
  }
}
