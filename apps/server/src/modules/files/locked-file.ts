import { type FileKind, patientFileTypes, type PhotoView } from '@archwire/contract/patient-files/types.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { lockCase, type CaseFacts } from '../case-core/index.ts'

/** A file of a case that is locked for a change. */
export interface LockedFile {
  id: number
  organization_id: number
  patient_file_type_id: number
  kind: FileKind | null
  name: string
  caption: string
  photo_view: PhotoView | null
  version: number
  /** What a scan's check found its triangles to be. */
  geometry_hash: string | null
  /** An item of an open print names it. */
  printed: boolean
  /** A flawed tray of an open request was made of it, or is corrected with it. */
  in_tray: boolean
}

export const isPhoto = (file: Pick<LockedFile, 'patient_file_type_id'>): boolean =>
  file.patient_file_type_id === patientFileTypes.photo.id

/** Locks the case of a file and reads the file as the lock left it. @throws NotFound out of reach, or once it is deleted */
export async function lockFile(trx: Trx, actor: Actor, id: number): Promise<{ facts: CaseFacts; file: LockedFile }> {
  const facts = await lockCase(trx, actor.scope, { file: id })
  const { rows } = await sql<LockedFile>`
    select f.id, f.organization_id, f.patient_file_type_id, f.kind, f.name, f.caption, f.photo_view, f.version,
      f.report ->> 'geometry_hash' as geometry_hash,
      exists (select 1 from printing_request_items i
        join printing_requests pr on pr.organization_id = i.organization_id and pr.id = i.printing_request_id
        join customer_requests cr on cr.organization_id = pr.organization_id and cr.id = pr.customer_request_id
        where i.organization_id = f.organization_id and i.file_id = f.id
          and cr.status_id = ${ids(customerRequestStatuses.pending)}) as printed,
      exists (select 1 from flawed_trays t
        join customer_requests cr on cr.organization_id = t.organization_id and cr.id = t.customer_request_id
        where t.organization_id = f.organization_id and t.patient_id = f.patient_id
          and f.id in (t.file_id, t.stl_file_id, t.corrected_file_id)
          and cr.status_id = ${ids(customerRequestStatuses.pending)}) as in_tray
    from patient_files f where f.organization_id = ${facts.organization_id} and f.id = ${id} and f.deleted_at is null`.execute(
    trx,
  )
  if (!rows[0]) throw new NotFound('This file')
  return { facts, file: rows[0] }
}
