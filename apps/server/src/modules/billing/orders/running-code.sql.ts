import type { Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../../db/scope.ts'

/** The code for the monthly fee that runs for a practice, as it was when it was entered (`billing/monthly-code`). */
export interface RunningCode {
  promotion_code_id: number
  code: string
  /** Cents when it is fixed, else hundredths of a percent. */
  value: Cents
  is_fixed: boolean
  /** For how many monthly orders it is, and how many have closed with it. */
  months: number
  taken: number
  /** The lab's day on which it was entered: monthly orders that close later take it. */
  day: Day
}

/**
 * The code that runs for the practice whose id is given, as JSON (`RunningCode`); null for none. Each closed order that took
 * it has a line of it, also where there was nothing to take off.
 */
export const runningCode = (scope: Scope, organizationId: RawBuilder<unknown>): RawBuilder<RunningCode | null> => sql`(
  select jsonb_build_object('promotion_code_id', v.promotion_code_id, 'code', v.code, 'value', v.value, 'is_fixed', v.is_fixed,
    'months', v.months, 'taken', n.taken, 'day', v.day::text)
  from ${rows(scope, 'promotion_code_uses', 'v')} cross join lateral (
    select count(*)::int as taken from ${rows(scope, 'order_lines', 'q')}
    where q.organization_id = v.organization_id and q.promotion_code_id = v.promotion_code_id) n
  where v.organization_id = ${organizationId} and n.taken < v.months order by v.id limit 1)`
