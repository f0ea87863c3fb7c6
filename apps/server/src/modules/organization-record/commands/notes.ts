import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { may } from '../policy.ts'
import { blocked } from '../rules.ts'
import { lockRecord } from './lock.ts'

/** Changes the lab's notes about an organization, which are kept exactly as they were entered (`organizations/notes`). */
export async function changeNotes(
  trx: Trx,
  actor: Actor,
  id: number,
  { management_notes, version }: { management_notes: string; version?: number | undefined },
): Promise<void> {
  const { row } = await lockRecord(trx, actor, id)
  permit(may.change_notes(actor), blocked.change_notes())
  await updateVersioned(trx, 'organizations', row, version, { management_notes }, actor.now)
  await record(trx, actor, [{ subject: 'organization', id, organizationId: id, event: 'notes_changed' }])
}
