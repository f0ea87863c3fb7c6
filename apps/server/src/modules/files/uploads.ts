import { randomBytes } from 'node:crypto'
import type { UploadLink } from '@archwire/contract/patient-files/schema.ts'
import {
  type FileKind,
  largestUpload,
  patientFileTypes,
  type PhotoView,
  uploadLinkMinutes,
  type UploadPurpose,
} from '@archwire/contract/patient-files/types.ts'
import { headBytes, refusal } from '@archwire/mesh/parse/upload-content.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, labScope, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { Conflict, Invalid } from '../../kernel/errors.ts'
import { jobRows } from '../../kernel/outbox.ts'
import { partSize, type Storage } from '../../services/storage/index.ts'

const megabyte = 1024 * 1024
/** Bytes of one organization that may be in flight, unregistered: unregistered uploads are swept after a day. */
const mostWaiting = 50 * 1024 * megabyte

/** What is uploaded to become a file of a type: scans are checked by another rule than photos and documents. */
export const purposeOf: Record<number, UploadPurpose> = {
  [patientFileTypes.ios.id]: 'scan',
  [patientFileTypes.stl.id]: 'scan',
  [patientFileTypes.photo.id]: 'photo',
  [patientFileTypes.analysis_report.id]: 'report',
}

interface UploadRequest {
  organizationId: number
  patientId: number | null
  name: string
  size: number
  type: string
  sha256: string
  purpose: UploadPurpose
  /** The upload whose links are renewed. */
  file_path?: string | undefined
}

/**
 * Records an upload and returns where to PUT its bytes: one link, or above 8 MB one per part. Links of an upload that is
 * still open are renewed under its name, so that what has arrived is kept.
 */
export async function createUpload(
  db: Db,
  storage: Storage,
  actor: Actor,
  requested: UploadRequest,
): Promise<UploadLink> {
  if (requested.size > largestUpload[requested.purpose])
    throw new Invalid({
      size: [`At most ${largestUpload[requested.purpose] / megabyte} MB for a ${requested.purpose}.`],
    })
  const parts = requested.size > partSize ? Math.ceil(requested.size / partSize) : 1
  const expires = new Date(actor.now.getTime() + uploadLinkMinutes * 60_000)
  const renewed = await renewUpload(db, actor, requested, expires)
  const file_path = renewed ?? `u_${randomBytes(16).toString('hex')}`
  if (renewed === null) await noteUpload(db, actor, requested, { file_path, parts, expires })
  const link = (part: number) =>
    storage.putLink(file_path, part, {
      size: part < parts ? partSize : requested.size - partSize * (parts - 1),
      type: requested.type,
      expires,
    })
  const links = await Promise.all(Array.from({ length: parts }, (_, index) => link(index + 1)))
  return {
    url: parts === 1 ? links[0]! : null,
    file_path,
    upload_id: parts === 1 ? null : file_path,
    part_size: parts === 1 ? null : partSize,
    part_urls: parts === 1 ? [] : links,
    expires_at: expires.toISOString(),
  }
}

/**
 * Lets an upload take bytes for as long as new links are valid. Returns its name; null unless it is one of the same
 * person for the same bytes, not registered and not swept.
 */
async function renewUpload(db: Db, actor: Actor, upload: UploadRequest, expires: Date): Promise<string | null> {
  if (upload.file_path === undefined) return null
  const { rows } = await sql<{ file_path: string }>`
    update uploads as u set expires_at = ${expires}
    where ${inScope(actor.scope, 'uploads', 'u')} and u.file_path = ${upload.file_path} and u.user_id = ${actor.userId}
      and u.organization_id = ${upload.organizationId} and u.patient_id is not distinct from ${upload.patientId}::int
      and u.purpose = ${upload.purpose} and u.size = ${upload.size}::bigint and u.sha256 = ${upload.sha256}
      and u.content_type = ${upload.type} and u.registered_at is null
    returning u.file_path`.execute(db)
  return rows[0]?.file_path ?? null
}

/**
 * Writes the upload's row if its organization has room for it: a practice has a day's work in flight, not a disk's;
 * beyond that, uploads have to be registered first or wait. Concurrent requests for links run one after the other, each
 * counting the previous ones.
 * @throws Conflict when there is no room
 */
async function noteUpload(
  db: Db,
  actor: Actor,
  upload: UploadRequest,
  { file_path, parts, expires }: { file_path: string; parts: number; expires: Date },
): Promise<void> {
  const { rows } = await db.transaction().execute(async (trx) => {
    // A separate statement: it must see what earlier transactions committed.
    await sql`select pg_advisory_xact_lock(hashtextextended('uploads', ${upload.organizationId}))`.execute(trx)
    return sql`
      insert into uploads (file_path, organization_id, user_id, patient_id, purpose, name, size, content_type, sha256, parts,
        part_size, created_at, expires_at)
      select ${file_path}, ${upload.organizationId}, ${actor.userId}, ${upload.patientId}::int, ${upload.purpose}, ${upload.name},
        ${upload.size}::bigint, ${upload.type}, ${upload.sha256}, ${parts}::int, ${parts > 1 ? partSize : null}::int, ${actor.now}, ${expires}
      from (select coalesce(sum(size), 0) as bytes from uploads
        where organization_id = ${upload.organizationId} and registered_at is null) as waiting
      where waiting.bytes + ${upload.size}::bigint <= ${mostWaiting}::bigint
      returning 1`.execute(trx)
  })
  if (rows.length === 0)
    throw new Conflict(
      'This organization has too many uploads that were never added to a case. Please try again tomorrow.',
    )
}

/** Whether a link of this upload still takes bytes: it is known, not registered and not expired. */
export async function isOpenUpload(db: Db, filePath: string): Promise<boolean> {
  const row = await scoped(db, labScope)
    .from('uploads')
    .select('file_path')
    .where('file_path', '=', filePath)
    .where('registered_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row !== undefined
}

interface UploadRow {
  file_path: string
  purpose: UploadPurpose
  name: string
  parts: number
  size: number
  sha256: string
  registered: boolean
}

/**
 * Runs before the transaction: joins and checks the bytes of these uploads, and moves them where no later PUT reaches.
 * Returns what is wrong by upload, as text; registered ones are left to the transaction, which replays or refuses. An
 * upload for one purpose is no file of another: sizes and contents were checked for the first.
 */
export async function sealUploads(
  db: Db,
  storage: Storage,
  actor: Actor,
  uploads: { file_path: string; purpose: UploadPurpose }[],
  organizationId: number,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  if (uploads.length === 0) return problems
  // One's own alone. A partner that a practice no longer names still makes the cases assigned to it.
  const rows = (await scoped(db, labScope)
    .from('uploads')
    .select([
      'file_path',
      'purpose',
      'name',
      'parts',
      'size',
      'sha256',
      sql<boolean>`registered_at is not null`.as('registered'),
    ])
    .where(
      'file_path',
      'in',
      uploads.map((upload) => upload.file_path),
    )
    .where('user_id', '=', actor.userId)
    .where('organization_id', '=', organizationId)
    .execute()) as UploadRow[]
  const known = new Map(rows.map((row) => [row.file_path, row]))
  for (const { file_path: path, purpose } of uploads) {
    const upload = known.get(path)
    if (!upload) problems.set(path, 'This upload is unknown or has expired. Please add the file again.')
    else if (upload.purpose !== purpose)
      problems.set(path, `${upload.name}: It was uploaded as a ${upload.purpose}, not as a ${purpose}.`)
    else if (!upload.registered) {
      const problem = await sealOne(storage, upload)
      if (problem) problems.set(path, `${upload.name}: ${problem}`)
    }
  }
  return problems
}

async function sealOne(storage: Storage, upload: UploadRow): Promise<string | undefined> {
  const sealed = await storage.seal(upload.file_path, upload)
  if ('problem' in sealed) return sealed.problem
  return refusal(upload.purpose, await storage.head(sealed.key, headBytes)) ?? undefined
}

/** An upload that was registered for something other than a case. */
export interface ClaimedUpload {
  name: string
  size: number
  /** Where its bytes are stored: sealed, until a job of its owner moves them. */
  storage_key: string
}

/**
 * Registers an upload for something other than a case: once, for the organization that it was made for, by the person
 * who made it. @throws Conflict when it was registered before
 */
export async function claimUpload(
  trx: Trx,
  actor: Actor,
  { file_path, purpose, organizationId }: { file_path: string; purpose: UploadPurpose; organizationId: number },
): Promise<ClaimedUpload> {
  const upload = await scoped(trx, actor.scope)
    .update('uploads')
    .set({ registered_at: actor.now })
    .where('file_path', '=', file_path)
    .where('purpose', '=', purpose)
    .where('user_id', '=', actor.userId)
    .where('organization_id', '=', organizationId)
    .where('registered_at', 'is', null)
    .returning(['name', 'size'])
    .executeTakeFirst()
  if (!upload) throw new Conflict('This file was already added. Please upload it again.')
  return { ...upload, storage_key: `sealed/${file_path}` }
}

/** A file of a case as it is registered. */
export interface NewFile {
  file_path: string
  patient_file_type_id: number
  kind: FileKind | null
  jaws_id: number | null
  name: string
  caption: string
  /** Of photos: what they show. */
  photo_view?: PhotoView | null
  check_note?: string
  file_modification_date: string | null
}

/**
 * Registers uploads as files of a case, each once, and enqueues their check: claim, new rows and jobs are one
 * statement. The more files of the organization already wait, the later its next one is checked: every organization's
 * first file precedes any other's second, and an idle worker never waits. Returns the ids in the order given; 409 when
 * an upload was registered before.
 */
export async function registerFiles(
  trx: Trx,
  actor: Actor,
  target: { organizationId: number; patientId: number },
  files: NewFile[],
): Promise<number[]> {
  if (files.length === 0) return []
  const wanted = files.map((file) => ({ ...file, purpose: purposeOf[file.patient_file_type_id] }))
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select row_number() over () as position, x.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as x(file_path text, purpose text, patient_file_type_id int, kind text, jaws_id int, name text, caption text, photo_view text, check_note text, file_modification_date timestamptz)
    ), claimed as (
      update uploads set registered_at = ${actor.now}
      where (file_path, purpose) in (select file_path, purpose from wanted) and registered_at is null
        and user_id = ${actor.userId} and organization_id = ${target.organizationId}
        and (patient_id is null or patient_id = ${target.patientId})
      returning *
    ), registered as (
    insert into patient_files (organization_id, patient_id, patient_file_type_id, kind, jaws_id, name, original_name, caption, photo_view, check_note, size,
      sha256, content_type, storage_key, uploaded_by, file_modification_date, created_at, updated_at)
    select ${target.organizationId}, ${target.patientId}, w.patient_file_type_id, w.kind, w.jaws_id, w.name, c.name, coalesce(w.caption, ''), w.photo_view, coalesce(w.check_note, ''),
      c.size, c.sha256, c.content_type, 'sealed/' || c.file_path, ${actor.userId}, w.file_modification_date, ${actor.now}, ${actor.now}
    from wanted w join claimed c using (file_path) order by w.position
    returning id
    ), queued as (
      ${jobRows(sql`
        select 'files.process', jsonb_build_object('patient_file_id', r.id), -(ahead.files + row_number() over (order by r.id))
        from registered r, (select count(*) as files from patient_files f
          where f.organization_id = ${target.organizationId} and f.processing = 'waiting' and f.deleted_at is null) as ahead`)}
    )
    select id from registered order by id`.execute(trx)
  if (rows.length !== files.length) throw new Conflict('One of the files was already added. Please add it again.')
  return rows.map((row) => row.id)
}
