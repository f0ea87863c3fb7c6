import type { Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'

/** Writes what happened to an account into the audit log, in the transaction of the change (rule 39). */
export async function note(
  trx: Trx,
  entry: { userId: number; organizationId?: number; action: string; address: string },
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      at: now(),
      user_id: entry.userId,
      organization_id: entry.organizationId ?? null,
      action: entry.action,
      address: entry.address,
    })
    .execute()
}
