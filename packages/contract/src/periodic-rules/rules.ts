import type { Day } from '../core/dates.ts'
import { isHundredths } from '../core/record-fields.ts'

/** What is wrong with the last day of a rule beside what its field says; undefined for nothing. */
export const daysProblem = (from: Day | null, to: Day | null): string | undefined =>
  from !== null && to !== null && to < from ? 'Not before the first day.' : undefined

/** What is wrong with the value of a rule beside what its field says; undefined for nothing. */
export const valueProblem = (value: number): string | undefined =>
  isHundredths(value) && Math.round(value * 100) === 0 ? 'Enter an amount other than 0.' : undefined

/** Where a rule stands on a day of the lab (`contracts/rules`). */
export type RuleStatus = 'inactive' | 'to_come' | 'active' | 'ended'

/** The words of each state. */
export const ruleStatusLabels: Record<RuleStatus, string> = {
  inactive: 'Inactive',
  to_come: 'To come',
  active: 'Active',
  ended: 'Ended',
}
/** A rule, as far as it decides where it stands. */
export interface RuleDays {
  is_active: boolean
  applied_from: Day | null
  applied_to: Day | null
}

/** Where a rule stands on this day of the lab: switched off, or before, within or after its days. */
export function ruleStatus({ is_active, applied_from, applied_to }: RuleDays, today: Day): RuleStatus {
  if (!is_active) return 'inactive'
  if (applied_to !== null && applied_to < today) return 'ended'
  return applied_from !== null && applied_from > today ? 'to_come' : 'active'
}
