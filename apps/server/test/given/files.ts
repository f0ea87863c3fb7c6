import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileKind, patientFileTypes, type PhotoView } from '@archwire/contract/patient-files/types.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import { syntheticArch, toBinaryStl } from '@archwire/mesh'
import { addFile } from '../../src/modules/files/index.ts'
import { createUpload, sealUploads } from '../../src/modules/files/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { GivenPeople, GivenPractice } from './people.ts'
import { unique } from './unique.ts'

/** An arch takes a tenth of a second to grow, and many tests want the same. */
const grown = new Map<string, Uint8Array>()
/** A scan of an arch; bytes of the caller's own. */
function scan(jaw: 'upper' | 'lower' = 'upper', seed = 1): Uint8Array {
  const key = `${jaw} ${seed}`
  const bytes = grown.get(key) ?? toBinaryStl(syntheticArch({ jaw, seed, alignment: 0.5, triangles: 1500 }))
  grown.set(key, bytes)
  return bytes.slice()
}

/** Scans and other bytes, and how they come to a case. */
export function filesIn({ connection: { db }, storage }: TestApp, { actor }: GivenPeople) {
  /** Bytes that arrived for an upload of this person. */
  async function upload(
    who: TestUser,
    organizationId: number,
    bytes: Uint8Array,
    name = 'upper.stl',
    purpose: 'scan' | 'photo' = 'scan',
    patientId: number | null = null,
  ): Promise<string> {
    const uploader = await actor(who)
    const link = await createUpload(db, storage, uploader, {
      organizationId,
      patientId,
      name,
      size: bytes.length,
      type: 'application/octet-stream',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      purpose,
    })
    for (let part = 0; part < Math.max(1, link.part_urls.length); part += 1) {
      const size = link.part_size ?? bytes.length
      const piece = bytes.subarray(part * size, (part + 1) * size)
      await storage.receive(link.file_path, part + 1, piece.length, Readable.from(Buffer.from(piece)))
    }
    return link.file_path
  }

  async function scanUploads(who: TestUser, organizationId: number): Promise<UploadedFile[]> {
    return [{ file_path: await upload(who, organizationId, scan('upper', 3)), name: 'upper.stl', jaws_id: 1 }]
  }

  /** Adds a file to a case, as its page does. */
  async function add(
    testCase: { id: number; practice: GivenPractice },
    who: TestUser,
    type: 'stl' | 'photo' | 'ios',
    { bytes, ...file }: { bytes: Uint8Array; name: string } & Partial<Parameters<typeof addFile>[2]>,
  ): Promise<number> {
    const uploader = await actor(who)
    const purpose = type === 'photo' ? 'photo' : 'scan'
    const file_path = await upload(who, testCase.practice.id, bytes, file.name, purpose)
    await sealUploads(db, storage, uploader, [{ file_path, purpose }], testCase.practice.id)
    const row = {
      kind: 'submission' as const,
      jaws_id: null,
      caption: '',
      file_modification_date: null,
      ...file,
      file_path,
      patient_id: testCase.id,
      patient_file_type_id: patientFileTypes[type].id,
    }
    return db.transaction().execute((trx) => addFile(trx, uploader, row))
  }

  const scanFile = (
    testCase: { id: number; practice: GivenPractice },
    who: TestUser,
    file: { bytes: Uint8Array; kind: FileKind; jaws_id: 1 | 2 | 3; name: string },
  ): Promise<number> => add(testCase, who, 'stl', file)

  /** A desktop file: bytes of its own each time, so that none equals another. */
  const iosFile = (
    testCase: { id: number; practice: GivenPractice },
    who: TestUser,
    name = 'desktop.ios',
    bytes: Uint8Array = Buffer.from(`ios ${unique()}`),
  ) => add(testCase, who, 'ios', { bytes, name })

  /** `taken`: when its file says that it was taken, as an instant. */
  const photoFile = (
    testCase: { id: number; practice: GivenPractice },
    who: TestUser,
    { taken, ...file }: { bytes: Uint8Array; name: string; photo_view?: PhotoView; caption?: string; taken?: string },
  ): Promise<number> => add(testCase, who, 'photo', { ...file, file_modification_date: taken ?? null })

  return { scan, upload, scanFile, iosFile, photoFile, scanUploads }
}
export type GivenFiles = ReturnType<typeof filesIn>
