import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** The effects that charge a practice: its account setup, and orders that are closed. */
export const purchaseEffect = 'initial_purchase'
export const ordersEffect = 'order_charge'
const charging = [purchaseEffect, ordersEffect]

/** Why something waits for the end of a payment, in words for everyone. */
export const whilePaying = 'A payment is in progress. Please try again in a minute.'

/** What a person reads whose charge has no answer yet. */
export const unansweredCharge =
  'The payment provider did not answer. We keep asking it, and nothing is charged twice. Please try again in a minute.'

/**
 * The condition that a payment of the organization `o` was started and its result is not known yet (`billing/charged-once`).
 * Behind the lock of the organization, no other one starts.
 */
export const isPaying = (scope: Scope): RawBuilder<boolean> => isAtIt(scope, charging)

/** The same of the account setup alone, for what continues a charge of orders itself. */
export const isPurchasing = (scope: Scope): RawBuilder<boolean> => isAtIt(scope, [purchaseEffect])

/** The same of closed orders alone, for the account setup. */
export const isCharging = (scope: Scope): RawBuilder<boolean> => isAtIt(scope, [ordersEffect])

const isAtIt = (scope: Scope, names: readonly string[]) =>
  sql<boolean>`exists (select 1 from ${rows(scope, 'effects', 'e')}
    where e.organization_id = o.id and e.name = any(${[...names]}::text[]) and e.settled_at is null)`

/** What is said of a payment that failed without words of the provider. */
export const declinedWords = 'The payment was declined.'
const returnedWords = 'The payment was returned.'

/** The provider's words about the last payment of the organization `o`, if it failed; else null. */
export const lastFailure = (scope: Scope): RawBuilder<string | null> =>
  sql<string | null>`(select case
      when y.status = 'DECLINED' then coalesce(nullif(y.message, ''), ${declinedWords})
      when y.status in ('RETURNED', 'VOIDED') then coalesce(nullif(y.message, ''), ${returnedWords}) end
    from ${rows(scope, 'payments', 'y')} where y.organization_id = o.id order by y.id desc limit 1)`
