/**
 * Child program: checks one scan, writes its web mesh and its thumbnail, and prints one line of JSON. Runs apart from
 * the server, bounded by `run-bounded.ts`, since it parses bytes of strangers.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { checkScan } from '@archwire/mesh'
import { answerOnce } from './bounded-child.ts'
import type { ScanInput, ScanOutcome } from './outcomes.ts'
import { scanThumbnail } from './scan-thumbnail.ts'
import { packWebMesh } from './web-mesh.ts'

await answerOnce(async (input: ScanInput): Promise<ScanOutcome> => {
  const { report, mesh } = checkScan(await readFile(input.path))
  if (!mesh) return { report, mesh_bytes: null }
  const glb = await packWebMesh(mesh)
  await writeFile(input.meshPath, glb)
  await writeFile(input.thumbnailPath, await scanThumbnail(mesh))
  return { report, mesh_bytes: glb.length }
})
