import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { labScope, rows } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { applyWaitingEvents } from './apply-events.ts'
import { receiveEvent } from './receive-event.ts'

/** Reports of this type were asked for, not sent. */
const asked = 'asked'
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
 * Transactions that were reported as paid or pending between one and two hours ago, and of which there is no payment: money
 * that a practice may have paid for nothing, or a charge that someone made at the provider by hand.
 */
export async function unknownPayments(db: Db): Promise<string[]> {
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3600_000)
  const { rows: found } = await sql<{ transaction_id: string }>`
    select distinct e.transaction_id from payment_events e
    where e.applied_at is null and e.status in ('paid', 'pending')
      and e.received_at > ${hoursAgo(2)} and e.received_at <= ${hoursAgo(1)}
      and not exists (select 1 from ${rows(labScope, 'payments', 'y')} where y.provider_id = e.transaction_id)
    order by e.transaction_id limit ${most}`.execute(db)
  return found.map(({ transaction_id }) => transaction_id)
}

/**
 * Asks the provider about payments that have been pending for more than a day, the oldest first: a report that was lost is
 * made up for. What it answers is stored and applied like a report.
 */
export async function askAboutPending(
  db: Db,
  provider: PaymentProvider,
  failed: (transactionId: string, error: unknown) => void,
): Promise<void> {
  const before = new Date(now().getTime() - 24 * 3600_000)
  const { rows: pending } = await sql<{ provider_id: string }>`
    select y.provider_id from ${rows(labScope, 'payments', 'y')}
    where y.status = 'PENDING' and y.created_at < ${before} order by y.id limit ${most}`.execute(db)
  for (const { provider_id } of pending)
    await askAbout(db, provider, provider_id).catch((error: unknown) => failed(provider_id, error))
}

async function askAbout(db: Db, provider: PaymentProvider, transactionId: string): Promise<void> {
  const found = await provider.findTransaction(transactionId)
  if (!found) throw new Error('The payment provider does not know this transaction')
  if (found.status === 'pending') return
  await receiveEvent(db, {
    id: `${asked}:${transactionId}:${found.status}`,
    type: asked,
    transaction_id: transactionId,
    status: found.status,
    message: found.message,
    occurred_at: now(),
  })
}
