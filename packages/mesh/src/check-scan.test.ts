import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytes, cube, openCylinder, sphere, together } from '../test/shapes.ts'
import type { Surface } from './index.ts'
import { checkScan, toBinaryStl } from './index.ts'

const check = (surface: Surface) => checkScan(toBinaryStl(surface)).report
const codes = (surface: Surface) => check(surface).findings.map((finding) => finding.code)

describe('figures', () => {
  it('measures a cube exactly', () => {
    expect(check(cube(20, -3))).toEqual({
      format: 'stl-binary',
      triangles: 12,
      vertices: 8,
      bounding_box: { min: [-3, -3, -3], max: [17, 17, 17], size: [20, 20, 20] },
      area_mm2: 2400,
      volume_mm3: 8000,
      open_edges: 0,
      holes: 0,
      non_manifold_edges: 0,
      shells: 1,
      loose_shells: 0,
      degenerate: 0,
      duplicates: 0,
      non_finite: 0,
      geometry_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      has_colours: false,
      unit_guess: 'mm',
      verdict: 'pass',
      findings: [],
    })
  })

  it('approaches the area and volume of a ball', () => {
    const report = check(sphere(20, 120))
    expect(report.area_mm2 / (4 * Math.PI * 20 ** 2)).toBeCloseTo(1, 3)
    expect(report.volume_mm3! / ((4 / 3) * Math.PI * 20 ** 3)).toBeCloseTo(1, 3)
    expect(report.triangles).toBe(2 * (report.vertices - 2))
  })

  it('keeps the volume of a scan far from the origin', () => {
    expect(check(cube(8, 4096)).volume_mm3).toBe(512)
  })

  it('counts the two rims of an open cylinder and gives no volume', () => {
    const report = check(openCylinder(10, 30, 24))
    expect(report).toMatchObject({ open_edges: 48, holes: 2, shells: 1, volume_mm3: null, verdict: 'warn' })
    expect(report.findings.map((finding) => finding.message)).toEqual([
      'The surface has a hole of 311 mm² besides its rim.',
    ])
  })

  it('takes one rim for how an intraoral scan looks', () => {
    const whole = cube(20)
    const open = { ...whole, indices: whole.indices.slice(6) }
    expect(check(open)).toMatchObject({ open_edges: 4, holes: 1, volume_mm3: null, verdict: 'pass' })
  })

  it('counts two parts and adds their volumes', () => {
    expect(check(together(cube(10), cube(20, 50)))).toMatchObject({ shells: 2, volume_mm3: 9000, verdict: 'pass' })
  })

  it('parts touching in a corner are two, parts touching in an edge share one of four facets', () => {
    expect(check(together(cube(10), cube(10, 10)))).toMatchObject({ shells: 2, vertices: 15, non_manifold_edges: 0 })
    const beside = { ...cube(10), positions: cube(10).positions.map((value, at) => (at % 3 < 2 ? value + 10 : value)) }
    expect(check(together(cube(10), beside))).toMatchObject({
      shells: 1,
      non_manifold_edges: 1,
      open_edges: 0,
      volume_mm3: null,
    })
  })

  it('counts holes that touch in a corner apart', () => {
    const whole = cube(20)
    // The two cube faces that keep no edge in common are opposite; two facets of neighboring faces meet in a corner.
    const indices = [...whole.indices]
    const around = (vertex: number) => indices.flatMap((v, at) => (v === vertex ? [Math.floor(at / 3)] : []))
    const [first] = around(0)
    const second = around(0).find((facet) => sharedVertices(indices, first!, facet) === 1)
    const kept = indices.filter((_, at) => Math.floor(at / 3) !== first && Math.floor(at / 3) !== second)
    expect(check({ ...whole, indices: new Uint32Array(kept) })).toMatchObject({ open_edges: 6, holes: 2 })
  })

  it('counts and keeps duplicates, in whatever order their corners stand', () => {
    const whole = cube(10)
    const [a, b, c] = whole.indices
    const report = check({ ...whole, indices: new Uint32Array([...whole.indices, c!, b!, a!]) })
    expect(report).toMatchObject({
      triangles: 13,
      duplicates: 1,
      non_manifold_edges: 3,
      volume_mm3: null,
      verdict: 'warn',
    })
  })

  it('counts collapsed facets without letting them harm the edges they lie on', () => {
    const whole = cube(10)
    const report = check({ ...whole, indices: new Uint32Array([...whole.indices, 0, 1, 1]) })
    expect(report).toMatchObject({ triangles: 13, degenerate: 1, non_manifold_edges: 0, shells: 1, volume_mm3: 1000 })
  })

  it('counts facets whose corners lie on one line', () => {
    const line = { positions: new Float32Array([0, 0, 0, 10, 10, 10, 20, 20, 20]), indices: new Uint32Array([0, 1, 2]) }
    expect(check(line)).toMatchObject({ degenerate: 1, triangles: 1 })
  })

  it('notices facets that face inwards', () => {
    const whole = cube(20)
    const indices = whole.indices.slice()
    ;[indices[1], indices[2]] = [indices[2]!, indices[1]!]
    expect(codes({ ...whole, indices })).toEqual(['winding'])
    expect(check({ ...whole, indices }).volume_mm3).toBeNull()
  })

  it.each([
    [60, 'mm', 'pass'],
    [20, 'mm', 'pass'],
    [5, 'mm', 'warn'],
    [300, 'mm', 'pass'],
    [2.4, 'inch', 'warn'],
    [0.06, 'm', 'warn'],
    [301, null, 'warn'],
    [0.009, null, 'warn'],
  ])('a longest side of %d is taken for %s', (side, unit, verdict) => {
    expect(check(cube(side))).toMatchObject({ unit_guess: unit, verdict })
  })
})

describe('the real scan', () => {
  const stl = readFileSync(new URL('../../../samples/scans/maxilla-cast-partial.stl', import.meta.url))

  it('is watertight and measured as its source says', () => {
    const { report } = checkScan(stl)
    expect(report).toMatchObject({ triangles: 118_178, vertices: 59_091, open_edges: 0, shells: 1, verdict: 'pass' })
    expect(report.bounding_box!.size.map((side) => Number(side.toFixed(2)))).toEqual([62.13, 32.83, 56.76])
    // Euler: a closed surface of genus g has V - E + F = 2 - 2g.
    const handles = (2 - (report.vertices - report.triangles / 2)) / 2
    expect(Number.isInteger(handles)).toBe(true)
  })

  it('is still shown when it was cut, and says so', () => {
    const { report, mesh } = checkScan(stl.subarray(0, 84 + 50 * 1200 + 17))
    expect(mesh).not.toBeNull()
    expect(report.findings[0]).toEqual({
      code: 'truncated',
      severity: 'warn',
      message: 'The file ends in the middle of a triangle: 1,200 of 118,178 could be read.',
    })
  })
})

describe('what is refused', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['a ZIP archive', 'PK\x03\x04rest of it', 'forbidden_content'],
    ['a program', `MZ${'\0'.repeat(200)}`, 'forbidden_content'],
    ['a PDF document', '%PDF-1.7 ...', 'forbidden_content'],
    ['a web page', '<html><script>alert(1)</script>', 'forbidden_content'],
    ['prose', 'Dear colleague, please find the scan enclosed. '.repeat(10), 'not_a_scan'],
  ])('%s', (_, text, code) => {
    const { report, mesh } = checkScan(bytes(text))
    expect(mesh).toBeNull()
    expect(report).toMatchObject({ verdict: 'block', findings: [{ code, severity: 'block' }] })
  })

  it('a ZIP archive even when its length fits an STL', () => {
    const disguised = toBinaryStl(cube(10))
    disguised.set([0x50, 0x4b, 3, 4])
    expect(checkScan(disguised).report).toMatchObject({ verdict: 'block', findings: [{ code: 'forbidden_content' }] })
  })
})

function sharedVertices(indices: readonly number[], a: number, b: number): number {
  const first = indices.slice(a * 3, a * 3 + 3)
  return indices.slice(b * 3, b * 3 + 3).filter((vertex) => first.includes(vertex)).length
}
