import { addDays, isDay, type Day } from '@archwire/contract/core/dates.ts'
import { presets, rangeOf, type DayRange, type Preset } from '@archwire/contract/dashboard/ranges.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** The preset that an address means, `custom` when its days were picked by hand. */
export const presetIn = ({ preset, days }: DashboardSearch): Preset | 'custom' =>
  days === undefined ? (presets.find((name) => name === preset) ?? 'this_month') : 'custom'

/** The days that an address means; no future days, and a hand-edited one never breaks the page. */
export function rangeIn(search: DashboardSearch, today: Day): DayRange {
  const preset = presetIn(search)
  if (preset !== 'custom') return rangeOf(preset, today)
  const [from = '', to = ''] = search.days!.split(',')
  const legal = [from, to].every((day) => day === '' || (isDay(day) && day <= today)) && (to === '' || from <= to)
  return legal ? { from: from || null, to: to || null } : rangeOf('this_month', today)
}

/** Days as an address carries them. */
export const daysText = (from: Day, to: Day): string => `${from},${to}`

/**
 * The last day that the picker shows of an open range, and its first: a month, so that it opens where there is
 * something.
 */
export const shownDays = ({ from, to }: DayRange, today: Day): readonly [Day, Day] | null =>
  from === null ? null : [from, to ?? (from > today ? addDays(from, 1) : today)]
