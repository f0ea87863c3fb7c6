import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, labScope, rows } from '../../../db/scope.ts'
import type { Activity } from '../../../kernel/record.ts'
import { hasBlockedOrder } from '../../../kernel/why-closed.ts'

/**
 * An order that blocked its practice is no longer unpaid: the block is lifted only when no other one is (`billing/blocked`).
 * So the oldest that is not paid blocks from now on; a bank payment under way does not, and the start-up order never does.
 * The caller has locked the organization, and has moved the order.
 */
export async function passBlockOn(trx: Trx, organizationId: number, at: Date): Promise<Activity[]> {
  const { rows: blocked } = await sql<{ id: number; invoice_id: number }>`
    update orders r set fm_invoice_status = 'BLOCKED', blocked_at = ${at}, version = r.version + 1, updated_at = ${at}
    where r.organization_id = ${organizationId} and ${inScope(labScope, 'orders', 'r')} and r.id = (
      select n.id from ${rows(labScope, 'orders', 'n')}
      where n.organization_id = ${organizationId} and n.kind <> 'start_up' and n.fm_invoice_status = 'NOT_PAID'
      order by n.closing_day, n.id limit 1)
      and not exists (select from ${rows(labScope, 'orders', 'b')} where b.organization_id = ${organizationId}
        and b.fm_invoice_status = 'BLOCKED')
    returning r.id, r.invoice_id`.execute(trx)
  if (blocked.length === 0) return (await isBlocked(trx, organizationId)) ? [] : [blockTurned(organizationId, false)]
  return blocked.map(({ id, invoice_id }) => ({
    subject: 'order',
    id,
    organizationId,
    event: 'blocked',
    data: { invoice_id, behind_another: true },
  }))
}

/** Whether another order blocks the practice, too: one whose bank payment came back after the block had passed on. */
async function isBlocked(trx: Trx, organizationId: number): Promise<boolean> {
  const { rows: found } = await sql<{ blocked: boolean }>`
    select ${hasBlockedOrder(labScope)} as blocked from organizations o where o.id = ${organizationId}`.execute(trx)
  return found[0]?.blocked === true
}

/** A practice is blocked now, or no longer: of that all its people hear, also those who read no invoices. */
export const blockTurned = (organizationId: number, blocked: boolean): Activity => ({
  subject: 'organization',
  id: organizationId,
  organizationId,
  event: 'changed',
  data: { blocked },
})
