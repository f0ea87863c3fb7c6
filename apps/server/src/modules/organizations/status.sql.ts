import { sql, type RawBuilder } from 'kysely'

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
