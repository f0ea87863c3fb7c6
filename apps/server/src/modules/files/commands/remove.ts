import { deleteActionOf } from '@archwire/contract/patient-files/delete-action.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict } from '../../../kernel/errors.ts'
import { conclude, permit, setCase, type CaseFacts } from '../../case-core/index.ts'
import { lockFile, type LockedFile } from '../locked-file.ts'
import { bytesUntil } from '../removal.ts'
import { sameScanAs } from '../scene.ts'

/**
 * Deletes a file of a case (`scans/who-deletes`): it leaves its scene and every page, and its name is free again. The row
 * stays until the case goes, for the history; the bytes go when they were kept long enough (`forgetDeleted`). Comments and
 * figures that were taken on it stand as those of an earlier scan.
 */
export async function removeFile(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { facts, file } = await lockFile(trx, actor, id)
  permit(actor, facts, deleteActionOf(file))
  if (file.printed) throw new Conflict('An open print uses this file. Complete or cancel the print first.')
  if (file.in_tray) throw new Conflict('A tray correction uses this file. Complete or cancel the request first.')
  await sql`update patient_files set deleted_at = ${actor.now}, updated_at = ${actor.now}, viewer_id = null,
      bytes_until = ${bytesUntil} where organization_id = ${file.organization_id} and id = ${file.id}`.execute(trx)
  await clearTwins(trx, actor, facts, file)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, { event: 'file_deleted', note: file.name, data: { patient_file_id: file.id } })
}

/**
 * Scans that were flagged only for being the same as the deleted one: the first of them is as good as it was now, and
 * further ones equal that one.
 */
async function clearTwins(trx: Trx, actor: Actor, facts: CaseFacts, file: LockedFile): Promise<void> {
  if (file.geometry_hash === null) return
  await sql`
    with twins as (
      select t.id, t.problem, first_value(t.id) over (order by t.id) as first_id, first_value(t.name) over (order by t.id) as first_name
      from patient_files t where t.organization_id = ${facts.organization_id} and t.patient_id = ${facts.id} and t.kind = ${file.kind}
        and t.patient_file_type_id = ${file.patient_file_type_id}
        and t.deleted_at is null and t.report ->> 'geometry_hash' = ${file.geometry_hash}
    )
    update patient_files f set updated_at = ${actor.now},
      processing = case when f.id = t.first_id then 'ready' else f.processing end,
      problem = case when f.id = t.first_id then null else replace(f.problem, ${file.name}, t.first_name) end
    from twins t where f.organization_id = ${facts.organization_id} and f.id = t.id
      and t.problem = ${sameScanAs(file.name)}`.execute(trx)
}
