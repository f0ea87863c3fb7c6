import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** What the status of a practice or a person follows from; SQL of instants that may be null. */
export interface StatusFacts {
  archivedAt: RawBuilder<unknown>
  /** When the start-up fee was paid or waived. */
  feeSettledAt: RawBuilder<unknown>
  onboardedAt: RawBuilder<unknown>
  /** The first and the last case that was submitted and not canceled. */
  firstCaseAt: RawBuilder<unknown>
  lastCaseAt: RawBuilder<unknown>
}

/**
 * The status of a practice or a person, as a number (`organizations/status`), tested in the order 6, 1, 2, 3, 4, 5: 6
 * archived; 1 lead, the start-up fee is not settled; 2 onboarding, not completed; 3 new, the first case is less than 30
 * days old, or there is none and the onboarding was completed less than 30 days ago; 4 active, a case in the last 60
 * days; 5 passive.
 */
export const statusOf = (facts: StatusFacts, now: Date): RawBuilder<number> => sql<number>`case
  when ${facts.archivedAt} is not null then 6
  when ${facts.feeSettledAt} is null then 1
  when ${facts.onboardedAt} is null then 2
  when coalesce(${facts.firstCaseAt}, ${facts.onboardedAt}) > ${now}::timestamptz - interval '30 days' then 3
  when ${facts.lastCaseAt} > ${now}::timestamptz - interval '60 days' then 4
  else 5 end`

/** The facts by where they stand: whose archive it is, its practice, and its cases as (first, last). */
export const factsOf = (record: string, practice: string, cases: string): StatusFacts => ({
  archivedAt: sql.ref(`${record}.deleted_at`),
  feeSettledAt: sql.ref(`${practice}.startup_fee_settled_at`),
  onboardedAt: sql.ref(`${practice}.onboarded_at`),
  firstCaseAt: sql.ref(`${cases}.first`),
  lastCaseAt: sql.ref(`${cases}.last`),
})

/** First and last case of a practice or a doctor within reach, for a lateral join. */
const casesOf = (scope: Scope, whose: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select min(c.submitted_at) as first, max(c.submitted_at) as last from ${rows(scope, 'case_rows', 'c')}
  where ${whose} and not c.cancelled`

/** The condition that the practice `o` has this status; the gauges of the dashboard count the same. */
export const practiceStands = (scope: Scope, now: Date, status: string): RawBuilder<unknown> => sql`
  (select ${statusOf(factsOf('o', 'o', 'sent'), now)} from (${casesOf(scope, sql`c.organization_id = o.id`)}) sent) = ${Number(status)}`

/** The same of the person `u` of a practice: by their own cases, and the organization that they joined first. */
export const personStands = (scope: Scope, now: Date, status: string): RawBuilder<unknown> => sql`
  u.role in ('doctor', 'staff_member') and (select ${statusOf(factsOf('u', 'joined', 'sent'), now)} from (${casesOf(scope, sql`c.doctor_id = u.id`)}) sent left join lateral (
    select o.startup_fee_settled_at, o.onboarded_at from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = u.id order by m.id limit 1) joined on true) = ${Number(status)}`
