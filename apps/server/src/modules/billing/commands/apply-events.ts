import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, labScope, rows, scoped } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { record, type Activity } from '../../../kernel/record.ts'
import type { TransactionStatus } from '../../../services/payments/port.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { orderStatusOf, statusAfter, type PaymentStatus } from '../payment-status.ts'
import { productIds } from '../products.ts'

interface Payment {
  id: number
  organization_id: number
  order_id: number
  status: Exclude<PaymentStatus, 'DECLINED'>
}
interface Waiting {
  id: string
  status: TransactionStatus
  message: string
}

/**
 * Applies what was reported about a transaction and waits. Called when a report arrives, and by whoever writes a payment
 * after that, in the same transaction: a report may arrive before its payment is known. Without a payment the reports go on
 * waiting. Locks the organization, the payment and the order, in this order.
 */
export async function applyWaitingEvents(trx: Trx, transactionId: string): Promise<void> {
  // A report and the payment that it is about may be written at the same time: one of both sees the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${transactionId}`}, 0))`.execute(trx)
  const { rows: found } = await sql<Payment>`
    select y.id, y.organization_id, y.order_id, y.status from ${rows(labScope, 'payments', 'y')}
    where y.provider_id = ${transactionId}`.execute(trx)
  const [known] = found
  if (!known) return
  await lockOrganizationOf(trx, known.organization_id)
  const payment = await lockPayment(trx, known)
  const { rows: waiting } = await sql<Waiting>`
    update payment_events set applied_at = ${now()} where transaction_id = ${transactionId} and applied_at is null
    returning id, status, message`.execute(trx)
  let { status } = payment as { status: PaymentStatus }
  let message: string | undefined
  for (const event of waiting) {
    const next = statusAfter(status, event.status)
    if (next !== status) message = event.message
    status = next
  }
  if (status !== payment.status) await become(trx, payment, status as Payment['status'], message ?? '')
}

async function lockPayment(trx: Trx, { organization_id, id }: Payment): Promise<Payment> {
  const { rows: locked } = await sql<Payment>`
    select y.id, y.organization_id, y.order_id, y.status from payments y
    where ${inScope(labScope, 'payments', 'y')} and y.organization_id = ${organization_id} and y.id = ${id} for update`.execute(
    trx,
  )
  return locked[0]!
}

/** Moves a payment, and its order with it if that becomes paid or not paid. */
async function become(trx: Trx, payment: Payment, status: Payment['status'], message: string): Promise<void> {
  const { id, organization_id, order_id } = payment
  const at = now()
  await scoped(trx, labScope)
    .update('payments')
    .set({ status, message, updated_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  const [before, after] = [orderStatusOf[payment.status], orderStatusOf[status]]
  if (before === after) return
  await scoped(trx, labScope)
    .update('orders')
    .set({
      fm_invoice_status: after,
      fm_paid_at: after === 'PAID' ? at : null,
      version: sql`version + 1`,
      updated_at: at,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', order_id)
    .execute()
  const activities: Activity[] = [
    {
      subject: 'order',
      id: order_id,
      organizationId: organization_id,
      event: after === 'PAID' ? 'paid' : 'payment_failed',
      data: { payment_id: id, status },
      announce: true,
    },
  ]
  if (await settleStartUpFee(trx, payment, after === 'PAID' ? at : null))
    activities.push({
      subject: 'organization',
      id: organization_id,
      organizationId: organization_id,
      event: 'changed',
      data: { startup_fee_settled: after === 'PAID' },
    })
  await record(trx, null, activities)
}

/**
 * Settles the start-up fee, or unsettles it, if the order has one; a fee that the lab waived stays settled. Returns whether
 * that changed something.
 */
async function settleStartUpFee(trx: Trx, { organization_id, order_id }: Payment, at: Date | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update organizations o set startup_fee_settled_at = ${at}, version = o.version + 1, updated_at = ${now()}
    where o.id = ${organization_id} and o.startup_fee_waived_by is null
      and (o.startup_fee_settled_at is null) = (${at}::timestamptz is not null)
      and exists (select 1 from ${rows(labScope, 'order_lines', 'l')}
        where l.organization_id = o.id and l.order_id = ${order_id} and l.product_id = ${productIds.startupFee})`.execute(
    trx,
  )
  return (numAffectedRows ?? 0n) > 0n
}
