import type { SearchOf } from '@archwire/contract/core/search.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import type { fileSearch } from '@archwire/contract/patient-files/search.ts'
import { patientFileTypes, photoViewIds } from '@archwire/contract/patient-files/types.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import type { Storage } from '../../services/storage/index.ts'
import { caseInReach } from '../case-core/index.ts'
import { fileJson, presentFile, type FileRow } from './present.ts'

/** One file of a case as this person reads it; 404 outside the scope. */
export async function getFile(db: Db, actor: Actor, storage: Storage, id: number): Promise<PatientFile> {
  const found = await sql<{ json: FileRow }>`
    select ${fileJson} as json from ${rows(actor.scope, 'patient_files', 'pf')} where pf.id = ${id} and pf.deleted_at is null`.execute(
    db,
  )
  if (!found.rows[0]) throw new NotFound('This file')
  return presentFile(actor, found.rows[0].json, storage)
}

const orders = { created_at: sql`pf.created_at`, name: sql`plain(pf.name)`, size: sql`pf.size` }

/** The files within reach, with their total; those of archived cases only where the case is named. */
export async function listFiles(db: Db, actor: Actor, storage: Storage, search: SearchOf<typeof fileSearch>) {
  const { patient_id: patientId } = search
  const { rows: found, meta } = await listPage<FileRow>(db, search, {
    from: sql`${rows(actor.scope, 'patient_files', 'pf')}
      join patients p on p.organization_id = pf.organization_id and p.id = pf.patient_id`,
    where: [
      sql`pf.deleted_at is null`,
      patientId === undefined ? sql`p.deleted_at is null` : sql`pf.patient_id = ${patientId}`,
      ...whenSet(search.patient_file_type_id, (ids) => sql`pf.patient_file_type_id = any(${ids}::int[])`),
      ...whenSet(search.organization_id, (id) => sql`pf.organization_id = ${id}`),
    ],
    row: fileJson,
    order: orderBy(search.sort, orders, sql`pf.id`),
  })
  return { patient_files: await Promise.all(found.map((file) => presentFile(actor, file, storage))), meta }
}

/**
 * When the photo `pf` was taken, as far as its file says so: no camera knows a moment after the upload, and those whose
 * clock was never set start long before 2000.
 */
const takenAt = sql`case when pf.file_modification_date between '2000-01-01' and pf.created_at
  then pf.file_modification_date else pf.created_at end`

/** The photos of a case in reach, from the face to the teeth, those that say nothing behind (`scans/photo-views`). */
export async function listImages(db: Db, actor: Actor, storage: Storage, patientId: number): Promise<PatientFile[]> {
  const caseRow = await caseInReach(db, actor, patientId)
  const found = await sql<{ json: FileRow }>`
    select ${fileJson} as json from ${rows(actor.scope, 'patient_files', 'pf')}
    where pf.organization_id = ${caseRow.organization_id} and pf.patient_id = ${caseRow.id} and pf.deleted_at is null
      and pf.patient_file_type_id = ${patientFileTypes.photo.id}
    order by array_position(${[...photoViewIds]}::text[], pf.photo_view), ${takenAt}, pf.id`.execute(db)
  return Promise.all(found.rows.map(({ json }) => presentFile(actor, json, storage)))
}
