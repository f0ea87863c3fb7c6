import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, labScope, rows, type Scope } from '../../db/scope.ts'
import { enqueue } from '../../kernel/outbox.ts'
import type { Storage } from '../../services/storage/index.ts'

/** Where the bytes of a case are stored. */
export const folderOf = (case_: { organization_id: number; patient_id: number }): string =>
  `o/${case_.organization_id}/p/${case_.patient_id}`

/** Where the bytes of a sealed upload go when its file is checked; the same at every attempt. */
export const finalKeyOf = (file: { organization_id: number; patient_id: number; storage_key: string }): string =>
  `${folderOf(file)}/${file.storage_key.replace('sealed/u_', '').slice(0, 32)}`

/** What the job removes: the folder of a case that no longer exists, and keys of its files elsewhere. */
export interface Removal {
  organization_id: number
  patient_id: number
  file_ids: number[]
  keys: string[]
}

/**
 * Enqueues the removal of the bytes of a case that is about to be deleted, and deletes its uploads, whose names may be a
 * patient's; its files' rows are the caller's.
 */
export async function removeFiles(trx: Trx, facts: { id: number; organization_id: number }): Promise<void> {
  // A final key ends with the name of its upload.
  const found = await sql<{ file_ids: number[]; keys: string[] }>`
    with files as (
      select f.id, array[f.storage_key, f.mesh_key, f.coarse_mesh_key, f.thumbnail_key, f.display_key] as keys,
        'u_' || right(f.storage_key, 32) as upload
      from patient_files f where f.organization_id = ${facts.organization_id} and f.patient_id = ${facts.id}
    ), gone as (
      delete from uploads u where u.organization_id = ${facts.organization_id}
        and (u.file_path in (select upload from files) or u.registered_at is null and u.patient_id = ${facts.id})
      returning u.file_path, u.parts
    ), keys as (
      select unnest(keys) as key from files
      union select 'sealed/' || upload from files
      union select 'sealed/' || file_path from gone
      union select 'incoming/' || file_path || '/' || part from gone, generate_series(1, parts) as part
    )
    select coalesce((select array_agg(id) from files), '{}') as file_ids,
      coalesce((select array_agg(key) from keys where key is not null), '{}') as keys`.execute(trx)
  const removal: Removal = { organization_id: facts.organization_id, patient_id: facts.id, ...found.rows[0]! }
  await enqueue(trx, 'files.remove', removal)
}

/**
 * Deletes the uploads of an organization without cases that is about to be deleted, and enqueues the removal of their bytes
 * and of those of its bracket libraries, which may be moved to their own folder at this moment.
 */
export async function removeUploadsOf(trx: Trx, scope: Scope, organizationId: number): Promise<void> {
  const { rows: gone } = await sql<{ keys: string[] | null }>`
    with gone as (
      delete from uploads u where ${inScope(scope, 'uploads', 'u')} and u.organization_id = ${organizationId}
      returning u.file_path, u.parts
    ), keys as (
      select 'sealed/' || file_path as key from gone
      union select 'incoming/' || file_path || '/' || part from gone, generate_series(1, parts) as part
      union select unnest(array[b.storage_key, 'o/' || ${organizationId}::int || '/l/' || right(b.storage_key, 32)])
        from bracket_libraries b where ${inScope(scope, 'bracket_libraries', 'b')} and b.organization_id = ${organizationId}
          and b.storage_key is not null
    )
    select array_agg(key) as keys from keys`.execute(trx)
  // No case has the id 0.
  const removal: Removal = { organization_id: organizationId, patient_id: 0, file_ids: [], keys: gone[0]?.keys ?? [] }
  if (removal.keys.length > 0) await enqueue(trx, 'files.remove', removal)
}

/** Days that the bytes of a deleted file are kept (docs/deploy.md), as long as backups. */
const keptDays = 35

/** When the bytes of a file that is deleted at this moment may be removed, by the database's clock. */
export const bytesUntil = sql<Date>`clock_timestamp() + make_interval(hours => ${sql.lit(keptDays * 24)})`

/** Files per transaction. */
const portion = 200

/**
 * Marks the deleted files whose bytes were kept long enough, and enqueues the removal of these bytes; what another file
 * still shows is left by that job. Their rows stay, for the history. Safe to run twice, and at several places at once.
 */
export async function forgetDeleted(db: Db, at: Date): Promise<void> {
  let files = portion
  while (files === portion) files = await db.transaction().execute((trx) => forgetSome(trx, at))
}

interface Due {
  organization_id: number
  patient_id: number
  id: number
  stored: string
  keys: string[]
}

async function forgetSome(trx: Trx, at: Date): Promise<number> {
  // A row that a check holds in the meantime (`holdTwin`) is skipped until the next time.
  const { rows: found } = await sql<Due>`
    with due as (
      select f.organization_id, f.id, f.patient_id, f.storage_key as stored,
        array_remove(array[f.storage_key, f.mesh_key, f.coarse_mesh_key, f.thumbnail_key, f.display_key], null) as keys
      from patient_files f where ${inScope(labScope, 'patient_files', 'f')}
        and f.bytes_until <= ${at} and f.bytes_removed_at is null
      order by f.bytes_until limit ${portion} for update skip locked
    )
    update patient_files f set bytes_removed_at = ${at}, mesh_key = null, coarse_mesh_key = null, thumbnail_key = null,
      display_key = null
    from due where f.organization_id = due.organization_id and f.id = due.id
    returning f.organization_id, f.id, f.patient_id, due.stored, due.keys`.execute(trx)
  for (const [organization_id, files] of Map.groupBy(found, (file) => file.organization_id)) {
    // A check that was killed may have put the bytes of a sealed upload where they would stay.
    const keys = files.flatMap((file) =>
      file.stored.startsWith('sealed/') ? [...file.keys, finalKeyOf({ ...file, storage_key: file.stored })] : file.keys,
    )
    // Only these keys: no case has the id 0, so no folder is emptied.
    const removal: Removal = { organization_id, patient_id: 0, file_ids: files.map(({ id }) => id), keys }
    await enqueue(trx, 'files.remove', removal)
  }
  return found.length
}

/**
 * The job behind deleted cases and files: removes their bytes, whatever an interrupted check left among them, and nothing that
 * another case still shows (`scans/same-bytes`). Safe to run twice. Throws while one of its files is being checked: what
 * that makes has to go, too.
 */
export async function removeBytes({ db, storage }: { db: Db; storage: Storage }, removal: Removal): Promise<void> {
  const checked = await sql`
    select 1 from pgboss.job j where j.name = 'files.process' and j.state = 'active'
      and (j.data ->> 'patient_file_id')::int = any(${removal.file_ids}::int[]) limit 1`.execute(db)
  if (checked.rows.length > 0) throw new Error('a file of a deleted case is still being checked')
  const keys = new Set([...removal.keys, ...(await storage.list(folderOf(removal)))])
  const used = await sql<{ key: string }>`
    select unnest(array[f.storage_key, f.mesh_key, f.coarse_mesh_key, f.thumbnail_key, f.display_key]) as key
    from ${rows(labScope, 'patient_files', 'f')}
    where f.organization_id = ${removal.organization_id} and f.bytes_removed_at is null
      and array[f.storage_key, f.mesh_key, f.coarse_mesh_key, f.thumbnail_key, f.display_key] && ${[...keys]}::text[]`.execute(
    db,
  )
  for (const { key } of used.rows) keys.delete(key)
  for (const key of keys) await storage.remove(key)
}

/** What a check made. */
interface Made {
  storage_key: string
  mesh_key: string | null
  coarse_mesh_key: string | null
  thumbnail_key: string | null
  display_key: string | null
}

/**
 * Enqueues the removal of what a check made that is written nowhere; what a file shows is left by that job. The sealed upload
 * of a file that was deleted in the meantime stays for as long as bytes of deleted files are kept.
 */
export async function forgetMade(trx: Trx, file: { organization_id: number; id: number }, made: Made): Promise<void> {
  const all = [made.storage_key, made.mesh_key, made.coarse_mesh_key, made.thumbnail_key, made.display_key]
  const keys = all.filter((key) => key !== null)
  // No case has the id 0, so no folder is emptied.
  const removal: Removal = { organization_id: file.organization_id, patient_id: 0, file_ids: [file.id], keys }
  await enqueue(trx, 'files.remove', removal)
}

/**
 * Keeps the file that a result was taken from until another one names its bytes, too: a case that is deleted in the meantime
 * would take them along. Throws when it was deleted already; the next try of the check makes another.
 */
export async function holdTwin(
  trx: Trx,
  twin: { organization_id: number; sha256: string; thumbnail_key: string | null },
): Promise<void> {
  const held = await sql`
    select 1 from patient_files f where f.organization_id = ${twin.organization_id} and f.sha256 = ${twin.sha256}
      and f.thumbnail_key = ${twin.thumbnail_key} for key share`.execute(trx)
  if (held.rows.length === 0) throw new Error('the file with the same bytes is gone')
}
