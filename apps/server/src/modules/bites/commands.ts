import { biteMethods, maxBites } from '@archwire/contract/bites/methods.ts'
import type { NewBite } from '@archwire/contract/bites/routes.ts'
import { scanKindLabels } from '@archwire/contract/patient-files/types.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, Conflict, Invalid, NotFound } from '../../kernel/errors.ts'
import { lockCaseInReach, permitOn, recordOnCase, refuseGoneScans, type CaseInReach } from '../case-core/index.ts'
import { may } from './policy.ts'
import { newestVersion } from './queries.ts'

/**
 * Saves how the arches of a case bite as its next version; returns its id. 409 when someone placed them since the version
 * that was seen, when nothing is there to take back, or when the case is at its limit; 422 when a file is not a scan of this case and kind that is shown in 3D.
 */
export async function placeArches(trx: Trx, actor: Actor, patientId: number, asked: NewBite): Promise<number> {
  const caseRow = await lockCaseInReach(trx, actor, sql`p.id = ${patientId}`)
  if (!caseRow) throw new NotFound('This case')
  permitOn(caseRow, may.add(actor, caseRow))
  const newest = await newestVersion(trx, actor, caseRow, asked.scan_kind)
  requireSeen(asked, newest)
  if (asked.method === 'by_shape' && (newest?.method ?? 'by_shape') === 'by_shape')
    throw new Conflict('The scans are already placed by their shapes.')
  await requireShown(trx, caseRow, asked)
  await requireRoom(trx, caseRow)
  const version = (newest?.version ?? 0) + 1
  const places = asked.places.map(({ rotation, ...place }) => ({ ...place, rotation: rotation.flat() }))
  const { rows } = await sql<{ id: number }>`
    with saved as (
      insert into bites (organization_id, patient_id, scan_kind, version, method, created_by, created_at)
      values (${caseRow.organization_id}, ${caseRow.id}, ${asked.scan_kind}, ${version}, ${asked.method}, ${actor.userId}, ${actor.now})
      returning id
    ), placed as (
      insert into bite_places (organization_id, patient_id, bite_id, file_id, rotation, "offset")
      select ${caseRow.organization_id}, ${caseRow.id}, saved.id, t.file_id, t.rotation, t."offset"
      from saved cross join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) t (file_id int, rotation float8[], "offset" float8[])
    )
    select id from saved`.execute(trx)
  await recordOnCase(trx, actor, caseRow, {
    event: 'bite_placed',
    note: `${scanKindLabels[asked.scan_kind]}: ${biteMethods[asked.method].label} (version ${version})`,
  })
  return rows[0]!.id
}

/** Who places the arches has seen the newest version: no one's work is written over unseen. */
function requireSeen({ version }: NewBite, newest: Awaited<ReturnType<typeof newestVersion>>): void {
  if (newest && version !== newest.version)
    throw new Conflict(
      `${newest.placedBy} placed the arches in the meantime. Review that placement, then place them again.`,
    )
  checkVersion(version, newest?.version ?? 0)
}

/** Each file that is placed is a scan of the case and kind that the viewer shows. */
async function requireShown(trx: Trx, caseRow: CaseInReach, { scan_kind, places }: NewBite): Promise<void> {
  const files = places.map(({ file_id }) => file_id)
  await refuseGoneScans(trx, caseRow, files)
  const { rows } = await sql`
    select 1 from patient_files f
    where f.organization_id = ${caseRow.organization_id} and f.patient_id = ${caseRow.id} and f.id = any(${files}::int[])
      and f.kind = ${scan_kind} and f.mesh_key is not null and f.deleted_at is null`.execute(trx)
  if (rows.length < files.length)
    throw new Invalid({ places: ['Only scans of the case that are shown in 3D can be placed.'] })
}

async function requireRoom(trx: Trx, caseRow: CaseInReach): Promise<void> {
  const { rows } = await sql<{ present: number }>`
    select count(*)::int as present from bites b
    where b.organization_id = ${caseRow.organization_id} and b.patient_id = ${caseRow.id}`.execute(trx)
  if (rows[0]!.present >= maxBites)
    throw new Conflict(`The arches of this case have been placed ${maxBites} times, which is the limit.`)
}
