/**
 * Child program: checks one scan, writes its web mesh and its thumbnail, and prints one line of JSON. Runs apart from
 * the server, bounded by `run-bounded.ts`, since it parses untrusted bytes.
 */
import { open, readFile, writeFile } from 'node:fs/promises'
import {
  atMost,
  FACET_BYTES,
  HEADER_BYTES,
  type CheckedAs,
  type CheckedScan,
  checkLargeStl,
  checkScan,
  facetCount,
  weights,
} from '@archwire/mesh'
import { runChildTask } from './bounded-child.ts'
import type { ScanInput, ScanOutcome } from './outcomes.ts'

/** Files above this are read piece by piece, where their format allows it. */
const largeBytes = 64 * 1024 * 1024
/** Triangles of the picture; a phone draws no more, and a scanner's points are farther apart. */
const mostShown = 1_500_000

await runChildTask(async (input: ScanInput): Promise<ScanOutcome> => {
  const { report, mesh } = await checked(input.path, input.as)
  if (!mesh) return { report, mesh_bytes: null, coarse_bytes: null }
  // The packing and drawing code takes as long to load as a refusal takes to find: only a valid scan pays for it.
  const [{ packWebMesh }, { coarser }, { scanThumbnail }] = await Promise.all([
    import('./web-mesh.ts'),
    import('./coarse-mesh.ts'),
    import('./scan-thumbnail.ts'),
  ])
  const { surface: shown, moved } = atMost(mesh, mostShown)
  if (shown !== mesh)
    report.findings.push({
      code: 'coarsened',
      severity: weights.coarsened[input.as],
      message: `The picture shows ${facetCount(shown).toLocaleString('en-US')} triangles instead of ${facetCount(mesh).toLocaleString('en-US')}, each point within ${moved.toPrecision(2)} of its place. The file stays as it is.`,
    })
  const glb = await packWebMesh(shown)
  await writeFile(input.meshPath, glb)
  const coarse = await coarser(shown)
  const coarseGlb = coarse && (await packWebMesh(coarse))
  if (coarseGlb) await writeFile(input.coarsePath, coarseGlb)
  await writeFile(input.thumbnailPath, await scanThumbnail(shown))
  return { report, mesh_bytes: glb.length, coarse_bytes: coarseGlb?.length ?? null }
})

async function checked(path: string, as: CheckedAs): Promise<CheckedScan> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > largeBytes) {
      const head = Buffer.alloc(HEADER_BYTES)
      await file.read(head, 0, HEADER_BYTES, 0)
      const large = checkLargeStl(head, size, as)
      if (large) {
        // Whole facets, so that none is cut in two.
        const piece = Buffer.alloc(20_000 * FACET_BYTES)
        for (let at = HEADER_BYTES; at < size;) {
          const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - at), at)
          if (bytesRead === 0 || bytesRead % FACET_BYTES !== 0) throw new Error('The file changed while it was read.')
          large.push(piece.subarray(0, bytesRead))
          at += bytesRead
        }
        return large.finish()
      }
    }
  } finally {
    await file.close()
  }
  return checkScan(await readFile(path), as)
}
