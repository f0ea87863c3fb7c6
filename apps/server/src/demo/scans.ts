import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { syntheticArch, toBinaryStl } from '@archwire/mesh'
import type { Db } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { createUpload, sealUploads } from '../modules/files/index.ts'
import type { LocalStorage } from '../services/storage/local.ts'

/** Scans of the demo cases: synthetic arches, a few of them the real sample. They come in as any upload does. */
export interface DemoScans {
  upload(
    db: Db,
    actor: Actor,
    organizationId: number,
    kind: 'submission' | 'setup',
    index: number,
  ): Promise<{ file_path: string; name: string; jaws_id: 1 | 2 | 3 }[]>
}

const realSample = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'scans', 'maxilla-cast-partial.stl')
/** So many different mouths; equal bytes are processed once per organization. */
const mouths = 3

export function demoScans(storage: LocalStorage): DemoScans {
  const made = new Map<string, Uint8Array>()
  const arch = (jaw: 'upper' | 'lower', seed: number, alignment: number) => {
    const key = `${jaw} ${seed} ${alignment}`
    const bytes = made.get(key) ?? toBinaryStl(syntheticArch({ jaw, seed, alignment, triangles: 5000 }))
    made.set(key, bytes)
    return bytes
  }
  return {
    async upload(db, actor, organizationId, kind, index) {
      const seed = index % mouths
      const alignment = kind === 'setup' ? 1 : 0
      const real = kind === 'submission' && index % 40 === 7
      const files = real
        ? [{ name: 'maxilla.stl', jaws_id: 1 as const, bytes: new Uint8Array(await readFile(realSample)) }]
        : [
            { name: `${kind}-upper.stl`, jaws_id: 1 as const, bytes: arch('upper', seed, alignment) },
            { name: `${kind}-lower.stl`, jaws_id: 2 as const, bytes: arch('lower', seed, alignment) },
          ]
      const uploaded = []
      for (const { name, jaws_id, bytes } of files) {
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const { file_path } = await createUpload(db, storage, actor, {
          organizationId,
          patientId: null,
          name,
          size: bytes.length,
          type: 'model/stl',
          sha256,
          purpose: 'scan',
        })
        await storage.receive(file_path, 1, bytes.length, Readable.from(Buffer.from(bytes)))
        uploaded.push({ file_path, name, jaws_id })
      }
      await sealUploads(
        db,
        storage,
        actor,
        uploaded.map((file) => file.file_path),
        organizationId,
      )
      return uploaded
    },
  }
}
