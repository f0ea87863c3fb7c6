import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import type { Trx } from '../../../db/client.ts'
import { labScope } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { OutcomeUnknown, type Asked, type Effect, type EffectCall, type Settled } from '../../../kernel/effects.ts'
import { record } from '../../../kernel/record.ts'
import { ProviderRefused, type ChargeResult, type PaymentProvider } from '../../../services/payments/port.ts'
import { addPayment, declinedWords, purchaseEffect, unansweredCharge, whilePaying } from '../../billing/index.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { openDifference } from '../../payment-differences/index.ts'
import type { PurchaseIntent } from '../facts.ts'
import { finishSetup } from './finish-setup.ts'

/** What a purchase leaves for its answer. */
export interface Purchased {
  organization_id: number
}

/**
 * The purchase of a new practice, as an effect: charges what was intended, then makes everything (`billing/charged-once`).
 * Without a provider, one that charges something stays open.
 */
export const initialPurchase = (
  payments: PaymentProvider | undefined,
): Effect<PurchaseIntent, ChargeResult | null, Purchased> => ({
  name: purchaseEffect,
  busy: whilePaying,
  unanswered: unansweredCharge,
  act: (intent, call) => charge(payments, intent, call),
  settle,
  report,
})

/** Milliseconds after which a charge that was sent can no longer arrive at the provider. */
const arrivesWithin = 10 * 60_000

/**
 * Charges the total; null where it is zero. A refusal says nothing about an earlier call under the same key that may still
 * arrive: until it cannot, the outcome is open. @throws OutcomeUnknown
 */
async function charge(
  payments: PaymentProvider | undefined,
  { method, sums, memo }: PurchaseIntent,
  { key, isRepeated, age }: EffectCall,
): Promise<ChargeResult | null> {
  if (sums.total === 0) return null
  if (!payments) throw new OutcomeUnknown('This server has no payment provider.')
  const made = isRepeated ? await madeBefore(payments, key) : null
  if (made) return ofSum(payments, made, sums.total)
  const { customer_id, provider_id: method_id } = method
  try {
    const charge = { key, customer_id, method_id, cents: sums.total, tax_cents: sums.tax, memo }
    return await ofSum(payments, await payments.charge(charge), sums.total)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const arrived = isRepeated ? await madeBefore(payments, key) : null
    if (arrived) return ofSum(payments, arrived, sums.total)
    if (isRepeated && age < arrivesWithin) throw new OutcomeUnknown(error.message)
    // Refused before it was tried: for the practice, the same as declined.
    return { status: 'declined', transaction_id: null, message: error.message }
  }
}

/** The provider charged another sum than it was asked for, or does not say which: no payment; the lab looks at it there. */
class OtherSumCharged extends OutcomeUnknown {
  readonly transactionId: string
  /** Null where the provider does not say. */
  readonly cents: Cents | null
  constructor(transactionId: string, cents: Cents | null) {
    super(`The payment provider charged another sum (${transactionId}).`)
    this.transactionId = transactionId
    this.cents = cents
  }
}

/**
 * The charge, if its sum is the one that was asked for. One whose own answer names none is looked up.
 * @throws OtherSumCharged, OutcomeUnknown
 */
async function ofSum(payments: PaymentProvider, result: ChargeResult, total: Cents): Promise<ChargeResult> {
  if (result.status === 'declined') return result
  const { transaction_id: id } = result
  const cents = result.cents ?? (await sumOf(payments, id))
  if (cents !== total) throw new OtherSumCharged(id, cents)
  return result
}

/** The sum of a transaction as the provider says; null where it names none. One that it does not know yet leaves it open. */
async function sumOf(payments: PaymentProvider, id: string): Promise<Cents | null> {
  const found = await orUnknown(payments.findTransaction(id))
  if (!found) throw new OutcomeUnknown(`The payment provider does not know the transaction ${id} yet.`)
  return found.cents ?? null
}

/** A charge of another sum is opened for a person, because the practice cannot pay until it is taken back. */
async function report(
  trx: Trx,
  { organizationId }: Asked,
  { order, sums }: PurchaseIntent,
  error: OutcomeUnknown,
): Promise<void> {
  if (!(error instanceof OtherSumCharged)) return
  await openDifference(trx, {
    kind: 'charged_other_sum',
    transactionId: error.transactionId,
    organizationId,
    orderId: order.step === 'pay_again' ? order.id : null,
    expected: sums.total,
    reported: error.cents,
  })
}

/** The charge that was made under a key. A provider that refuses to say leaves it open. */
const madeBefore = (payments: PaymentProvider, key: string): Promise<ChargeResult | null> =>
  orUnknown(payments.findCharge(key))

/** A refusal to answer a question about a charge leaves the charge open. @throws OutcomeUnknown */
const orUnknown = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProviderRefused ? new OutcomeUnknown(error.message) : error
  })

/**
 * Records the charge and makes what it paid for. Asks for no rights and no state: what was charged is recorded, whatever
 * became of the practice meanwhile.
 */
async function settle(
  trx: Trx,
  asked: Asked,
  intent: PurchaseIntent,
  result: ChargeResult | null,
): Promise<Settled<Purchased>> {
  const { organizationId } = asked
  const [organization] = await lockOrganizationOf(trx, organizationId)
  if (result?.status === 'declined') return decline(trx, asked, intent, result)
  await finishSetup(trx, {
    asked,
    organization: organization!.row,
    intent,
    result,
    at: { scope: labScope, now: now() },
  })
  return { done: { organization_id: organizationId } }
}

async function decline(
  trx: Trx,
  { organizationId, effectId, userId }: Asked,
  { order, method, sums, address }: PurchaseIntent,
  result: ChargeResult,
): Promise<Settled<Purchased>> {
  const at = { scope: labScope, now: now() }
  const orderId = order.step === 'pay_again' ? order.id : null
  await addPayment(trx, at, { organizationId, orderId, methodId: method.id, effectId, cents: sums.total, result })
  // The first attempt has no order yet.
  const about =
    orderId === null
      ? ({ subject: 'organization', id: organizationId } as const)
      : ({ subject: 'order', id: orderId } as const)
  await record(trx, { userId, address, now: at.now }, [
    { ...about, organizationId, event: 'payment_declined', data: { cents: sums.total }, announce: true },
  ])
  return { refused: result.message || declinedWords, code: errorCodes.paymentDeclined }
}
