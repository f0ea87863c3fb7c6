import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, rows, scoped, type Scope } from '../../../db/scope.ts'
import { enqueue } from '../../../kernel/outbox.ts'
import { record } from '../../../kernel/record.ts'

interface Method {
  id: number
  organization_id: number
  is_primary: boolean
}

/**
 * Removes a payment method here; a job removes it at the provider after the commit. The caller has locked the organization.
 * `chooses`: the newest of the others becomes primary if this one was.
 */
export async function archiveMethod(
  trx: Trx,
  scope: Scope,
  by: { userId: number | null; address: string; now: Date },
  { id, organization_id, is_primary }: Method,
  { chooses }: { chooses: boolean },
): Promise<void> {
  await scoped(trx, scope)
    .update('payment_methods')
    .set({ deleted_at: by.now, is_primary: false, updated_at: by.now, version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  await enqueue(trx, 'payments.remove-method', { payment_method_id: id })
  const about = { subject: 'payment_method', organizationId: organization_id } as const
  await record(trx, by, [{ ...about, id, event: 'removed' }])
  if (!is_primary || !chooses) return
  const { rows: chosen } = await sql<{ id: number }>`
    update payment_methods p set is_primary = true, updated_at = ${by.now}, version = p.version + 1
    where ${inScope(scope, 'payment_methods', 'p')} and p.organization_id = ${organization_id}
      and p.id = (select max(n.id) from ${rows(scope, 'payment_methods', 'n')}
        where n.organization_id = ${organization_id} and n.deleted_at is null)
    returning p.id`.execute(trx)
  if (chosen[0]) await record(trx, by, [{ ...about, id: chosen[0].id, event: 'made_primary' }])
}
