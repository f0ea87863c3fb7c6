import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processScan } from './index.ts'

/** The largest file that the portal takes; a sixth of it goes the same way and is enough every day. */
const megabytes = process.env.LONG === '1' ? 500 : 84
const columns = 2000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it(`${megabytes} MB are checked and shown within the bounds of a check (scans/limits)`, async () => {
  const path = join(folder, 'large.stl')
  const triangles = await writeBumpyPlate(path, megabytes)
  const outputs = { meshPath: `${path}.glb`, coarsePath: `${path}.coarse`, thumbnailPath: `${path}.webp` }
  const result = await processScan({ path, as: 'scan', ...outputs })
  if (!result.ok) throw new Error(`${result.reason} ${result.detail}`)
  const { report, mesh_bytes } = result.outcome
  expect(report).toMatchObject({ format: 'stl-binary', triangles, verdict: 'pass', unit_guess: 'mm', non_finite: 0 })
  // Nothing is left out without a word: neither figures nor triangles of the picture.
  const said = report.findings.map(({ code, severity }) => `${severity}: ${code}`)
  expect(said).toEqual([...(triangles > 4_000_000 ? ['note: not_examined'] : []), 'note: coarsened'])
  expect(report.holes).toBe(triangles > 4_000_000 ? null : 1)
  expect(mesh_bytes).toBeGreaterThan(1_000_000)
  expect(mesh_bytes).toBeLessThan(12_000_000)
}, 120_000)

/** A binary STL of about that size: a plate of 60 mm with waves of 2 mm, in squares of two triangles. Returns their number. */
async function writeBumpyPlate(path: string, size: number): Promise<number> {
  const rows = Math.floor((size * 1024 * 1024 - 84) / 50 / 2 / columns)
  const triangles = rows * columns * 2
  const file = await open(path, 'w')
  const header = Buffer.alloc(84)
  header.writeUInt32LE(triangles, 80)
  await file.write(header)
  const row = new DataView(new ArrayBuffer(columns * 2 * 50))
  const put = (at: number, x: number, y: number) => {
    const [u, v] = [(x / columns) * 60, (y / rows) * 60]
    row.setFloat32(at, u, true)
    row.setFloat32(at + 4, v, true)
    row.setFloat32(at + 8, Math.sin(u / 3) * Math.cos(v / 4) * 2, true)
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0, at = 12; x < columns; x++, at += 100) {
      for (const [corner, [right, up]] of [
        [0, 0],
        [1, 0],
        [1, 1],
      ].entries())
        put(at + corner * 12, x + right!, y + up!)
      for (const [corner, [right, up]] of [
        [0, 0],
        [1, 1],
        [0, 1],
      ].entries())
        put(at + 50 + corner * 12, x + right!, y + up!)
    }
    await file.write(new Uint8Array(row.buffer))
  }
  await file.close()
  return triangles
}
