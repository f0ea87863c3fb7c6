import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** A practice is as its worst closed order is; there is always the one with the start-up fee. */
const worstFirst: readonly InvoiceStatus[] = ['BLOCKED', 'NOT_PAID', 'PENDING', 'PAID']

/** The state of the worst closed order of the practice `o`; null while it has none (`contracts/status`). */
export const worstOrderSql = (scope: Scope): RawBuilder<InvoiceStatus | null> => sql<InvoiceStatus | null>`(
  select r.fm_invoice_status from ${rows(scope, 'orders', 'r')}
  where r.organization_id = o.id and r.fm_invoice_status <> 'CURRENT'
  order by array_position(${[...worstFirst]}::text[], r.fm_invoice_status) limit 1)`

/** The payment status of the practice `o` (`contracts/status`): suspended, or its worst order; null without one. */
export const paymentStatusSql = (scope: Scope): RawBuilder<string | null> =>
  sql<string | null>`case when o.suspended_at is not null then 'SUSPENDED' else ${worstOrderSql(scope)} end`

/** The lab's day on which the newest paid order of the practice `o` was paid; null while none was. */
export const lastPaymentDay = (scope: Scope, zone: string): RawBuilder<string | null> => sql<string | null>`(
  select ((max(r.fm_paid_at) at time zone ${zone})::date)::text from ${rows(scope, 'orders', 'r')}
  where r.organization_id = o.id and r.fm_invoice_status = 'PAID')`

/**
 * The closing day of the contract `c` of the practice `o`; null while nothing closes automatically: suspended, disabled
 * or archived (`contracts/status`).
 */
export const nextPaymentDay = sql<
  string | null
>`case when o.suspended_at is null and o.disabled_at is null and o.deleted_at is null
  then c.next_payment_date end`
