import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** The effect that charges a practice. */
export const purchaseEffect = 'initial_purchase'

/** Why something waits for the end of a payment, in words for everyone. */
export const whilePaying = 'A payment is in progress. Please try again in a minute.'

/**
 * The condition that a payment of the organization `o` was begun and its result is not known yet (`billing/charged-once`).
 * Behind the lock of the organization, no other one begins.
 */
export const isPaying = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${rows(scope, 'effects', 'e')}
    where e.organization_id = o.id and e.name = ${purchaseEffect} and e.settled_at is null)`
