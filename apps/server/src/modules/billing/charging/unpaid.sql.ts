import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { labScope, rows, type Scope } from '../../../db/scope.ts'
import type { UnpaidOrder } from './schedule.ts'

/** The unpaid orders of the organization `o`, the oldest first, as JSON (`UnpaidOrder`). */
export const unpaidJson = (scope: Scope): RawBuilder<UnpaidOrder[]> => sql<UnpaidOrder[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'kind', r.kind,
      'fm_invoice_status', r.fm_invoice_status, 'closing_day', r.closing_day::text, 'due_day', r.due_day::text,
      'failed_at', iso(r.failed_at), 'tried_day', r.tried_day::text, 'retries', r.retries, 'is_retried', r.is_retried,
      'has_payment', exists (select from ${rows(scope, 'payments', 'y')} where y.organization_id = r.organization_id
        and y.order_id = r.id and y.status in ('PENDING', 'PAID')),
      'subtotal_cents', r.subtotal_cents, 'tax_cents', r.tax_cents, 'card_fee_percent', r.card_fee_percent::text,
      'total_cents', r.total_cents) order by r.closing_day, r.id), '[]')
  from ${rows(scope, 'orders', 'r')}
  where r.organization_id = o.id and r.fm_invoice_status in ('PENDING', 'NOT_PAID', 'BLOCKED'))`

/** Reads the unpaid orders of a practice, the oldest first. */
export async function unpaidOrdersOf(db: Db | Trx, organizationId: number): Promise<UnpaidOrder[]> {
  const { rows: found } = await sql<{ unpaid: UnpaidOrder[] }>`
    select ${unpaidJson(labScope)} as unpaid from organizations o where o.id = ${organizationId}`.execute(db)
  return found[0]?.unpaid ?? []
}
