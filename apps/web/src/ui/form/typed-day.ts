import type { Day } from '@archwire/contract/core/dates.ts'
import { formatDay } from '../../lib/format.ts'
import { readDay } from '../../lib/typed-dates.ts'

/** What a typed day has to keep to. */
export interface DayLimits {
  today: Day
  min?: Day | undefined
  max?: Day | undefined
}

/** The day of a text, and what is wrong with it: null of an empty text, undefined of one that is no day. */
export function typedDay(text: string, limits: DayLimits): { day: Day | null | undefined; problem?: string } {
  const { today, min, max } = limits
  if (text.trim() === '') return { day: null }
  const day = readDay(text, limits)
  if (day === undefined) {
    const example = `${formatDay(today, true)} or ${today.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')}`
    return { day, problem: `This is not a date. Write it like ${example}.` }
  }
  if (min !== undefined && day < min) return { day, problem: `The earliest date is ${formatDay(min, true)}.` }
  if (max !== undefined && day > max) return { day, problem: `The latest date is ${formatDay(max, true)}.` }
  return { day }
}
