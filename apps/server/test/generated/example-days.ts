import { addDays, addMonths, dayIn, isDay, type Day } from '@archwire/contract/core/dates.ts'
import { readConfig } from '../../src/config.ts'
import { addBusinessDays, isBusinessDay } from '../../src/modules/calendar/index.ts'

/** The Monday that the examples of the contract were written for. */
const writtenOn: Day = '2026-11-23'
const { labZone } = readConfig({ NODE_ENV: 'test' })

/** Business days from the day the examples were written to `day`; negative before it. */
function businessDaysTo(day: Day): number {
  const step = day < writtenOn ? -1 : 1
  let count = 0
  for (let moved = writtenOn; moved !== day; count += isBusinessDay(moved) ? step : 0) moved = addDays(moved, step)
  return count
}

/** A day of an example as if the example had been written today: as many business days from today. */
function moved(day: Day): Day {
  const isNear = day > addMonths(writtenOn, -12) && day < addMonths(writtenOn, 12)
  return isNear ? addBusinessDays(dayIn(labZone, new Date()), businessDaysTo(day)) : day
}

/**
 * An example with its days moved along with the clock, so that what was legal when it was written is legal today. Days over
 * a year off stand for some day long ago, and stay.
 */
export function asOfToday<T>(example: T): T {
  if (typeof example === 'string') return (isDay(example) ? moved(example) : example) as T
  if (Array.isArray(example)) return example.map(asOfToday) as T
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, asOfToday(value)])) as T
}
