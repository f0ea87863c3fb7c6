import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScanReport } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes, type FileKind } from '@archwire/contract/patient-files/types.ts'
import { type CheckedAs, reweighed, verdictOf } from '@archwire/mesh'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Trx } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import { conclude } from '../case-core/index.ts'
import { processPhoto, processScan, type BoundedResult } from '../../services/scan-processing/index.ts'
import type { Storage } from '../../services/storage/index.ts'
import { finalKeyOf, folderOf, forgetMade, holdTwin } from './removal.ts'
import { kindAfterCheck, sameScan, sameScanAs, sceneOf } from './scene.ts'

interface Waiting {
  id: number
  organization_id: number
  patient_id: number
  patient_file_type_id: number
  kind: FileKind | null
  name: string
  sha256: string
  storage_key: string
  processing: string
}

/** The outcome of processing a file. */
interface Result {
  storage_key: string
  processing: 'ready' | 'flagged' | 'kept'
  problem: string | null
  report: ScanReport | null
  mesh_key: string | null
  coarse_mesh_key: string | null
  thumbnail_key: string | null
  display_key: string | null
}

/** What a check needs. */
export interface CheckTools {
  db: Db
  storage: Storage
  log: FastifyBaseLogger
}

/** The system aborted the check: that says nothing about the file. */
class BrokenOff extends Error {}

/** A machine that aborts a check this often will do it again; then a person has to look. */
const mostAttempts = 3
const brokenOff = `Checking this file failed ${mostAttempts} times. The file may be fine. Please tell the lab.`

/**
 * The job behind every upload: moves the bytes to their final key, checks them in a bounded child process, makes web
 * mesh or pictures, and writes what came out. Killed anywhere, it starts over with the same result; nothing is done
 * twice. Throws when the storage is unavailable, or when the system aborted the check: then the job is retried, and the
 * third time the file is flagged with a text that does not blame it.
 */
export async function processFile(tools: CheckTools, fileId: number): Promise<void> {
  const { db, storage } = tools
  const file = (await scoped(db, labScope)
    .from('patient_files')
    .select([
      'id',
      'organization_id',
      'patient_id',
      'patient_file_type_id',
      'kind',
      'name',
      'sha256',
      'storage_key',
      'processing',
    ])
    .where('id', '=', fileId)
    .executeTakeFirst()) as Waiting | undefined
  if (!file || file.processing !== 'waiting') return
  const folder = folderOf(file)
  const finalKey = finalKeyOf(file)
  await storage.copy(file.storage_key, finalKey)
  const shared = await sameBytes(db, file, finalKey)
  const result =
    shared ??
    (await make(tools, file, finalKey, folder).catch((error: unknown) => orFlag(tools, file, finalKey, error)))
  await db.transaction().execute(async (trx) => {
    if (shared) await holdTwin(trx, { ...file, ...shared })
    await write(trx, file, result)
  })
}

/** Counts a check that the system aborted; rethrows until it has happened too often (`scans/own-fault`). */
async function orFlag({ db, log }: CheckTools, file: Waiting, storage_key: string, error: unknown): Promise<Result> {
  if (!(error instanceof BrokenOff)) throw error
  const { check_attempts } = await scoped(db, labScope)
    .update('patient_files')
    .set((row) => ({ check_attempts: row('check_attempts', '+', 1) }))
    .where('id', '=', file.id)
    .returning('check_attempts')
    .executeTakeFirstOrThrow()
  log.error(
    { file: file.id, attempt: check_attempts, detail: error.message },
    'the system broke off the check of a file',
  )
  if (check_attempts < mostAttempts) throw error
  return { ...nothing, storage_key, processing: 'flagged', problem: brokenOff }
}

/** Equal bytes of one organization share their processed results (`scans/same-bytes`); remarks belong to the case. */
async function sameBytes(db: Db, file: Waiting, storage_key: string): Promise<Result | undefined> {
  const twin = await scoped(db, labScope)
    .from('patient_files')
    .select(['processing', 'problem', 'report', 'mesh_key', 'coarse_mesh_key', 'thumbnail_key', 'display_key'])
    .where('organization_id', '=', file.organization_id)
    .where('sha256', '=', file.sha256)
    .where('patient_file_type_id', '=', file.patient_file_type_id)
    .where('thumbnail_key', 'is not', null)
    // Some of what is looked for in an arch is not looked for in a bite scan.
    .where(sql<boolean>`(kind is not distinct from 'bite')`, '=', file.kind === 'bite')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!twin) return undefined
  const outcome = { ...(twin as unknown as Result), storage_key }
  if (!outcome.report) return outcome
  // The twin may have been something else.
  const findings = reweighed(outcome.report.findings, checkedAs(file))
  const report = { ...outcome.report, findings, verdict: verdictOf(findings) }
  return { ...outcome, report, ...judged(report) }
}

async function make(tools: CheckTools, file: Waiting, storage_key: string, folder: string): Promise<Result> {
  const { storage } = tools
  // A report is a document for people: stored as is, inspected when it is downloaded (`scans/left-alone`).
  if (file.patient_file_type_id === patientFileTypes.analysis_report.id)
    return { ...nothing, storage_key, processing: 'kept', problem: null }
  const work = await mkdtemp(join(tmpdir(), 'archwire-'))
  try {
    return await storage.withFile(storage_key, (path) =>
      file.patient_file_type_id === patientFileTypes.photo.id
        ? photo(tools, path, work, { storage_key, folder })
        : scan(tools, file, path, work, { storage_key, folder }),
    )
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Remarks that flag a file and reach the doctor at once: it is cut, damaged or of another unit (`scans/check`). Holes and
 * the like are common in intraoral scans; they stay in the report.
 */
const flags: readonly string[] = [
  'empty',
  'truncated',
  'wrong_count',
  'bad_number',
  'bad_index',
  'bad_face',
  'bad_structure',
  'lines_left_out',
  'non_finite',
  'wild_points',
  'units',
]

function judged({ findings }: ScanReport): Pick<Result, 'processing' | 'problem'> {
  const remark = findings.find(({ severity, code }) => severity === 'block' || flags.includes(code))
  return { processing: remark ? 'flagged' : 'ready', problem: remark?.message ?? null }
}

const fresh = (folder: string) => `${folder}/${randomBytes(16).toString('hex')}`
const nothing = { report: null, mesh_key: null, coarse_mesh_key: null, thumbnail_key: null, display_key: null }

/** Returns the child's result; undefined when the file is the reason that there is none. Throws when the system is. */
function answered<Outcome>(
  done: BoundedResult<Outcome>,
  log: FastifyBaseLogger,
): { outcome: Outcome } | { reason: string } {
  if (done.ok) return { outcome: done.outcome }
  if (done.end === 'killed') throw new BrokenOff(done.detail)
  if (done.end === 'crash' || done.end === 'output') log.error({ end: done.end, detail: done.detail }, 'check gave up')
  return { reason: done.reason }
}

/** What the weight of its findings depends on. */
const checkedAs = ({ kind }: Waiting): CheckedAs => (kind === 'setup' || kind === 'bite' ? kind : 'scan')

async function scan(
  { storage, log }: CheckTools,
  file: Waiting,
  path: string,
  work: string,
  to: { storage_key: string; folder: string },
): Promise<Result> {
  const meshPath = join(work, 'mesh.glb')
  const thumbnailPath = join(work, 'thumbnail.webp')
  const coarsePath = join(work, 'coarse.glb')
  const done = answered(await processScan({ path, as: checkedAs(file), meshPath, coarsePath, thumbnailPath }), log)
  if ('reason' in done) return { ...nothing, storage_key: to.storage_key, processing: 'flagged', problem: done.reason }
  const { mesh_bytes, coarse_bytes } = done.outcome
  // What is stored now is served for years: the contract decides its shape (`calls/strict`).
  const checked = z.safeParse(ScanReport, done.outcome.report)
  if (!checked.success) {
    log.error({ file: file.id, problem: z.prettifyError(checked.error) }, 'a report of a scan breaks the contract')
    return { ...nothing, storage_key: to.storage_key, processing: 'flagged', problem: 'The file could not be checked.' }
  }
  const report = checked.data
  // Files that only the scanner's own program reads are kept for the desktop application.
  if (
    file.patient_file_type_id === patientFileTypes.ios.id &&
    report.findings.some(({ code }) => code === 'not_a_scan')
  )
    return { ...nothing, storage_key: to.storage_key, processing: 'kept', problem: null }
  if (mesh_bytes === null) return { ...nothing, storage_key: to.storage_key, ...judged(report), report }
  const [mesh_key, thumbnail_key] = [fresh(to.folder), fresh(to.folder)]
  await storage.store(mesh_key, meshPath)
  await storage.store(thumbnail_key, thumbnailPath)
  const coarse_mesh_key = coarse_bytes === null ? null : fresh(to.folder)
  if (coarse_mesh_key) await storage.store(coarse_mesh_key, coarsePath)
  return {
    storage_key: to.storage_key,
    ...judged(report),
    report,
    mesh_key,
    coarse_mesh_key,
    thumbnail_key,
    display_key: null,
  }
}

async function photo(
  { storage, log }: CheckTools,
  path: string,
  work: string,
  to: { storage_key: string; folder: string },
): Promise<Result> {
  const thumbnailPath = join(work, 'thumbnail.webp')
  const displayPath = join(work, 'display.webp')
  const done = answered(await processPhoto({ path, thumbnailPath, displayPath }), log)
  const refused = 'reason' in done ? done.reason : done.outcome.accepted ? null : done.outcome.message
  if (refused !== null) return { ...nothing, storage_key: to.storage_key, processing: 'flagged', problem: refused }
  const [thumbnail_key, display_key] = [fresh(to.folder), fresh(to.folder)]
  await storage.store(thumbnail_key, thumbnailPath)
  await storage.store(display_key, displayPath)
  return { ...nothing, storage_key: to.storage_key, processing: 'ready', problem: null, thumbnail_key, display_key }
}

/** Only the attempt that finds the file still there and waiting writes; it joins its scene. */
async function write(trx: Trx, file: Waiting, checked: Result): Promise<void> {
  await sql`select 1 from patients where organization_id = ${file.organization_id} and id = ${file.patient_id} for update`.execute(
    trx,
  )
  const as = { ...file, kind: kindAfterCheck(file, checked.mesh_key) }
  const twin = checked.processing === 'ready' ? await sameScan(trx, as, checked.report?.geometry_hash) : undefined
  const result: Result = twin ? { ...checked, processing: 'flagged', problem: sameScanAs(twin) } : checked
  const { numAffectedRows } = await sql`
    update patient_files set storage_key = ${result.storage_key}, processing = ${result.processing}, problem = ${result.problem},
      report = ${result.report === null ? null : JSON.stringify(result.report)}::jsonb, mesh_key = ${result.mesh_key}, coarse_mesh_key = ${result.coarse_mesh_key},
      thumbnail_key = ${result.thumbnail_key}, display_key = ${result.display_key},
      kind = ${as.kind}, viewer_id = ${sceneOf(as, result.mesh_key)}, updated_at = ${now()}
    where organization_id = ${file.organization_id} and id = ${file.id} and processing = 'waiting'
      and deleted_at is null`.execute(trx)
  // Deleted in the meantime, or another attempt was first: what this one made would be there for ever.
  if (numAffectedRows !== 1n) return forgetMade(trx, file, checked)
  // Bytes that are only stored are ready at once.
  const flagged = result.processing === 'flagged'
  const about = { id: file.patient_id, organization_id: file.organization_id }
  await conclude(trx, null, about, {
    event: flagged ? 'file_flagged' : 'file_ready',
    note: flagged ? `${file.name}: ${result.problem}` : file.name,
    announce: flagged,
    data: { patient_file_id: file.id },
  })
}
