import { type Edges, findEdges } from './edges.ts'
import { traceLoops } from './open-loops.ts'
import { facetCount, type Surface, vertexCount } from './surface.ts'

/** How the facets of a welded surface hang together (`scans/figures`). */
export type Topology = {
  /** Edges with exactly one facet. */
  openEdges: number
  /** Loops of open edges, the rim of an open scan included. */
  holes: number
  /** Parts that are open: one loop of each, the longest, is its rim. */
  rims: number
  /** Edges with three or more facets. */
  nonManifoldEdges: number
  /** Parts connected by shared edges. */
  shells: number
  /** Parts that are small beside the largest one: specks, bits of cheek or tongue. */
  looseShells: number
  /** Facets whose three corners an earlier facet already has, in any order. */
  duplicates: number
  /** Every edge has exactly two facets. */
  closed: boolean
  /** Every edge with two facets is passed once in each direction. */
  consistentWinding: boolean
}

/** A part with less than this share of the largest part's facets is loose. Both arches in one file are two parts. */
const LOOSE = 0.1

/**
 * Examines a welded surface. Facets with two equal corners take no part in edges and shells: they cover nothing, and would
 * turn the sound edge they lie on into one of three facets.
 */
export function examineTopology(surface: Surface): Topology {
  const { total, openPairs, openFacets, heavyPairs, consistentWinding, duplicates, shells } = findEdges(surface)
  const openShells = new Uint8Array(facetCount(surface))
  let holes = 0
  let rims = 0
  traceLoops(openPairs, vertexCount(surface), (_path, _from, _to, _closed, edge) => {
    holes++
    const shell = shells.root(openFacets[edge]!)
    rims += 1 - openShells[shell]!
    openShells[shell] = 1
  })
  return {
    openEdges: openFacets.length,
    holes,
    rims,
    nonManifoldEdges: heavyPairs.length / 2,
    shells: shells.count(),
    looseShells: looseShells(surface, shells).count,
    duplicates,
    closed: total > 0 && openFacets.length === 0 && heavyPairs.length === 0,
    consistentWinding,
  }
}

/** Which parts are small beside the largest one. */
export type LooseShells = {
  count: number
  /** Whether a facet belongs to one. */
  has: (facet: number) => boolean
}

/** Finds the loose parts of a surface by the facets of each; those with two equal corners count nowhere. */
export function looseShells({ indices }: Surface, shells: Edges['shells']): LooseShells {
  if (shells.count() < 2) return { count: 0, has: () => false }
  const roots = shells.roots()
  // A part's facets, at the facet that represents it; 0 for all others.
  const sizes = new Uint32Array(roots.length)
  for (let facet = 0, at = 0; facet < sizes.length; facet++, at += 3) {
    const a = indices[at]!
    const b = indices[at + 1]!
    const c = indices[at + 2]!
    if (a !== b && b !== c && c !== a) sizes[roots[facet]!]!++
  }
  let largest = 0
  for (const size of sizes) if (size > largest) largest = size
  const isLoose = (size: number) => size > 0 && size < largest * LOOSE
  let count = 0
  for (const size of sizes) if (isLoose(size)) count++
  return { count, has: (facet) => isLoose(sizes[roots[facet]!]!) }
}
