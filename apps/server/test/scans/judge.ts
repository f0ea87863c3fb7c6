import type { ScanReport } from '@archwire/mesh'
import { expect } from 'vitest'
import { soundTriangles } from './mutants.ts'

/** Remarks that say that triangles are missing. Holes and loose parts are the shape's: who reads of them misses nothing. */
const sayThatSomeAreMissing = ['truncated', 'wrong_count', 'lines_left_out']

/**
 * What holds of every report of a damaged file: figures as the plainest reader finds them, words where anything is
 * missing. `alwaysRemarked`: the damage is of a kind that no reader may pass over.
 */
export function judgeReport(file: Uint8Array, report: ScanReport, alwaysRemarked: boolean, which: string): void {
  const codes = report.findings.map(({ code }) => code as string)
  if (alwaysRemarked) expect(codes, which).not.toEqual([])
  for (const { message } of report.findings) expect(message, which).toMatch(/^[^\n]{10,300}\.$/)
  if (report.verdict === 'block') {
    expect(report.triangles, which).toBe(0)
    expect(
      report.findings.map(({ severity }) => severity),
      which,
    ).toContain('block')
    return
  }
  expect(report.triangles, which).toBeGreaterThan(0)
  expect(report.triangles, which).toBeLessThan(file.length / 6)
  expect(
    [report.area_mm2, ...report.bounding_box!.size].every((value) => Number.isFinite(value) && value >= 0),
    which,
  ).toBe(true)
  expect(codes.includes('non_finite'), which).toBe(report.non_finite > 0)
  const plain = report.format === 'obj' ? readObjPlainly(file) : { triangles: soundTriangles, isWhole: true }
  const isSaid = codes.some((code) => sayThatSomeAreMissing.includes(code))
  const said = `${which}, which says ${codes.join(', ') || 'nothing'}`
  if (!plain.isWhole) expect(isSaid, said).toBe(true)
  if (!isSaid) expect(report.triangles + report.non_finite, said).toBe(plain.triangles)
  if (report.format === 'stl-binary') expect(figuresOf(report), which).toEqual(readPlainly(file))
}

const figuresOf = ({ triangles, non_finite, bounding_box, area_mm2 }: ScanReport) => ({
  triangles,
  non_finite,
  min: bounding_box!.min,
  max: bounding_box!.max,
  area: expect.closeTo(area_mm2, digitsOf(area_mm2)) as number,
})
const digitsOf = (value: number) => 6 - Math.ceil(Math.log10(Math.max(1, value)))

/** Lines of an OBJ that a reader may pass over; into some of them a flipped bit turns a face, and no one can know. */
const passedOver = /^(#.*|v[tnp]?|[plgso]|mtllib|)$/i
/** Triangles of an OBJ: two fewer than corners, of each line that is a face. Whether every other line is of the format. */
function readObjPlainly(file: Uint8Array): { triangles: number; isWhole: boolean } {
  let [triangles, isWhole] = [0, true]
  for (const line of Buffer.from(file)
    .toString('latin1')
    .split(/[\r\n]/)) {
    const [word = '', ...corners] = line.split(/[ \t\v\f]+/).filter(Boolean)
    if (word === 'f') triangles += corners.length - 2
    else if (!passedOver.test(word)) isWhole = false
  }
  return { triangles, isWhole }
}

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
    // Beyond the header's count only what lies within ten times the box of the others; of any size that occurs, if these are few.
    if (facet === claimed && claimed > 0) {
      const longest = Math.max(...max!.map((high, axis) => high - min![axis]!))
      within =
        claimed < facets / 2
          ? { middle: [0, 0, 0], reach: 1e6 }
          : { middle: max!.map((high, axis) => (high + min![axis]!) / 2), reach: longest * 5 }
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
