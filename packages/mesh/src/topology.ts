import { type Edges, findEdges } from './edges.ts'
import { type Facing, facingOfParts } from './facing-parts.ts'
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
  /** The holes that are no rims: the area of each, in the squared unit of the surface, and its points; in no order. */
  gaps: { area: number; path: Uint32Array }[]
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
  /** Which way it faces, if it is closed and its facets agree on a side; null otherwise. */
  facing: Facing | null
}

/** A part with less than this share of the largest part's facets is loose. Both arches in one file are two parts. */
const LOOSE = 0.1

/**
 * Examines a welded surface. Facets with two equal corners take no part in edges and shells: they cover nothing, and would
 * turn the sound edge they lie on into one of three facets.
 */
export function examineTopology(surface: Surface): Topology {
  const { total, openPairs, openFacets, heavyPairs, consistentWinding, duplicates, shells } = findEdges(surface)
  // Of each shell, at the facet that represents it: the length of its longest loop so far, its area and its points.
  const longest = new Float32Array(openPairs.length > 0 ? facetCount(surface) : 0).fill(-1)
  const areas = new Float32Array(longest.length)
  const paths = new Map<number, Uint32Array>()
  const gaps: Topology['gaps'] = []
  let holes = 0
  traceLoops(openPairs, vertexCount(surface), (path, from, to, _closed, edge) => {
    holes++
    const shell = shells.root(openFacets[edge]!)
    const { length, area } = measureLoop(surface, path, from, to)
    const isRim = Math.fround(length) > longest[shell]!
    const loop = path.slice(from, to)
    if (!isRim) return void gaps.push({ area, path: loop })
    if (longest[shell]! >= 0) gaps.push({ area: areas[shell]!, path: paths.get(shell)! })
    longest[shell] = length
    areas[shell] = area
    paths.set(shell, loop)
  })
  const closed = total > 0 && openFacets.length === 0 && heavyPairs.length === 0
  return {
    openEdges: openFacets.length,
    holes,
    rims: holes - gaps.length,
    gaps,
    nonManifoldEdges: heavyPairs.length / 2,
    shells: shells.count(),
    looseShells: looseShells(surface, shells).count,
    duplicates,
    closed,
    consistentWinding,
    facing: closed && consistentWinding ? facingOfParts(surface, shells) : null,
  }
}

/**
 * The length of a loop, and the area that its projections onto the three planes have together (half the length of the sum
 * of its edges' cross products): of a flat loop its own area.
 */
function measureLoop({ positions }: Surface, path: Uint32Array, from: number, to: number) {
  const start = path[from]! * 3
  const [x0, y0, z0] = [positions[start]!, positions[start + 1]!, positions[start + 2]!]
  let [x, y, z, length, nx, ny, nz] = [0, 0, 0, 0, 0, 0, 0]
  for (let step = from + 1; step <= to; step++) {
    const at = path[step === to ? from : step]! * 3
    const [u, v, w] = [positions[at]! - x0, positions[at + 1]! - y0, positions[at + 2]! - z0]
    length += Math.sqrt((u - x) ** 2 + (v - y) ** 2 + (w - z) ** 2)
    nx += y * w - z * v
    ny += z * u - x * w
    nz += x * v - y * u
    ;[x, y, z] = [u, v, w]
  }
  return { length, area: Math.sqrt(nx ** 2 + ny ** 2 + nz ** 2) / 2 }
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
