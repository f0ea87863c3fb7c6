import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { labScope, rows } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import type { Activity } from '../../../kernel/record.ts'
import { productIds } from '../products.ts'

/**
 * Settles the start-up fee of a practice, or unsettles it (null), if the order has one; a fee that the lab waived stays
 * settled. Returns the activity to be recorded where that changed something.
 */
export async function settleStartUpFee(
  trx: Trx,
  { organizationId, orderId }: { organizationId: number; orderId: number },
  at: Date | null,
): Promise<Activity[]> {
  const { numAffectedRows } = await sql`
    update organizations o set startup_fee_settled_at = ${at}, version = o.version + 1, updated_at = ${now()}
    where o.id = ${organizationId} and o.startup_fee_waived_by is null
      and (o.startup_fee_settled_at is null) = (${at}::timestamptz is not null)
      and exists (select 1 from ${rows(labScope, 'order_lines', 'l')}
        where l.organization_id = o.id and l.order_id = ${orderId} and l.product_id = ${productIds.startupFee})`.execute(
    trx,
  )
  if ((numAffectedRows ?? 0n) === 0n) return []
  const data = { startup_fee_settled: at !== null }
  return [{ subject: 'organization', id: organizationId, organizationId, event: 'changed', data }]
}

/**
 * Waives the start-up fee of a practice whose invoice is written off (`billing/settled`), unless it is settled. The caller
 * has locked the organization. Returns the activity to be recorded.
 */
export async function waiveStartUpFee(
  trx: Trx,
  organizationId: number,
  { userId, now: at }: { userId: number; now: Date },
): Promise<Activity[]> {
  const { numAffectedRows } = await sql`
    update organizations o set startup_fee_settled_at = ${at}, startup_fee_waived_by = ${userId}, version = o.version + 1, updated_at = ${at}
    where o.id = ${organizationId} and o.startup_fee_settled_at is null`.execute(trx)
  if ((numAffectedRows ?? 0n) === 0n) return []
  return [{ subject: 'organization', id: organizationId, organizationId, event: 'startup_fee_waived', announce: true }]
}
