import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceOf } from '../../../tools/chance.ts'
import { apiBase } from '../src/http/serve.ts'
import { processScan, type ScanOutcome } from '../src/services/scan-processing/index.ts'
import { openTestApp, type TestApp } from './app.ts'
import { givenIn } from './given.ts'
import { mutators, soundFiles, soundTriangles } from './scans/mutants.ts'

/**
 * Files of strangers, each in the child process of the job: taken with right figures, or refused with a reason, within its
 * bounds, while the server answers others. `npm test` makes about 200, `npm run test:long` 2,000.
 */
const rounds = process.env.LONG === '1' ? 168 : 17
const seed = Number(process.env.MUTANT_SEED ?? 20261121)

let folder: string
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-mutants-'))
  test = await openTestApp()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await test.close()
})

let files = 0
async function processed(file: Uint8Array) {
  const path = join(folder, `${(files += 1)}.stl`)
  await writeFile(path, file)
  const outputs = { meshPath: `${path}.glb`, coarsePath: `${path}.coarse`, thumbnailPath: `${path}.webp` }
  const result = await processScan({ path, as: 'scan', ...outputs })
  await Promise.all([path, ...Object.values(outputs)].map((each) => rm(each, { force: true })))
  return result
}

const sound = soundFiles()
const reports = new Map<string, ScanOutcome['report']>()

describe('sound files', () => {
  it.each(Object.entries(sound))('%s is taken with the figures of the arch', async (name, file) => {
    const result = await processed(file)
    if (!result.ok) throw new Error(result.reason)
    const { format: _, has_colours, ...report } = result.outcome.report
    expect(report).toMatchObject({ verdict: 'pass', shells: 1, non_finite: 0 })
    expect(has_colours).toBe(name.includes('colored'))
    const { format: __, has_colours: ___, ...known } = reports.get('binary') ?? result.outcome.report
    expect(report).toEqual(known)
    reports.set(name, result.outcome.report)
  })
})

describe('damaged files', () => {
  it.each(mutators.map((mutator) => [mutator.name, mutator] as const))(
    `%s: taken with right figures or refused with a reason, ${rounds} of seed ${seed}`,
    async (_, { make, alwaysRemarked }) => {
      const chance = chanceOf(seed)
      const mutants = Array.from({ length: rounds }, () => make(sound, chance))
      const { refused } = await besideCalls(async () => {
        const two = async (from: number) => {
          for (let at = from; at < mutants.length; at += 2)
            judge(mutants[at]!, await processed(mutants[at]!), alwaysRemarked, at)
        }
        await Promise.all([two(0), two(1)])
      })
      expect(refused, 'calls that were not answered meanwhile').toEqual([])
    },
    600_000,
  )
})

function judge(
  file: Uint8Array,
  result: Awaited<ReturnType<typeof processed>>,
  alwaysRemarked: boolean,
  round: number,
) {
  const which = `round ${round}`
  // A bound of the child that was hit is a refusal with a reason, too; a crash is not.
  if (!result.ok) {
    expect(['crash', 'killed'], `${which}: ${result.detail}`).not.toContain(result.end)
    return
  }
  const { report, mesh_bytes } = result.outcome
  if (alwaysRemarked) expect(report.findings, which).not.toEqual([])
  for (const { message } of report.findings) expect(message, which).toMatch(/^[^\n]{10,300}\.$/)
  if (report.verdict === 'block') {
    expect([mesh_bytes, report.triangles], which).toEqual([null, 0])
    return
  }
  expect(mesh_bytes, which).toBeGreaterThan(0)
  expect(report.triangles, which).toBeGreaterThan(0)
  expect(report.triangles, which).toBeLessThan(file.length / 6)
  expect(
    [report.area_mm2, ...report.bounding_box!.size].every((value) => Number.isFinite(value) && value >= 0),
    which,
  ).toBe(true)
  // No triangle is lost without a word, but for an OBJ line that has become another good one.
  if (report.findings.length === 0 && report.format !== 'obj') expect(report.triangles, which).toBe(soundTriangles)
  if (report.format === 'stl-binary') expect(figuresOf(report), which).toEqual(readPlainly(file))
}

const figuresOf = ({ triangles, non_finite, bounding_box, area_mm2 }: ScanOutcome['report']) => ({
  triangles,
  non_finite,
  min: bounding_box!.min,
  max: bounding_box!.max,
  area: expect.closeTo(area_mm2, digitsOf(area_mm2)) as number,
})
const digitsOf = (value: number) => 6 - Math.ceil(Math.log10(Math.max(1, value)))

/** Binary STL read by the plainest reader there is: the length says how many facets, and each is looked at by itself. */
function readPlainly(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const facets = Math.floor((file.length - 84) / 50)
  const claimed = view.getUint32(80, true)
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  let [triangles, non_finite, area] = [0, 0, 0]
  let within = { middle: [0, 0, 0], reach: Infinity }
  for (let facet = 0; facet < facets; facet += 1) {
    const corner = (at: number) => [0, 4, 8].map((byte) => view.getFloat32(84 + facet * 50 + 12 + at * 12 + byte, true))
    const [a, b, c] = [corner(0), corner(1), corner(2)] as [number[], number[], number[]]
    // Beyond the header's count only what lies within ten times the box of the others.
    if (facet === claimed && claimed > 0) {
      const longest = Math.max(...max!.map((high, axis) => high - min![axis]!))
      within = { middle: max!.map((high, axis) => (high + min![axis]!) / 2), reach: longest * 5 }
    }
    const { middle, reach } = within
    if (![a, b, c].every((point) => point.every((value, axis) => !(Math.abs(value - middle[axis]!) > reach)))) continue
    if (reach < Infinity && ![...a, ...b, ...c].every(Number.isFinite)) continue
    if (![...a, ...b, ...c].every(Number.isFinite)) {
      non_finite += 1
      continue
    }
    triangles += 1
    for (const point of [a, b, c])
      for (const axis of [0, 1, 2]) {
        min![axis] = Math.min(min![axis]!, point[axis]!)
        max![axis] = Math.max(max![axis]!, point[axis]!)
      }
    const [u, v] = [b.map((value, axis) => value - a[axis]!), c.map((value, axis) => value - a[axis]!)] as [
      number[],
      number[],
    ]
    area += Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2
  }
  return { triangles, non_finite, min, max, area }
}

/** Does the work while somebody asks the server all the time; returns the statuses of calls that failed. */
async function besideCalls(work: () => Promise<void>): Promise<{ refused: number[] }> {
  const { fastify } = test.app
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  const token = await test.token(await givenIn(test).user('supervisor'))
  const refused: number[] = []
  let working = true
  const asking = (async () => {
    while (working) {
      const response = await fetch(`http://127.0.0.1:${port}${apiBase}/patients`, {
        headers: { authorization: `Bearer ${token}` },
      })
      // An answer that nobody reads keeps its connection, and the server from ending.
      await response.arrayBuffer()
      if (response.status !== 200) refused.push(response.status)
      await sleep(50)
    }
  })()
  try {
    await work()
  } finally {
    working = false
    await asking
  }
  return { refused }
}
