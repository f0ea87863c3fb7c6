import type { Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, labScope, rows } from '../../../db/scope.ts'
import type { ActivityAbout } from '../../../kernel/record.ts'

/**
 * Orders whose day has come while an older one is not paid become not paid without a try (`billing/charging`). An order
 * with a payment under way stays pending, and keeps no other waiting. The caller has locked the organization.
 */
export async function fallBehind(
  trx: Trx,
  organizationId: number,
  { today, at }: { today: Day; at: Date },
): Promise<ActivityAbout<'order'>[]> {
  const { rows: fallen } = await sql<{ id: number; invoice_id: number }>`
    update orders r set fm_invoice_status = 'NOT_PAID', version = r.version + 1, updated_at = ${at}
    where r.organization_id = ${organizationId} and ${inScope(labScope, 'orders', 'r')} and r.kind <> 'start_up'
      and r.fm_invoice_status = 'PENDING' and r.due_day <= ${today}::date
      and not exists (select from ${rows(labScope, 'payments', 'y')} where y.organization_id = r.organization_id
        and y.order_id = r.id and y.status in ('PENDING', 'PAID'))
      and exists (select from ${rows(labScope, 'orders', 'b')} where b.organization_id = r.organization_id
        and b.kind <> 'start_up' and b.is_retried and b.fm_invoice_status in ('NOT_PAID', 'BLOCKED')
        and (b.closing_day, b.id) < (r.closing_day, r.id))
    returning r.id, r.invoice_id`.execute(trx)
  return fallen.map(({ id, invoice_id }) => ({
    subject: 'order',
    id,
    organizationId,
    event: 'due',
    data: { invoice_id },
  }))
}
