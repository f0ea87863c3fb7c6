import type { SettleOrderBody } from '@archwire/contract/contracts/schema.ts'
import type { Db, Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit } from '../../../kernel/errors.ts'
import { record, type Activity } from '../../../kernel/record.ts'
import {
  passBlockOn,
  settleOrder,
  settlesOrders,
  settleStartUpFee,
  sumsBy,
  waiveStartUpFee,
  type UnpaidOrder,
} from '../../billing/index.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { practiceOfOrder, readInvoice } from '../invoice.ts'
import { refuseOtherTotal, whyNotPayable } from '../rules.ts'

/** An invoice that the actor may settle now. @throws NotFound, Forbidden, Conflict */
async function settleable(db: Db, actor: Actor, organizationId: number, orderId: number): Promise<UnpaidOrder> {
  const invoice = await readInvoice(db, organizationId, orderId)
  permit(settlesOrders(actor), whyNotPayable(invoice))
  return invoice.unpaid!
}

/** Whether there is anything to settle, before a password is asked for. @throws NotFound, Forbidden, Conflict */
export const checkSettleable = async (db: Db, actor: Actor, orderId: number): Promise<UnpaidOrder> =>
  settleable(db, actor, await practiceOfOrder(db, actor, orderId), orderId)

/**
 * Ends an unpaid invoice without the payment provider (`billing/settled`), of an archived or disabled practice, too. Locks the
 * organization; the caller has checked the actor's password. @throws NotFound, Forbidden, Conflict
 */
export async function settleByHand(
  trx: Trx,
  actor: Actor,
  orderId: number,
  { how, reason, expected_total }: SettleOrderBody,
): Promise<void> {
  const organizationId = await practiceOfOrder(trx, actor, orderId)
  await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  const order = await settleable(trx, actor, organizationId, orderId)
  // What is written off keeps its sums; outside, no card pays, so there is no card fee.
  const sums = how === 'outside' ? sumsBy(order, 'bank') : keptSums(order)
  refuseOtherTotal(expected_total, sums.total, 'Nothing was changed.')
  const { userId, now } = actor
  const settled = await settleOrder(trx, actor, { organizationId, order, how, reason, userId, sums })
  const activities: Activity[] = [settled]
  if (order.kind === 'start_up')
    activities.push(
      ...(how === 'outside'
        ? await settleStartUpFee(trx, { organizationId, orderId }, now)
        : await waiveStartUpFee(trx, organizationId, { userId, now })),
    )
  if (order.fm_invoice_status === 'BLOCKED') activities.push(...(await passBlockOn(trx, organizationId, now)))
  await record(trx, actor, activities)
}

const keptSums = ({ subtotal_cents, tax_cents, total_cents }: UnpaidOrder) => ({
  cardFee: total_cents - subtotal_cents - tax_cents,
  total: total_cents,
})
