import { orderLifecycle } from '@archwire/contract/billing/lifecycle.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { labScope, scoped } from '../../../db/scope.ts'
import type { Activity, ActivityAbout } from '../../../kernel/record.ts'
import type { ChargeResult } from '../../../services/payments/port.ts'
import type { OrderSums } from '../commands/add-order.ts'
import { settleStartUpFee } from '../commands/settle-start-up-fee.ts'
import { addPayment } from '../commands/payments.ts'
import { payOrderAgain } from '../commands/start-up-order.ts'
import { blockTurned } from './block.ts'
import type { ChargedBy } from './charge-orders.ts'
import { afterDecline, retriesMade, type UnpaidOrder } from './schedule.ts'

/** A charge of an order whose result is known. */
export interface KnownCharge {
  organizationId: number
  effectId: number
  /** Null: the portal. */
  userId: number | null
  order: UnpaidOrder
  /** Null: the practice had none, and nothing was asked. */
  method: ChargedBy | null
  sums: OrderSums
  at: Date
}

const aboutOrder = (
  { organizationId, order }: KnownCharge,
  event: ActivityAbout<'order'>['event'],
  data: object,
): ActivityAbout<'order'> => ({ subject: 'order', id: order.id, organizationId, event, data, announce: true })

const write = (trx: Trx, charge: KnownCharge, result: ChargeResult): Promise<void> =>
  addPayment(
    trx,
    { scope: labScope, now: charge.at },
    {
      organizationId: charge.organizationId,
      orderId: charge.order.id,
      methodId: charge.method?.id ?? null,
      effectId: charge.method ? charge.effectId : null,
      userId: charge.userId,
      cents: charge.sums.total,
      result,
    },
  )

/** The lab's day of a try, and whether a person made it. */
interface Try {
  today: Day
  byHand: boolean
}

/**
 * Records a charge that was made: the order is paid, or pending until the bank has settled it, with the sums that were
 * charged. What the portal presents to a bank counts as a try at once: its return may come after the day of the next one
 * (`billing/retries`). Null: nothing was to be charged.
 */
export async function chargeMade(
  trx: Trx,
  charge: KnownCharge,
  result: ChargeResult | null,
  { today, byHand }: Try,
): Promise<Activity[]> {
  const { organizationId, order, sums, at } = charge
  const status = result?.status === 'pending' ? 'PENDING' : 'PAID'
  const tried = byHand ? null : { day: today, retries: retriesMade(order) }
  await payOrderAgain(trx, { scope: labScope, now: at }, { id: order.id, organizationId }, { sums, status, tried })
  if (result) await write(trx, charge, result)
  const paid = aboutOrder(charge, status === 'PAID' ? 'paid' : 'payment_pending', { cents: sums.total })
  const fee = order.kind === 'start_up' ? await settleStartUpFee(trx, { organizationId, orderId: order.id }, at) : []
  return [paid, ...fee]
}

/** Records a try that was declined, and what it makes of the order (`billing/retries`). */
export async function chargeDeclined(
  trx: Trx,
  charge: KnownCharge,
  result: ChargeResult,
  { today, byHand }: Try,
): Promise<Activity[]> {
  const { organizationId, order, sums, at } = charge
  await write(trx, charge, result)
  const { status, first, retries } = afterDecline(order, { today, byHand })
  const { numUpdatedRows } = await scoped(trx, labScope)
    .update('orders')
    .set({
      ...(status && { fm_invoice_status: status }),
      ...(status === 'BLOCKED' && { blocked_at: at }),
      ...(first && { failed_at: at }),
      ...(!byHand && { tried_day: today }),
      retries,
      version: sql<number>`version + 1`,
      updated_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', order.id)
    .where('fm_invoice_status', 'in', orderLifecycle.events.pay.from)
    .executeTakeFirst()
  const event = numUpdatedRows === 0n ? 'payment_declined' : declinedAs(status, first)
  const told = aboutOrder(charge, event, { cents: sums.total, by_hand: byHand })
  return event === 'blocked' ? [told, blockTurned(organizationId, true)] : [told]
}

/** What the notice says: that it failed, that the practice is blocked now, or only that a try was declined. */
function declinedAs(status: 'NOT_PAID' | 'BLOCKED' | undefined, first: boolean) {
  if (status === 'BLOCKED') return 'blocked'
  return first ? 'payment_failed' : 'payment_declined'
}
