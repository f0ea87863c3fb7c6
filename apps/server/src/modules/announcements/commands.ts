import type { Trx } from '../../db/client.ts'
import { lockRow, updateVersioned } from '../../kernel/records.ts'
import type { Actor } from '../../kernel/actor.ts'
import { record } from '../../kernel/record.ts'

/** Rewrites one of the two announcements and notifies all open pages. @throws NotFound, Conflict on an older version */
export async function saveAnnouncement(
  trx: Trx,
  actor: Actor,
  id: number,
  { body, version }: { body: string; version?: number | undefined },
): Promise<void> {
  const row = await lockRow(trx, actor.scope, 'announcements', id, 'This announcement')
  await updateVersioned(trx, 'announcements', row, version, { body, last_updated_by: actor.userId }, actor.now)
  await record(trx, actor, [{ subject: 'announcement', id, organizationId: null, event: 'updated' }])
}
