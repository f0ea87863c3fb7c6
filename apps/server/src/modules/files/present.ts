import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import type { Storage } from '../../services/storage/index.ts'

/** A file as SQL builds it; keys become links only here, after the scope was checked. */
export type FileRow = Omit<PatientFile, 'thumbnail_url' | 'url'> & {
  thumbnail_key: string | null
  display_key: string | null
  /** Whose name `uploaded_by` is decides who can read it. */
  uploader_role: UserRole | null
}

/** JSON of the file `pf`, for embedding into a bigger SELECT. */
export const fileJson = sql`jsonb_build_object(
  'id', pf.id, 'name', pf.name, 'original_name', pf.original_name, 'patient_id', pf.patient_id,
  'patient_file_type_id', pf.patient_file_type_id, 'kind', pf.kind, 'jaws_id', pf.jaws_id, 'size', pf.size, 'caption', pf.caption, 'photo_view', pf.photo_view, 'version', pf.version,
  'processing', pf.processing, 'problem', pf.problem, 'check_note', pf.check_note, 'report', pf.report, 'viewer_id', pf.viewer_id,
  'uploaded_by', coalesce((select u.full_name from users u where u.id = pf.uploaded_by), ''),
  'uploader_role', (select u.role from users u where u.id = pf.uploaded_by),
  'file_modification_date', iso(pf.file_modification_date), 'created_at', iso(pf.created_at), 'updated_at', iso(pf.updated_at),
  'thumbnail_key', pf.thumbnail_key, 'display_key', pf.display_key)`

/** Adds links to what may be viewed, and the uploader as this person may know them; the original has its own call. */
export async function presentFile(
  actor: Actor,
  { thumbnail_key, display_key, uploader_role: role, ...row }: FileRow,
  storage: Storage,
): Promise<PatientFile> {
  const picture = async (key: string | null) =>
    key === null ? null : storage.getLink(key, { type: 'image/webp', inline: true })
  const uploaded_by = nameOfDoer(actor, { name: row.uploaded_by, role })
  return { ...row, uploaded_by, thumbnail_url: await picture(thumbnail_key), url: await picture(display_key) }
}
