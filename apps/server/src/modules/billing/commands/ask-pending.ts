import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { labScope, rows, scoped } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { openDifference } from '../../payment-differences/index.ts'
import { applyWaitingEvents } from './apply-events.ts'
import { receiveEvent } from './receive-event.ts'

/** Reports of this type were asked for, not sent. */
const asked = 'asked'
/** Milliseconds after which a pending payment that the provider does not know is opened for a person. */
const notFoundAfter = 3 * 24 * 3600_000
/** Payments that one run asks about. */
const most = 500

/** Applies reports whose payment became known, and those whose first try failed. */
export async function applyAllWaiting(db: Db, failed: (transactionId: string, error: unknown) => void): Promise<void> {
  const { rows: waiting } = await sql<{ transaction_id: string }>`
    select distinct e.transaction_id from payment_events e
    join ${rows(labScope, 'payments', 'y')} on y.provider_id = e.transaction_id where e.applied_at is null
    limit ${most}`.execute(db)
  for (const { transaction_id } of waiting)
    await db
      .transaction()
      .execute((trx) => applyWaitingEvents(trx, transaction_id))
      .catch((error: unknown) => failed(transaction_id, error))
}

/**
 * Opens a difference for each transaction that was reported as paid, pending, refunded, returned or voided an hour ago or
 * earlier and of which there is no payment: money that a practice may have paid for nothing, or a charge that someone made at the provider by hand. Each
 * is named until a person closes it, however long no worker ran (`billing/to-look-at`); what is reported after that, with
 * another amount, is named anew. Returns the new ones.
 */
export async function nameUnknownPayments(db: Db): Promise<string[]> {
  const hourAgo = new Date(now().getTime() - 3600_000)
  const { rows: found } = await sql<{ transaction_id: string; cents: number | null }>`
    select e.transaction_id, max(e.cents) as cents from payment_events e
    where e.applied_at is null and e.status in ('paid', 'pending', 'refunded', 'returned', 'voided') and e.received_at <= ${hourAgo}
      and not exists (select 1 from ${rows(labScope, 'payments', 'y')} where y.provider_id = e.transaction_id)
      and not exists (select 1 from payment_differences d where d.transaction_id = e.transaction_id
        and (d.closed_at is null or d.closed_at >= e.received_at
          or (d.kind = 'unknown_payment' and d.reported_cents is not distinct from e.cents)))
    group by e.transaction_id order by min(e.received_at), e.transaction_id limit ${most}`.execute(db)
  const named: string[] = []
  for (const { transaction_id: transactionId, cents: reported } of found) {
    const difference = { transactionId, organizationId: null, orderId: null, expected: null, reported }
    const isNew = await db
      .transaction()
      .execute((trx) => openDifference(trx, { kind: 'unknown_payment', ...difference }))
    if (isNew) named.push(transactionId)
  }
  return named
}

/**
 * Asks the provider about payments that have been pending for more than a day, so that a lost report is made up for. The one
 * that was asked about longest ago comes first: payments that stay pending do not keep others waiting. What it answers is
 * stored and applied like a report. One that it still does not know after three days is opened for a person, once.
 * @param limit how many are asked about
 */
export async function askAboutPending(
  db: Db,
  provider: PaymentProvider,
  failed: (transactionId: string, error: unknown) => void,
  limit = most,
): Promise<void> {
  const before = new Date(now().getTime() - 24 * 3600_000)
  const { rows: pending } = await sql<Pending>`
    select y.id, y.organization_id, y.order_id, y.provider_id, y.cents, y.created_at from ${rows(labScope, 'payments', 'y')}
    where y.status = 'PENDING' and y.created_at < ${before}
    order by y.asked_at nulls first, y.id limit ${limit}`.execute(db)
  for (const payment of pending) {
    const { id, organization_id, provider_id } = payment
    // Noted before the answer: one that fails is not asked about again before the others.
    await scoped(db, labScope)
      .update('payments')
      .set({ asked_at: now() })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute()
    await askAbout(db, provider, payment).catch((error: unknown) => failed(provider_id, error))
  }
}

interface Pending {
  id: number
  organization_id: number
  order_id: number
  provider_id: string
  cents: number
  created_at: Date
}

async function askAbout(db: Db, provider: PaymentProvider, payment: Pending): Promise<void> {
  const { provider_id: transactionId } = payment
  const found = await provider.findTransaction(transactionId)
  if (!found) return notFound(db, payment)
  const { status, cents, refunded_cents } = found
  if (status === 'pending') return
  await receiveEvent(db, {
    ...found,
    // Another answer later, with another sum, is a report of its own.
    id: [asked, transactionId, status, cents, refunded_cents].join(':'),
    type: asked,
    transaction_id: transactionId,
    occurred_at: now(),
  })
}

/** Whether it was never made, was made for another account or is lost, only a person can see at the provider. */
async function notFound(db: Db, { organization_id, order_id, provider_id, cents, created_at }: Pending): Promise<void> {
  if (now().getTime() - created_at.getTime() < notFoundAfter)
    throw new Error('The payment provider does not know this transaction')
  const about = { transactionId: provider_id, organizationId: organization_id, orderId: order_id }
  await db
    .transaction()
    .execute((trx) => openDifference(trx, { kind: 'not_found', ...about, expected: cents, reported: null }))
}
