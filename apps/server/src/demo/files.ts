import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { UploadPurpose } from '@archwire/contract/patient-files/types.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import type { Db } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { createUpload, sealUploads } from '../modules/files/index.ts'
import type { Storage } from '../services/storage/index.ts'
import { grow, type Grown } from './grow.ts'
import type { CasePlan } from './plan.ts'

type Jaws = 1 | 2 | 3
interface DemoFile {
  name: string
  jaws_id: Jaws
  kind?: 'bite'
  bytes: Uint8Array
}
export interface UploadedScan extends UploadedFile {
  jaws_id: Jaws
}

/** The scans of a case. */
export interface Mouth {
  index: number
  /** Cases that people open first get finer arches. */
  fine: boolean
  /** Its setup was changed as the doctor asked. */
  changed?: boolean
}

/** What people open first is finer, and of a practice all the same: equal scans are processed once. */
export const mouthOf = ({ index, practice, front }: CasePlan): Mouth =>
  front ? { index: practice === 'juniper' ? 1 : 0, fine: true } : { index, fine: false }

/** Files of the demo cases: synthetic arches, a few times the real sample. They come in as any upload does. */
export interface DemoFiles {
  submission(db: Db, actor: Actor, organizationId: number, mouth: Mouth): Promise<UploadedScan[]>
  setup(db: Db, actor: Actor, organizationId: number, mouth: Mouth): Promise<UploadedScan[]>
  /** Corrected trays of both arches. */
  correction(db: Db, actor: Actor, organizationId: number, mouth: Mouth): Promise<UploadedScan[]>
  /** A file of the desktop application, which reads it alone. */
  desktop(db: Db, actor: Actor, organizationId: number, mouth: Mouth): Promise<UploadedFile>
  photos(db: Db, actor: Actor, organizationId: number): Promise<UploadedFile[]>
  /** Uploads the file of a bracket library; returns its path. */
  library(db: Db, actor: Actor, organizationId: number, file: { name: string; bytes: Uint8Array }): Promise<string>
}

const samples = join(import.meta.dirname, '..', '..', '..', '..', 'samples')
const samplePhotos = [
  'case-a-frontal',
  'case-a-upper-occlusal',
  'case-a-lower-occlusal',
  'case-a-buccal-1',
  'case-a-buccal-2',
]
/** Of forty cases this one. */
const SCANNED_APART = 4
/** This many different mouths; equal bytes are processed once per organization. */
const manyMouths = 2

/** The arches of plain demos, however many of them one process makes. */
const plainlyGrown = new Map<string, Grown>()

/**
 * `plain`: all cases have the same coarse arches, which are soon grown and checked. `beside`: uploads are announced through
 * it, in transactions of their own: a case takes seconds, and people of its practice must not wait with theirs in the meantime.
 */
export function demoFiles(storage: Storage, plain = false, beside?: Db): DemoFiles {
  const mouths = plain ? 1 : manyMouths
  const grown = plain ? plainlyGrown : new Map<string, Grown>()
  const archesOf = async ({ index, fine }: Mouth, alignment: number): Promise<Grown> => {
    const key = `${index % mouths} ${fine && !plain} ${alignment}`
    const known = grown.get(key)
    if (known) return known
    const arches = await grow({ seed: index % mouths, alignment, triangles: fine && !plain ? 24_000 : 5_000 })
    grown.set(key, arches)
    return arches
  }
  const pair = async (name: string, mouth: Mouth, alignment: number): Promise<DemoFile[]> => {
    const { upper, lower } = await archesOf(mouth, alignment)
    return [
      { name: `${name}-upper.stl`, jaws_id: 1, bytes: upper },
      { name: `${name}-lower.stl`, jaws_id: 2, bytes: lower },
    ]
  }

  async function send(
    db: Db,
    actor: Actor,
    organizationId: number,
    purpose: UploadPurpose,
    files: { name: string; bytes: Uint8Array }[],
  ): Promise<string[]> {
    const paths: string[] = []
    for (const { name, bytes } of files) {
      // Not as of the time of the case: uploads of another day that belong to none are removed.
      const uploader = beside ? { ...actor, now: new Date() } : actor
      const { file_path } = await createUpload(beside ?? db, storage, uploader, {
        organizationId,
        patientId: null,
        name,
        size: bytes.length,
        type: 'application/octet-stream',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        purpose,
      })
      await storage.receive(file_path, 1, bytes.length, Readable.from(Buffer.from(bytes)))
      paths.push(file_path)
    }
    const uploads = paths.map((file_path) => ({ file_path, purpose }))
    await sealUploads(db, storage, actor, uploads, organizationId)
    return paths
  }
  const sendScans = async (db: Db, actor: Actor, organizationId: number, files: DemoFile[]) => {
    const paths = await send(db, actor, organizationId, 'scan', files)
    return files.map(({ name, jaws_id, kind }, at) => ({ file_path: paths[at]!, name, jaws_id, ...(kind && { kind }) }))
  }

  return {
    async submission(db, actor, organizationId, mouth) {
      // One in forty comes as two scans, one per arch, and a third of the bite, which the viewer aligns them with.
      if (mouth.index % 40 === SCANNED_APART && !plain)
        return sendScans(db, actor, organizationId, await scannedApart(mouth))
      const real = mouth.index % 40 === 7
      const files = real
        ? [
            {
              name: 'maxilla.stl',
              jaws_id: 1 as const,
              bytes: new Uint8Array(await readFile(join(samples, 'scans', 'maxilla-cast-partial.stl'))),
            },
          ]
        : await pair('submission', mouth, 0)
      // One in forty is truncated, as happens in practice: the doctor is notified which file and why.
      if (mouth.index % 40 === 13) files[1] = { ...files[1]!, bytes: files[1]!.bytes.slice(0, 90_000) }
      return sendScans(db, actor, organizationId, files)
    },
    setup: async (db, actor, organizationId, mouth) =>
      sendScans(
        db,
        actor,
        organizationId,
        await (mouth.changed ? pair('setup-2', mouth, 0.9) : pair('setup', mouth, 1)),
      ),
    correction: async (db, actor, organizationId, mouth) =>
      sendScans(db, actor, organizationId, await pair('corrected', mouth, 0.97)),
    async desktop(db, actor, organizationId, { index }) {
      const file = { name: 'setup.ios', bytes: new TextEncoder().encode(`Setup of demo case ${index}`) }
      const [file_path] = await send(db, actor, organizationId, 'scan', [file])
      return { file_path: file_path!, name: file.name }
    },
    async photos(db, actor, organizationId) {
      const files = await Promise.all(
        samplePhotos.map(async (name) => ({
          name: `${name}.jpg`,
          bytes: new Uint8Array(await readFile(join(samples, 'photos', `${name}.jpg`))),
        })),
      )
      const paths = await send(db, actor, organizationId, 'photo', files)
      return files.map(({ name }, at) => ({ file_path: paths[at]!, name }))
    },
    async library(db, actor, organizationId, file) {
      const [path] = await send(db, actor, organizationId, 'library', [file])
      return path!
    },
  }
}

/** A mouth whose lower arch is upside down and far away, and its bite from the right cheek. */
async function scannedApart({ index }: Mouth): Promise<DemoFile[]> {
  const { upper, lower, bite } = await grow({ seed: index, alignment: 0.3, triangles: 12_000, apart: true })
  return [
    { name: 'UpperJawScan.stl', jaws_id: 1, bytes: upper },
    { name: 'LowerJawScan.stl', jaws_id: 2, bytes: lower },
    { name: 'BiteScan.stl', jaws_id: 3, kind: 'bite', bytes: bite! },
  ]
}
