import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import type { Asked, Effect, EffectCall, OutcomeUnknown, Settled } from '../../../kernel/effects.ts'
import { record, systemName, type Activity } from '../../../kernel/record.ts'
import type { ChargeResult, PaymentProvider } from '../../../services/payments/port.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { openDifference } from '../../payment-differences/index.ts'
import { chargeTotal, OtherSumCharged } from '../charge.ts'
import type { OrderSums } from '../commands/add-order.ts'
import { applyToLocked } from '../commands/apply-events.ts'
import { declinedWords, ordersEffect, unansweredCharge, whilePaying } from '../payment-in-progress.ts'
import { passBlockOn } from './block.ts'
import { chargeDeclined, chargeMade } from './record-charge.ts'
import { fallBehind } from './fall-behind.ts'
import type { UnpaidOrder } from './schedule.ts'
import { sumsBy } from './sums.ts'
import { unpaidOrdersOf } from './unpaid.sql.ts'

/** A payment method as a charge needs it. */
export interface ChargedBy {
  id: number
  provider_id: string
  customer_id: string
  method: 'card' | 'bank'
}

/** Orders of a practice that are to be charged; kept as JSON (docs/decisions/081). */
export interface ChargeIntent {
  /** From which the person asked, for the audit log; empty for the portal. */
  address: string
  /** The name of the person; null: the portal. */
  name: string | null
  /** The lab's day. */
  day: Day
  /** Null: the practice has none. The charge counts as declined, and no provider is asked. */
  method: ChargedBy | null
  /** One after the other, until one is declined. */
  charges: { order_id: number; sums: OrderSums; memo: string }[]
}

/** What a settled charge leaves for its answer: the orders that were charged. */
export interface Charged {
  paid: number[]
}

/** What is to be charged of these orders. Without a method they keep the sums that they have. */
export const chargesOf = (
  orders: readonly UnpaidOrder[],
  method: ChargedBy | null,
  account: string,
): ChargeIntent['charges'] =>
  orders.map((order) => ({
    order_id: order.id,
    sums: sumsBy(order, method?.method ?? 'bank'),
    memo: `Invoice ${order.invoice_id}, ${account}`,
  }))

const noMethod: ChargeResult = { status: 'declined', transaction_id: null, message: 'There is no payment method.' }

/**
 * Charges closed orders of a practice, as an effect: each under a key of its own, the oldest first, until one is declined
 * (`billing/charging`, `billing/charged-once`).
 */
export const chargeOrders = (
  payments: PaymentProvider | undefined,
): Effect<ChargeIntent, (ChargeResult | null)[], Charged> => ({
  name: ordersEffect,
  busy: whilePaying,
  unanswered: unansweredCharge,
  act: (intent, call) => charge(payments, intent, call),
  settle,
  report,
})

/** Says which of several charges has no known outcome. */
class OrderNotKnown extends OtherSumCharged {
  readonly orderId: number
  constructor({ transactionId, cents }: OtherSumCharged, orderId: number) {
    super(transactionId, cents)
    this.orderId = orderId
  }
}

async function charge(
  payments: PaymentProvider | undefined,
  { method, charges }: ChargeIntent,
  call: EffectCall,
): Promise<(ChargeResult | null)[]> {
  const results: (ChargeResult | null)[] = []
  for (const { order_id, sums, memo } of charges) {
    const key = `${call.key}-${order_id}`
    const result = method
      ? await chargeTotal(payments, { method, sums, memo }, { ...call, key }).catch((error: unknown) => {
          throw error instanceof OtherSumCharged ? new OrderNotKnown(error, order_id) : error
        })
      : noMethod
    results.push(result)
    if (result?.status === 'declined') break
  }
  return results
}

/** A charge of another sum is opened for a person, because the practice cannot pay until it is taken back. */
async function report(
  trx: Trx,
  { organizationId }: Asked,
  { charges }: ChargeIntent,
  error: OutcomeUnknown,
): Promise<void> {
  if (!(error instanceof OrderNotKnown)) return
  await openDifference(trx, {
    kind: 'charged_other_sum',
    transactionId: error.transactionId,
    organizationId,
    orderId: error.orderId,
    expected: charges.find(({ order_id }) => order_id === error.orderId)?.sums.total ?? null,
    reported: error.cents,
  })
}

/**
 * Records what came of each charge. Asks for no rights: what was charged is recorded, whatever became of the practice
 * in the meantime. Locks the organization; orders move only behind its lock.
 */
async function settle(
  trx: Trx,
  asked: Asked,
  intent: ChargeIntent,
  results: (ChargeResult | null)[],
): Promise<Settled<Charged>> {
  const { organizationId, effectId, userId } = asked
  await lockOrganizationOf(trx, organizationId)
  const at = now()
  const byHand = userId !== null
  const unpaid = new Map((await unpaidOrdersOf(trx, organizationId)).map((order) => [order.id, order]))
  const activities: Activity[] = []
  const paid: number[] = []
  let refused: string | undefined
  let endsBlock = false
  for (const [index, result] of results.entries()) {
    const { order_id, sums } = intent.charges[index]!
    const about = { organizationId, effectId, userId, order: unpaid.get(order_id)!, method: intent.method, sums, at }
    if (result?.status === 'declined') {
      refused = result.message || declinedWords
      activities.push(...(await chargeDeclined(trx, about, result, { today: intent.day, byHand })))
    } else {
      paid.push(order_id)
      endsBlock ||= about.order.fm_invoice_status === 'BLOCKED'
      activities.push(...(await chargeMade(trx, about, result, { today: intent.day, byHand })))
    }
  }
  // After all of them: an order that is paid with the one that blocked does not block in between.
  if (endsBlock) activities.push(...(await passBlockOn(trx, organizationId, at)))
  // Those behind a declined one were not tried; the practice gets a notice that those due are not paid.
  if (!byHand) activities.push(...(await fallBehind(trx, organizationId, { today: intent.day, at })))
  const doer = { userId, address: intent.address, now: at, name: intent.name ?? systemName }
  await record(trx, doer, activities)
  // The last step, because what the provider reported in the meantime may change order and fee.
  for (const result of results) if (result?.transaction_id) await applyToLocked(trx, result.transaction_id)
  return refused === undefined ? { done: { paid } } : { refused, code: errorCodes.paymentDeclined }
}
