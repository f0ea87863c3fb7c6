import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import { openEffect } from '../../kernel/effects.ts'

/** The effect that charges a practice. */
export const purchaseEffect = 'initial_purchase'

/** Why something waits for the end of a payment, in words for everyone. */
export const whilePaying = 'A payment is in progress. Please try again in a minute.'

/**
 * Whether a payment of a practice was begun and its result is not known yet (`billing/charged-once`). After the lock of the
 * organization, no other one begins.
 */
export const paymentInProgress = async (db: Db, organizationId: number): Promise<boolean> =>
  (await openEffect(db, organizationId, purchaseEffect)) !== undefined

/** The same, as a condition on the organization `o`. */
export const isPaying = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${rows(scope, 'effects', 'e')}
    where e.organization_id = o.id and e.name = ${purchaseEffect} and e.settled_at is null)`
