import { orderLifecycle } from '@archwire/contract/billing/lifecycle.ts'
import type { PaymentStatus } from '@archwire/contract/billing/statuses.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, labScope, rows, scoped } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { record, type Activity, type ActivityAbout } from '../../../kernel/record.ts'
import type { TransactionStatus, TransactionSums } from '../../../services/payments/port.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { openDifference } from '../../payment-differences/index.ts'
import { blockTurned } from '../charging/block.ts'
import { retryDays } from '../charging/schedule.ts'
import { isOtherSum } from '../payment-report.ts'
import { orderEventOf, statusAfter, type MadePayment } from '../payment-status.ts'
import { addRefunds, type RefundReport } from './add-refunds.ts'
import { settleStartUpFee } from './settle-start-up-fee.ts'

/** A payment that was made. */
export interface Payment {
  id: number
  organization_id: number
  order_id: number
  status: MadePayment
  cents: Cents
}
interface Waiting extends RefundReport, Pick<TransactionSums, 'cents'> {
  id: string
  status: TransactionStatus | null
  message: string
}

/**
 * Applies what was reported about a transaction and waits. Called when a report arrives, and by code that writes a
 * payment after that, in the same transaction: a report may arrive before its payment is known. Without a payment the
 * reports continue waiting. A report of another sum than the payment's changes nothing but is opened for a person
 * (`billing/to-look-at`). Locks the organization, the payment and the order, in this order.
 */
export const applyWaitingEvents = (trx: Trx, transactionId: string): Promise<void> =>
  applyBehind(trx, transactionId, (id) => lockOrganizationOf(trx, id))

/** The same for a caller that has locked the organization. */
export const applyToLocked = (trx: Trx, transactionId: string): Promise<void> =>
  applyBehind(trx, transactionId, () => Promise.resolve())

async function applyBehind(
  trx: Trx,
  transactionId: string,
  lock: (organizationId: number) => Promise<unknown>,
): Promise<void> {
  // A report and the payment that it is about may be written at the same time: one of both sees the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${transactionId}`}, 0))`.execute(trx)
  const { rows: found } = await sql<Payment>`
    select y.id, y.organization_id, y.order_id, y.status, y.cents from ${rows(labScope, 'payments', 'y')}
    where y.provider_id = ${transactionId}`.execute(trx)
  const [known] = found
  if (!known) return
  await lock(known.organization_id)
  const payment = await lockPayment(trx, known)
  const { rows: waiting } = await sql<Waiting>`
    update payment_events set applied_at = ${now()} where transaction_id = ${transactionId} and applied_at is null
    returning id, status, message, cents, refunded_cents, refunds, occurred_at`.execute(trx)
  // A declined charge was never a payment: nothing that is reported of it changes it. Money that came of it is looked at.
  const inOrder = waiting.toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime())
  if ((payment.status as PaymentStatus) === 'DECLINED') return afterDecline(trx, payment, transactionId, inOrder)
  const reports: Waiting[] = []
  for (const report of inOrder)
    if (isOtherSum(report, payment.cents)) await differs(trx, payment, transactionId, 'other_sum', report.cents)
    else reports.push(report)
  await apply(trx, payment, transactionId, reports)
}

/**
 * Opens a difference where money is reported of a payment that is declined here, unless a void, return or refund of the
 * transaction says where it went. The sum is that of the newest report.
 */
async function afterDecline(trx: Trx, payment: Payment, transactionId: string, inOrder: Waiting[]): Promise<void> {
  const money = inOrder.findLast(({ status }) => status === 'paid' || status === 'pending')
  if (!money) return
  const { rows: back } = await sql`
    select 1 from payment_events e where e.transaction_id = ${transactionId}
      and (e.status in ('voided', 'returned', 'refunded') or e.refunded_cents > 0 or e.refunds <> '[]') limit 1`.execute(
    trx,
  )
  if (back.length === 0) await differs(trx, payment, transactionId, 'unknown_payment', money.cents)
}

/** Writes refunds, and moves the payment to its state after all reports. */
async function apply(trx: Trx, payment: Payment, transactionId: string, reports: Waiting[]): Promise<void> {
  const at = now()
  const refunds = await addRefunds(trx, payment, reports, at)
  if (refunds.beyond > 0) await differs(trx, payment, transactionId, 'other_refund', refunds.beyond)
  let status: PaymentStatus = payment.status
  let message: string | undefined
  for (const report of reports) {
    const next: PaymentStatus = report.status === null ? status : statusAfter(status, report.status)
    if (next !== status) message = report.message
    status = next
  }
  if (refunds.total >= payment.cents) status = statusAfter(status, 'refunded')
  const activities: Activity[] = []
  if (status !== payment.status) activities.push(...(await become(trx, payment, status, message, at)))
  if (refunds.added > 0) activities.push(aboutOrder(payment, 'payment_refunded', { cents: refunds.added }))
  if (activities.length > 0) await record(trx, { userId: null, address: '', now: at }, activities)
}

const differs = (
  trx: Trx,
  { organization_id, order_id, cents }: Payment,
  transactionId: string,
  kind: 'other_sum' | 'other_refund' | 'unknown_payment',
  reported: Cents | null,
): Promise<boolean> =>
  openDifference(trx, {
    kind,
    transactionId,
    organizationId: organization_id,
    orderId: order_id,
    // Of a declined charge nothing is expected.
    expected: kind === 'unknown_payment' ? null : cents,
    reported,
  })

/** An activity of the payment's order, of which people are notified. */
const aboutOrder = (
  { id, organization_id, order_id }: Payment,
  event: 'paid' | 'payment_failed' | 'blocked' | 'payment_refunded' | 'payment_changed',
  data: object,
): ActivityAbout<'order'> => ({
  subject: 'order',
  id: order_id,
  organizationId: organization_id,
  event,
  data: { payment_id: id, ...data },
  announce: event !== 'payment_changed',
})

/** Locks a payment. The caller has locked its organization. */
export async function lockPayment(
  trx: Trx,
  { organization_id, id }: Pick<Payment, 'organization_id' | 'id'>,
): Promise<Payment> {
  const { rows: locked } = await sql<Payment>`
    select y.id, y.organization_id, y.order_id, y.status, y.cents from payments y
    where ${inScope(labScope, 'payments', 'y')} and y.organization_id = ${organization_id} and y.id = ${id} for update`.execute(
    trx,
  )
  return locked[0]!
}

/**
 * Moves a payment, and its order with it if that becomes paid or not paid. Returns the activities to be recorded. The caller
 * has locked the organization and the payment.
 */
export async function become(
  trx: Trx,
  payment: Payment,
  status: PaymentStatus,
  message: string | undefined,
  at: Date,
): Promise<Activity[]> {
  const { id, organization_id, order_id } = payment
  await scoped(trx, labScope)
    .update('payments')
    .set({ status, updated_at: at, ...(message !== undefined && { message }) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  const orderEvent = status === 'DECLINED' ? 'fail' : orderEventOf(payment.status, status)
  const unmoved = [aboutOrder(payment, 'payment_changed', { status })]
  if (orderEvent === null) return unmoved
  const paidAt = orderEvent === 'pay' ? at : null
  // A report is not refused: an order that its payment cannot move stays as it is.
  const moved = paidAt ? await orderPaid(trx, payment, paidAt) : await orderFailed(trx, payment, status, at)
  if (!moved) return unmoved
  return [
    aboutOrder(payment, moved.event, { status }),
    ...(await settleStartUpFee(trx, { organizationId: organization_id, orderId: order_id }, paidAt)),
    ...(moved.blocks ? [blockTurned(organization_id, true)] : []),
  ]
}

/** What became of an order, and whether it blocks its practice now. */
interface Moved {
  event: 'paid' | 'payment_failed' | 'blocked'
  blocks: boolean
}

async function orderPaid(trx: Trx, { organization_id, order_id }: Payment, at: Date): Promise<Moved | null> {
  const { numUpdatedRows } = await scoped(trx, labScope)
    .update('orders')
    .set({ fm_invoice_status: 'PAID', fm_paid_at: at, blocked_at: null, version: sql`version + 1`, updated_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', order_id)
    .where('fm_invoice_status', 'in', orderLifecycle.events.pay.from)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { event: 'paid', blocks: false } : null
}

/**
 * The payment of an order came back (`billing/retries`): it is not paid, and blocks where it blocked before, or where no
 * retry is left. Of what a bank returns the first retry is left out; what was charged back, or taken back, is not tried
 * again by itself.
 */
async function orderFailed(
  trx: Trx,
  { id, organization_id, order_id }: Payment,
  status: PaymentStatus,
  at: Date,
): Promise<Moved | null> {
  const blocks = sql`(r.blocked_at is not null or r.retries >= ${retryDays.length})`
  const { rows: failed } = await sql<{ blocks: boolean; blocked_now: boolean }>`
    update orders r set fm_invoice_status = case when ${blocks} then 'BLOCKED' else 'NOT_PAID' end, fm_paid_at = null,
      blocked_at = case when ${blocks} then coalesce(r.blocked_at, ${at}) end,
      failed_at = coalesce(r.failed_at, ${at}), retries = case when k.method = 'bank' then greatest(r.retries, 1) else r.retries end,
      is_retried = r.is_retried and k.method = 'bank' and ${status}::text = 'RETURNED', version = r.version + 1, updated_at = ${at}
    from ${rows(labScope, 'payments', 'y')}
      join ${rows(labScope, 'payment_methods', 'k')} on k.organization_id = y.organization_id and k.id = y.payment_method_id
    where y.organization_id = ${organization_id} and y.id = ${id} and r.organization_id = ${organization_id} and r.id = ${order_id}
      and ${inScope(labScope, 'orders', 'r')} and r.fm_invoice_status = any(${[...orderLifecycle.events.fail.from]}::text[])
    returning r.blocked_at is not null as blocks, r.blocked_at is not distinct from ${at} as blocked_now`.execute(trx)
  if (!failed[0]) return null
  const { blocks: isBlocking, blocked_now } = failed[0]
  return { event: blocked_now ? 'blocked' : 'payment_failed', blocks: isBlocking }
}
