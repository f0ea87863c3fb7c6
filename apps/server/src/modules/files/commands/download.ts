import type { Db } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import type { Storage } from '../../../services/storage/index.ts'

/**
 * Returns a link to the original bytes of a file within reach. Having the link means having the bytes, so this is the
 * download that auditors look for. @throws NotFound
 */
export async function giveDownloadLink(
  db: Db,
  actor: Actor,
  storage: Storage,
  id: number,
): Promise<{ url: string; patientId: number }> {
  const file = await scoped(db, actor.scope)
    .from('patient_files')
    .select(['organization_id', 'patient_id', 'storage_key', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!file) throw new NotFound('This file')
  const about = { organizationId: file.organization_id, patientId: file.patient_id }
  await record(db, actor, [{ subject: 'file', id, ...about, event: 'downloaded', data: { patient_file_id: id } }])
  const url = await storage.getLink(file.storage_key, { type: 'application/octet-stream', fileName: file.name })
  return { url, patientId: file.patient_id }
}
