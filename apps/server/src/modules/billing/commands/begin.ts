import { onboardingBegins } from '@archwire/contract/billing/onboarding.ts'
import { startUpOrder, waivedLabel } from '@archwire/contract/billing/start-up.ts'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../../../db/client.ts'
import { scoped, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { record, type ActivityAbout } from '../../../kernel/record.ts'
import { productIds } from '../products.ts'
import { readFeeTerms, startUpTerms } from '../start-up-terms.ts'
import { addOrder, openOrder, type NewOrder } from './add-order.ts'
import { settleOrder } from './settle-order.ts'
import { startUpOrderOf } from './start-up-order.ts'

/** Days from the beginning of a contract to its first monthly payment. */
export const daysBeforeMonthly = 30
/** A new practice has a Standard license of one seat. */
const standard = { license_type_id: 1, seats: 1 }

/**
 * What a practice gets whose start-up fee is waived: contract, license, onboarding, and its first order, paid without a
 * charge (`billing/begins`). A practice that has them, because its bank returned the payment, keeps them: what is left of
 * the invoice is written off, and its lines and its total stay (`billing/settled`). The caller has locked the organization
 * and made sure that its fee is not settled. Returns the activity to be recorded.
 */
export async function beginWaived(
  trx: Trx,
  { scope, now, userId }: Pick<Actor, 'scope' | 'now'> & { userId?: number },
  organizationId: number,
  zone: string,
): Promise<ActivityAbout<'order'>> {
  const known = await startUpOrderOf(trx, scope, organizationId)
  if (known) {
    const { card_fee_cents: cardFee, total_cents: total } = known
    if (userId === undefined) throw new TypeError('An invoice is written off by a person.')
    const writtenOff = { organizationId, order: known, how: 'written_off', reason: waivedLabel, userId } as const
    return settleOrder(trx, { scope, now }, { ...writtenOff, sums: { cardFee, total } })
  }
  const day = dayIn(zone, now)
  const order = await waivedOrder(trx, scope, organizationId, day)
  const contractId = await beginContract(trx, { scope, now }, organizationId, day)
  const made = { kind: 'start_up', day, status: 'PAID' } as const
  return addOrder(trx, { scope, now }, { organizationId, contractId }, { ...order, ...made })
}

/** The first order of a practice whose fee is waived. */
export async function waivedOrder(trx: Trx, scope: Scope, organizationId: number, day: string): Promise<NewOrder> {
  const terms = await readFeeTerms(trx, scope, organizationId)
  const sums = startUpOrder(startUpTerms(terms, { waived: true, promotion: null, method: null, day }))
  return {
    terms,
    sums: { subtotal: sums.subtotal, tax: sums.tax, cardFee: sums.cardFee, total: sums.total },
    lines: [
      { kind: 'product', label: terms.name, amount: terms.price, product_id: productIds.startupFee },
      { kind: 'discount', label: waivedLabel, amount: terms.price },
    ],
  }
}

/**
 * Starts the subscription of a practice on a day of the lab's calendar: contract, open order, license and onboarding. A practice has
 * one at most; returns the id of the contract, made now or before.
 */
export async function beginContract(
  trx: Trx,
  { scope, now }: { scope: Scope; now: Date },
  organizationId: number,
  day: string,
): Promise<number> {
  const known = await scoped(trx, scope)
    .from('contracts')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (known) return known.id
  const made = { organization_id: organizationId, created_at: now, updated_at: now }
  const closing = addDays(day, daysBeforeMonthly)
  const tables = scoped(trx, scope)
  const { id } = await tables
    .add('contracts')
    .values({ ...made, initial_payment_date: day, next_payment_date: closing, billing_day: Number(closing.slice(8)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openOrder(trx, { scope, now }, { organizationId, contractId: id })
  await tables
    .add('licenses')
    .values({ ...made, ...standard, contract_id: id })
    .execute()
  const onboarding = await tables
    .add('onboardings')
    .values({ ...made, ...onboardingBegins, moved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The person who starts is asked for the first step, too: no one has done it yet (`onboarding/asks`).
  await record(trx, { userId: null, address: '', now }, [
    { subject: 'onboarding', id: onboarding.id, organizationId, event: 'started', announce: true },
  ])
  return id
}
