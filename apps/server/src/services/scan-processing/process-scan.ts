/**
 * Child program: checks one scan, writes its web mesh and its thumbnail, and prints one line of JSON. Runs apart from
 * the server, bounded by `run-bounded.ts`, since it parses untrusted bytes.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { checkScan } from '@archwire/mesh'
import { runChildTask } from './bounded-child.ts'
import type { ScanInput, ScanOutcome } from './outcomes.ts'

await runChildTask(async (input: ScanInput): Promise<ScanOutcome> => {
  const { report, mesh } = checkScan(await readFile(input.path), input.as)
  if (!mesh) return { report, mesh_bytes: null, coarse_bytes: null }
  // The packing and drawing code takes as long to load as a refusal takes to find: only a valid scan pays for it.
  const [{ packWebMesh }, { coarser }, { scanThumbnail }] = await Promise.all([
    import('./web-mesh.ts'),
    import('./coarse-mesh.ts'),
    import('./scan-thumbnail.ts'),
  ])
  const glb = await packWebMesh(mesh)
  await writeFile(input.meshPath, glb)
  const coarse = await coarser(mesh)
  const coarseGlb = coarse && (await packWebMesh(coarse))
  if (coarseGlb) await writeFile(input.coarsePath, coarseGlb)
  await writeFile(input.thumbnailPath, await scanThumbnail(mesh))
  return { report, mesh_bytes: glb.length, coarse_bytes: coarseGlb?.length ?? null }
})
