import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LargeForm, writeBumpyPlate } from '../../../test/scans/large-files.ts'
import { processScan } from './index.ts'

const isLong = process.env.LONG === '1'
const megabyte = 1024 * 1024
/** Files of nearly the largest size that the portal takes; a sixth of it goes the same way, shows fewer triangles than it has, and is enough every day. */
const sizes: readonly (readonly [form: LargeForm, megabytes: number])[] = isLong
  ? [
      ['stl-binary', 500],
      ['stl-ascii', 480],
      ['obj', 480],
      ['ply-ascii', 480],
      ['ply-binary', 480],
      ['ply-binary with normals', 480],
      ['ply-binary with colors', 480],
    ]
  : [['stl-binary', 76]]
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const outputs = (path: string) => ({
  meshPath: `${path}.glb`,
  coarsePath: `${path}.coarse`,
  thumbnailPath: `${path}.webp`,
})

it.each(sizes)(
  'a %s of %d MB is checked and shown within the bounds of a check (scans/limits)',
  async (form, megabytes) => {
    const path = join(folder, 'large')
    const triangles = await writeBumpyPlate(path, form, megabytes * megabyte)
    const began = Date.now()
    const peak = watchMemory()
    const result = await processScan({ path, as: 'scan', ...outputs(path) })
    const measured = `${form}, ${Math.round((await stat(path)).size / megabyte)} MB, ${triangles.toLocaleString('en-US')} triangles: ${((Date.now() - began) / 1000).toFixed(1)} s, ${Math.round(peak() / megabyte)} MB at most`
    await rm(path)
    if (isLong) process.stdout.write(`${measured}\n`)
    if (!result.ok) throw new Error(`${measured}: ${result.reason} ${result.detail}`)
    const { report, mesh_bytes } = result.outcome
    expect(report).toMatchObject({
      format: form.split(' ')[0],
      triangles,
      verdict: 'pass',
      unit_guess: 'mm',
      non_finite: 0,
    })
    // Nothing is left out without a word: neither figures nor triangles of the picture.
    const said = report.findings.map(({ code, severity }) => `${severity}: ${code}`)
    expect(said).toEqual([...(triangles > 4_000_000 ? ['note: not_examined'] : []), 'note: coarsened'])
    expect(report.holes).toBe(triangles > 4_000_000 ? null : 1)
    expect(mesh_bytes).toBeGreaterThan(1_000_000)
    expect(mesh_bytes).toBeLessThan(12_000_000)
  },
  240_000,
)

describe('a file that is large for another reason than its triangles', () => {
  const square = 'v 0 0 0\nv 40 0 0\nv 40 40 0\nv 0 40 0\nf 1 2 3 4\n'

  it('is read piece by piece, too', async () => {
    const path = await padded('comments.obj', square, '# nothing to see here\n', 'f 1 3 4\n')
    const result = await processScan({ path, as: 'scan', ...outputs(path) })
    expect(result).toMatchObject({ ok: true, outcome: { report: { format: 'obj', triangles: 3, duplicates: 1 } } })
  })

  it('is refused for what it holds, wherever that is', async () => {
    const path = await padded('damaged.obj', square, '# nothing to see here\n', 'f 1 3 5\n')
    const result = await processScan({ path, as: 'scan', ...outputs(path) })
    const message = 'Face 3 names point 5, which does not exist.'
    expect(result).toMatchObject({ ok: true, outcome: { report: { triangles: 0, findings: [{ message }] } } })
  })

  it('is no scan when it is none', async () => {
    const path = await padded('letter.txt', 'Dear laboratory,\n', 'please find attached the scan.\n', '')
    const result = await processScan({ path, as: 'scan', ...outputs(path) })
    expect(result).toMatchObject({ ok: true, outcome: { report: { findings: [{ code: 'not_a_scan' }] } } })
  })
})

/** A text with 66 MB of a line in its middle. */
async function padded(name: string, before: string, line: string, after: string): Promise<string> {
  const path = join(folder, name)
  const file = await open(path, 'w')
  await file.write(before)
  const lines = line.repeat(Math.floor(megabyte / line.length))
  for (let written = 0; written < 66; written++) await file.write(lines)
  await file.write(after)
  await file.close()
  return path
}

/** The most memory that a child of this process has, in bytes; 0 where there is no /proc. */
function watchMemory(): () => number {
  let most = 0
  const watch = setInterval(() => {
    try {
      for (const list of globSync(`/proc/${process.pid}/task/*/children`))
        for (const child of readFileSync(list, 'latin1').split(' ').filter(Boolean)) {
          const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child}/status`, 'latin1'))
          most = Math.max(most, Number(peak?.[1] ?? 0) * 1024)
        }
    } catch {
      // It ended in the meantime.
    }
  }, 50)
  return () => {
    clearInterval(watch)
    return most
  }
}
