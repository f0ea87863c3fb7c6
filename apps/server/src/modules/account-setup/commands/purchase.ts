import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Trx } from '../../../db/client.ts'
import { labScope } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import type { Asked, Effect, OutcomeUnknown, Settled } from '../../../kernel/effects.ts'
import { record } from '../../../kernel/record.ts'
import type { ChargeResult, PaymentProvider } from '../../../services/payments/port.ts'
import {
  addPayment,
  chargeTotal,
  declinedWords,
  OtherSumCharged,
  purchaseEffect,
  unansweredCharge,
  whilePaying,
} from '../../billing/index.ts'
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
  act: (intent, call) => chargeTotal(payments, intent, call),
  settle,
  report,
})

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

/**
 * Records the charge and makes what it paid for. Asks for no rights and no state: what was charged is recorded, whatever
 * became of the practice in the meantime.
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
