import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Surface } from './index.ts'
import { examineTopology } from './topology.ts'

/** Facets by their corners, at places that do not matter here. */
const surfaceOf = (vertices: number, facets: number, corners: (facet: number) => [number, number, number]): Surface => {
  const indices = new Uint32Array(facets * 3)
  for (let facet = 0; facet < facets; facet++) indices.set(corners(facet), facet * 3)
  return { positions: new Float32Array(vertices * 3), indices }
}

describe('any facets', () => {
  it('have the edges, shells and duplicates that the plainest counting finds', () => {
    const facets = fc.array(fc.array(fc.nat(8), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(facets, (corners) => {
        const found = examineTopology(surfaceOf(9, corners.length, (f) => corners[f] as [number, number, number]))
        expect(found).toMatchObject(countedPlainly(corners))
      }),
      { numRuns: 500, seed: 20261121 },
    )
  })
})

describe('half a million facets, in time that grows with their number', () => {
  const many = 500_000

  it('around one vertex, the lowest or the highest', () => {
    const found = { openEdges: many, holes: 1, rims: 1, shells: 1, nonManifoldEdges: 0, duplicates: 0 }
    const lowest = surfaceOf(many + 1, many, (f) => [0, f + 1, ((f + 1) % many) + 1])
    expect(examineTopology(lowest)).toMatchObject(found)
    const highest = surfaceOf(many + 1, many, (f) => [many, f, (f + 1) % many])
    expect(examineTopology(highest)).toMatchObject(found)
  })

  it('on one edge', () => {
    const found = examineTopology(surfaceOf(many + 2, many, (f) => [0, 1, f + 2]))
    expect(found).toMatchObject({ openEdges: 2 * many, nonManifoldEdges: 1, shells: 1, duplicates: 0 })
  })

  it('all the same one, and each by itself', () => {
    const same = surfaceOf(3, many, () => [0, 1, 2])
    expect(examineTopology(same)).toMatchObject({ nonManifoldEdges: 3, duplicates: many - 1, shells: 1, openEdges: 0 })
    const apart = surfaceOf(many * 3, many, (f) => [f * 3, f * 3 + 1, f * 3 + 2])
    expect(examineTopology(apart)).toMatchObject({ openEdges: many * 3, holes: many, rims: many, shells: many })
  })
})

/** Counts by words for edges and facets, without any of the short cuts of the real one. */
function countedPlainly(facets: readonly number[][]) {
  const whole = facets.map((corners, at) => ({ corners, at })).filter(({ corners }) => new Set(corners).size === 3)
  const edges = new Map<string, { facets: number[]; upwards: number }>()
  for (const { corners, at } of whole)
    for (const place of [0, 1, 2]) {
      const [from, to] = [corners[place]!, corners[(place + 1) % 3]!]
      const name = `${Math.min(from, to)} ${Math.max(from, to)}`
      const edge = edges.get(name) ?? { facets: [], upwards: 0 }
      edges.set(name, { facets: [...edge.facets, at], upwards: edge.upwards + (from < to ? 1 : 0) })
    }
  const shellOf = new Map(whole.map(({ at }) => [at, at]))
  for (const { facets: joined } of edges.values())
    for (const other of joined) {
      const [keep, drop] = [shellOf.get(joined[0]!)!, shellOf.get(other)!]
      for (const [facet, shell] of shellOf) if (shell === drop) shellOf.set(facet, keep)
    }
  const all = [...edges.values()]
  const shells = new Set(shellOf.values())
  const sizes = [...shells].map((shell) => [...shellOf.values()].filter((each) => each === shell).length)
  return {
    openEdges: all.filter((edge) => edge.facets.length === 1).length,
    nonManifoldEdges: all.filter((edge) => edge.facets.length > 2).length,
    shells: shells.size,
    looseShells: sizes.filter((size) => size < Math.max(...sizes) / 10).length,
    duplicates: facets.length - new Set(facets.map((corners) => corners.toSorted((a, b) => a - b).join())).size,
    closed: all.length > 0 && all.every((edge) => edge.facets.length === 2),
    consistentWinding: all.every((edge) => edge.facets.length !== 2 || edge.upwards === 1),
  }
}
