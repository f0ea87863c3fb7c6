import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** A practice is as its worst closed order is; there is always the one with the start-up fee. */
const worstFirst: readonly InvoiceStatus[] = ['BLOCKED', 'NOT_PAID', 'PENDING', 'PAID']

/** The payment status of the practice `o` (`billing/payment-status`): suspended, or its worst order; null without one. */
export const paymentStatusSql = (scope: Scope): RawBuilder<string | null> => sql<string | null>`case
  when o.suspended_at is not null then 'SUSPENDED'
  else (select r.fm_invoice_status from ${rows(scope, 'orders', 'r')}
    where r.organization_id = o.id and r.fm_invoice_status <> 'CURRENT'
    order by array_position(${[...worstFirst]}::text[], r.fm_invoice_status) limit 1) end`
