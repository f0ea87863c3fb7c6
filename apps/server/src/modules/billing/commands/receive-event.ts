import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { Unauthenticated } from '../../../kernel/errors.ts'
import { UnsignedEvent, type PaymentProvider, type ProviderEvent } from '../../../services/payments/port.ts'
import { applyWaitingEvents } from './apply-events.ts'

const unsigned = 'The report is not signed by the payment provider, or too old.'

/** Reads a report of the provider. @throws Unauthenticated where it is not signed, and on a server without a provider */
export function readReport(
  provider: PaymentProvider | undefined,
  body: Uint8Array,
  headers: Record<string, string | string[] | undefined>,
): ProviderEvent {
  if (!provider) throw new Unauthenticated(unsigned).as('unsigned_report')
  try {
    return provider.readEvent(body, headers, now())
  } catch (error) {
    if (error instanceof UnsignedEvent) throw new Unauthenticated(unsigned).as('unsigned_report')
    throw error
  }
}

/**
 * Stores a report, once, and then applies it: it is kept even if that fails, and a job applies it later. A report about
 * nothing that this portal knows is only kept (`billing/webhooks`).
 */
export async function receiveEvent(db: Db, event: ProviderEvent): Promise<void> {
  await storeEvent(db, event)
  const { transaction_id } = event
  if (transaction_id === null) return
  await db.transaction().execute((trx) => applyWaitingEvents(trx, transaction_id))
}

/** Stores a report; one that was stored before stays as it is. One that says nothing about a payment waits for none. */
export async function storeEvent(db: Db, event: ProviderEvent): Promise<void> {
  const { id, type, transaction_id, status, message, occurred_at, cents, refunded_cents, refunds } = event
  const at = now()
  const saysNothing = status === null && refunds.length === 0
  const isApplied = transaction_id === null || saysNothing
  await sql`
    insert into payment_events (id, type, transaction_id, status, message, cents, refunded_cents, refunds, occurred_at, received_at,
      applied_at)
    values (${id}, ${type}, ${transaction_id}, ${status}, ${message}, ${cents}, ${refunded_cents}, ${JSON.stringify(refunds)}::jsonb,
      ${occurred_at}, ${at}, ${isApplied ? at : null})
    on conflict (id) do nothing`.execute(db)
}
