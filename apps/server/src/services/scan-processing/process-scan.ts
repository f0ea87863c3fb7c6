/**
 * Child program: checks one scan, writes its web mesh and its thumbnail, and prints one line of JSON. Runs apart from
 * the server, bounded by `run-bounded.ts`, since it parses untrusted bytes.
 */
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import {
  atMost,
  type CheckedAs,
  type CheckedScan,
  checkLargeScan,
  checkScan,
  FACET_BYTES,
  facetCount,
  release,
  sampledFacets,
  type ScanSigns,
  SIGN_BYTES,
  weights,
} from '@archwire/mesh'
import { runChildTask } from './bounded-child.ts'
import type { ScanInput, ScanOutcome } from './outcomes.ts'

/** Files above this are read piece by piece. */
const largeBytes = 64 * 1024 * 1024
const pieceBytes = 1024 * 1024
/** Triangles of the picture; a phone draws no more, and a scanner's points are farther apart. */
const mostShown = 1_500_000

await runChildTask(async (input: ScanInput): Promise<ScanOutcome> => {
  const { report, mesh, thinned } = await checked(input.path, input.as)
  if (!mesh) return { report, mesh_bytes: null, coarse_bytes: null }
  const { surface: shown, moved } = atMost(mesh, mostShown, thinned)
  if (shown !== mesh) {
    report.findings.push({
      code: 'coarsened',
      severity: weights.coarsened[input.as],
      message: `The picture shows ${facetCount(shown).toLocaleString('en-US')} triangles instead of ${(thinned ? report.triangles : facetCount(mesh)).toLocaleString('en-US')}, each point within ${moved.toPrecision(2)} of its place. The file stays as it is.`,
    })
    // What packs and draws needs the room.
    for (const numbers of [mesh.positions, mesh.indices, mesh.colors]) if (numbers) release(numbers)
  }
  // The packing and drawing code takes as long to load as a refusal takes to find: only a valid scan pays for it.
  const [{ packWebMesh }, { coarser }, { scanThumbnail }] = await Promise.all([
    import('./web-mesh.ts'),
    import('./coarse-mesh.ts'),
    import('./scan-thumbnail.ts'),
  ])
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
    if (size <= largeBytes) return checkScan(await file.readFile(), as)
    const scan = checkLargeScan(await signsOfLarge(file, size), as)
    const piece = Buffer.alloc(pieceBytes)
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - at), at)
      if (bytesRead === 0) throw new Error('The file changed while it was read.')
      if (!scan.push(piece.subarray(0, bytesRead))) break
      at += bytesRead
    }
    return scan.finish()
  } finally {
    await file.close()
  }
}

async function signsOfLarge(file: FileHandle, length: number): Promise<ScanSigns> {
  const bytesAt = async (at: number, size: number) => (await file.read(Buffer.alloc(size), 0, size, at)).buffer
  const facets: Uint8Array[] = []
  for (const at of sampledFacets(length)) facets.push(await bytesAt(at, FACET_BYTES))
  return { length, head: await bytesAt(0, SIGN_BYTES), facets }
}
