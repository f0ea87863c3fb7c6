import { areWholeCents } from '../core/money.ts'
import type { Day } from '../core/dates.ts'

/** The largest credit, in dollars. */
export const mostCredit = 1_000_000_000

/** What is wrong with a credit in dollars; undefined for nothing. */
export function creditProblem(value: number | null): string | undefined {
  if (value === null || !Number.isFinite(value)) return 'Enter a number.'
  if (value < 0) return 'Must not be less than 0.'
  if (value > mostCredit) return 'Must not exceed $1,000,000,000.'
  return areWholeCents(value) ? undefined : 'At most two decimals.'
}

/** What is wrong with the days of a credit; both are included, and each may be missing. */
export const datesProblem = (from: Day | null, to: Day | null): string | undefined =>
  from !== null && to !== null && to <= from ? 'Expiration date must be later than the starting date.' : undefined
