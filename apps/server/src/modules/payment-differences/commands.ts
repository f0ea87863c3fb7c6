import type { Cents } from '@archwire/contract/core/money.ts'
import type { DifferenceKind } from '@archwire/contract/payment-differences/kinds.ts'
import type { CloseDifferenceBody } from '@archwire/contract/payment-differences/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue } from '../../kernel/outbox.ts'
import { record } from '../../kernel/record.ts'
import { lockRow, updateVersioned } from '../../kernel/records.ts'
import { whyNotClosed } from './rules.ts'

/** What portal and provider say differently about a transaction. */
export interface NewDifference {
  kind: DifferenceKind
  /** The provider's number of the transaction. */
  transactionId: string
  /** Null where it is not known whose payment it is. */
  organizationId: number | null
  orderId: number | null
  /** Null where there is no payment here. */
  expected: Cents | null
  /** Null where the provider named no sum. */
  reported: Cents | null
}

/**
 * Opens a difference and tells the people concerned. Returns whether it is new: while one of this kind is open for the
 * transaction, its sum becomes the one that was reported last; nothing happens where the last one that a person closed has
 * the same sum.
 */
export async function openDifference(
  trx: Trx,
  { kind, transactionId, organizationId, orderId, expected, reported }: NewDifference,
): Promise<boolean> {
  const at = now()
  const { rows: opened } = await sql<{ id: number; is_new: boolean }>`
    insert into payment_differences as p (kind, transaction_id, organization_id, order_id, expected_cents, reported_cents,
      opened_at, updated_at)
    select ${kind}, ${transactionId}, ${organizationId}::int, ${orderId}::int, ${expected}::bigint, ${reported}::bigint, ${at}, ${at}
    where not exists (
      select 1 from (select d.reported_cents, d.closed_at from payment_differences d
        where d.kind = ${kind} and d.transaction_id = ${transactionId} order by d.id desc limit 1) last
      where last.closed_at is not null and last.reported_cents is not distinct from ${reported}::bigint)
    on conflict (kind, transaction_id) where closed_at is null do update
      set reported_cents = excluded.reported_cents, version = p.version + 1, updated_at = excluded.updated_at
      where p.reported_cents is distinct from excluded.reported_cents
    returning id, xmax = 0 as is_new`.execute(trx)
  const [row] = opened
  if (!row) return false
  const data = { kind, transaction_id: transactionId, expected_cents: expected, reported_cents: reported }
  await record(trx, null, [
    row.is_new
      ? { subject: 'payment_difference', id: row.id, organizationId, event: 'opened', data, announce: true }
      : { subject: 'payment_difference', id: row.id, organizationId, event: 'changed', data },
  ])
  return row.is_new
}

/**
 * Closes a difference with a reason. A payment that the provider does not know ends by a job, which locks its practice
 * first. @throws NotFound, Conflict when it is closed already
 */
export async function closeDifference(
  trx: Trx,
  actor: Actor,
  id: number,
  { note, version }: CloseDifferenceBody,
): Promise<void> {
  const row = await lockRow(trx, actor.scope, 'payment_differences', id, 'This payment')
  refuse(whyNotClosed(row))
  const { kind, transaction_id, organization_id: organizationId } = row
  const values = { closed_at: actor.now, closed_by: actor.userId, note }
  await updateVersioned(trx, 'payment_differences', { id, version: row.version }, version, values, actor.now)
  if (kind === 'not_found') await enqueue(trx, 'payments.end-not-found', { transaction_id })
  const data = { kind, transaction_id, note }
  await record(trx, actor, [{ subject: 'payment_difference', id, organizationId, event: 'closed', data }])
}
