import { describe, expect, it } from 'vitest'
import { cube, openCylinder, sphere, together } from '../test/shapes.ts'
import { checkScan, locateFaults, parseScan, toBinaryStl, type Surface } from './index.ts'

const welded = (surface: Surface): Surface => parseScan(toBinaryStl(surface)).surface!
const faultsOf = (surface: Surface) => locateFaults(welded(surface))
const without = (surface: Surface, ...facets: number[]): Surface => ({
  ...surface,
  indices: surface.indices.filter((_, at) => !facets.includes(Math.floor(at / 3))),
})

describe('spots of faults', () => {
  it('a sound scan has none, and its rim is none', () => {
    expect(faultsOf(sphere(20, 40))).toEqual({
      holes: [],
      nonManifold: new Float32Array(),
      loose: new Uint32Array(),
    })
    expect(faultsOf(without(cube(20), 0, 1)).holes).toEqual([])
  })

  it('outlines the hole, not the longer rim', () => {
    // The cylinder's ends are equally long: one of them is the rim.
    const { holes } = faultsOf(openCylinder(10, 30, 24))
    expect(holes).toHaveLength(1)
    expect(holes[0]).toHaveLength(24 * 6)
    const heights = new Set([...holes[0]!].filter((_, at) => at % 3 === 2))
    expect(heights.size).toBe(1)
  })

  it('outlines a missing triangle by its three edges', () => {
    const ball = sphere(20, 40)
    const cut = without(ball, 100, 2000, 2001)
    const { holes } = faultsOf(cut)
    // Two facets side by side are one hole of four edges, the longest, hence the rim.
    expect(holes.map((points) => points.length / 6)).toEqual([3])
    const corners = Array.from(ball.indices.slice(300, 303)).map((vertex) =>
      Array.from(ball.positions.slice(vertex * 3, vertex * 3 + 3)),
    )
    for (let at = 0; at < 18; at += 3) expect(corners).toContainEqual(Array.from(holes[0]!.slice(at, at + 3)))
  })

  it('names the facets of a loose part and says so', () => {
    const scan = welded(together(sphere(20, 40), cube(2, 40)))
    const { loose } = locateFaults(scan)
    expect(loose).toHaveLength(12)
    for (const facet of loose) expect(scan.positions[scan.indices[facet * 3]! * 3]).toBeGreaterThanOrEqual(40)
    expect(checkScan(toBinaryStl(scan)).report).toMatchObject({
      shells: 2,
      loose_shells: 1,
      verdict: 'pass',
      findings: [{ code: 'loose_shells', severity: 'note', message: '1 small part is loose beside the arch.' }],
    })
  })

  it('two arches in one file are not loose', () => {
    expect(checkScan(toBinaryStl(together(sphere(20, 30), sphere(15, 24)))).report).toMatchObject({ loose_shells: 0 })
  })

  it('draws the edges where more than two triangles meet', () => {
    const fin = { positions: new Float32Array([0, 0, 0, -5, -9, 0, -10, 0, 0]), indices: new Uint32Array([0, 1, 2]) }
    // Touches in a corner only.
    expect(faultsOf(together(cube(10), fin)).nonManifold).toHaveLength(0)
    const edge = { positions: new Float32Array([0, 0, 0, 10, 0, 0, 5, -9, 0]), indices: new Uint32Array([0, 1, 2]) }
    expect(faultsOf(together(cube(10), edge)).nonManifold).toHaveLength(6)
  })
})

describe('the hash of the geometry', () => {
  const hash = (surface: Surface) => checkScan(toBinaryStl(surface)).report.geometry_hash

  it('is the same in any order and from any corner, and another for the smallest change', () => {
    const ball = sphere(20, 24)
    const facets = Array.from({ length: ball.indices.length / 3 }, (_, at) =>
      Array.from(ball.indices.slice(at * 3, at * 3 + 3)),
    )
    const shuffled = facets.toReversed().map(([a, b, c], at) => (at % 2 ? [b!, c!, a!] : [c!, a!, b!]))
    expect(hash({ ...ball, indices: new Uint32Array(shuffled.flat()) })).toBe(hash(ball))
    const moved = new Float32Array(ball.positions)
    moved[0]! += 1e-5
    expect(hash({ ...ball, positions: moved })).not.toBe(hash(ball))
    expect(hash(without(ball, 7))).not.toBe(hash(ball))
    expect(hash({ ...ball, positions: ball.positions.map((value, at) => (at % 3 === 0 ? -value : value)) })).not.toBe(
      hash(ball),
    )
  })
})
