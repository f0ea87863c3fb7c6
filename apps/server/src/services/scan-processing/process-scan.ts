/**
 * Child program: checks one scan, writes its web mesh and its thumbnail, and prints one line of JSON. Runs apart from
 * the server, bounded by `run-bounded.ts`, since it parses bytes of strangers.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { checkScan } from '@archwire/mesh'
import { answerOnce } from './bounded-child.ts'
import { coarser } from './coarse-mesh.ts'
import type { ScanInput, ScanOutcome } from './outcomes.ts'
import { scanThumbnail } from './scan-thumbnail.ts'
import { packWebMesh } from './web-mesh.ts'

await answerOnce(async (input: ScanInput): Promise<ScanOutcome> => {
  const { report, mesh } = checkScan(await readFile(input.path))
  if (!mesh) return { report, mesh_bytes: null, coarse_bytes: null }
  const glb = await packWebMesh(mesh)
  await writeFile(input.meshPath, glb)
  const coarse = await coarser(mesh)
  const coarseGlb = coarse && (await packWebMesh(coarse))
  if (coarseGlb) await writeFile(input.coarsePath, coarseGlb)
  await writeFile(input.thumbnailPath, await scanThumbnail(mesh))
  return { report, mesh_bytes: glb.length, coarse_bytes: coarseGlb?.length ?? null }
})
