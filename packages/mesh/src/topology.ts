import { EdgeTable, ShellSets } from './edges.ts'
import { type OpenLoop, traceLoops } from './open-loops.ts'
import type { Surface } from './surface.ts'
import { hash3 } from './weld.ts'

/** How the facets of a welded surface hang together (definitions: decisions §9 "Figures"). */
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
  /** Facets with two equal corners or an area of exactly 0. */
  degenerate: number
  /** Facets whose three corners an earlier facet already has, in any order. */
  duplicates: number
  /** Every edge has exactly two facets. */
  closed: boolean
  /** Every edge with two facets is passed once in each direction. */
  consistentWinding: boolean
}

/** A part with less than this share of the largest part's facets is loose. Both arches in one file are two parts. */
const LOOSE = 0.1

/** What topology and its faults are read from. */
export type Structure = {
  edges: EdgeTable
  shells: ShellSets
  degenerate: number
  /** Open edges as pairs of vertices, and the number of each in `edges`. */
  openPairs: number[]
  openEdges: number[]
  loops: OpenLoop[]
  /** Facets of each part, by the facet that stands for it. */
  sizes: Map<number, number>
  /** Which of these parts are loose. */
  loose: Set<number>
}

/**
 * Takes a welded surface apart into edges, loops and shells. Facets with two equal corners are counted as degenerate and
 * take no part in edges and shells: they cover nothing, and would turn the sound edge they lie on into one of three facets.
 */
export function structureOf(surface: Surface): Structure {
  const facets = surface.indices.length / 3
  const edges = new EdgeTable(facets)
  const shells = new ShellSets(facets)
  const degenerate = addFacets(surface, edges, shells)
  const openPairs: number[] = []
  const openEdges: number[] = []
  for (let edge = 0; edge < edges.size; edge++) {
    if (edges.facets[edge] !== 1) continue
    openPairs.push(edges.low[edge]!, edges.high[edge]!)
    openEdges.push(edge)
  }
  const sizes = shellSizes(surface, shells)
  let largest = 0
  for (const size of sizes.values()) largest = Math.max(largest, size)
  const loose = new Set([...sizes].filter(([, size]) => size < largest * LOOSE).map(([root]) => root))
  return { edges, shells, degenerate, openPairs, openEdges, loops: traceLoops(openPairs), sizes, loose }
}

/** Examines a welded surface: the figures of its structure. */
export function examineTopology(surface: Surface): Topology {
  const { edges, shells, degenerate, openEdges, loops, loose } = structureOf(surface)
  let nonManifoldEdges = 0
  let consistentWinding = true
  for (let edge = 0; edge < edges.size; edge++) {
    const facets = edges.facets[edge]!
    if (facets > 2) nonManifoldEdges++
    else if (facets === 2 && edges.balance[edge] !== 0) consistentWinding = false
  }
  return {
    openEdges: openEdges.length,
    holes: loops.length,
    rims: new Set(loops.map(({ edge }) => shells.root(edges.first[openEdges[edge]!]!))).size,
    nonManifoldEdges,
    shells: shells.count(),
    looseShells: loose.size,
    degenerate,
    duplicates: countDuplicates(surface.indices),
    closed: edges.size > 0 && openEdges.length === 0 && nonManifoldEdges === 0,
    consistentWinding,
  }
}

function shellSizes({ indices }: Surface, shells: ShellSets): Map<number, number> {
  const counts = new Uint32Array(indices.length / 3)
  for (let facet = 0; facet < counts.length; facet++) {
    const at = facet * 3
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!]
    if (a !== b && b !== c && c !== a) counts[shells.root(facet)]!++
  }
  const sizes = new Map<number, number>()
  counts.forEach((count, root) => {
    if (count > 0) sizes.set(root, count)
  })
  return sizes
}

/** Enters every facet with three different corners; answers how many facets are degenerate. */
function addFacets(surface: Surface, edges: EdgeTable, shells: ShellSets): number {
  const { indices } = surface
  let degenerate = 0
  for (let at = 0, facet = 0; at < indices.length; at += 3, facet++) {
    const a = indices[at]!
    const b = indices[at + 1]!
    const c = indices[at + 2]!
    if (a === b || b === c || c === a) {
      degenerate++
      shells.leaveOneOut()
      continue
    }
    if (hasNoArea(surface.positions, a, b, c)) degenerate++
    shells.join(facet, edges.add(a, b, facet))
    shells.join(facet, edges.add(b, c, facet))
    shells.join(facet, edges.add(c, a, facet))
  }
  return degenerate
}

function hasNoArea(positions: Float32Array, a: number, b: number, c: number): boolean {
  const ax = positions[a * 3]!
  const ay = positions[a * 3 + 1]!
  const az = positions[a * 3 + 2]!
  const ux = positions[b * 3]! - ax
  const uy = positions[b * 3 + 1]! - ay
  const uz = positions[b * 3 + 2]! - az
  const vx = positions[c * 3]! - ax
  const vy = positions[c * 3 + 1]! - ay
  const vz = positions[c * 3 + 2]! - az
  return uy * vz === uz * vy && uz * vx === ux * vz && ux * vy === uy * vx
}

function countDuplicates(indices: Uint32Array): number {
  const facets = indices.length / 3
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(facets * 1.6 + 2)))
  const mask = slots.length - 1
  const sorted = new Uint32Array(indices.length)
  let duplicates = 0
  for (let facet = 0; facet < facets; facet++) {
    const at = facet * 3
    sortCorners(indices, sorted, at)
    let slot = hash3(sorted[at]!, sorted[at + 1]!, sorted[at + 2]!) & mask
    for (;;) {
      const other = (slots[slot]! - 1) * 3
      if (other < 0) {
        slots[slot] = facet + 1
        break
      }
      if (
        sorted[other] === sorted[at] &&
        sorted[other + 1] === sorted[at + 1] &&
        sorted[other + 2] === sorted[at + 2]
      ) {
        duplicates++
        break
      }
      slot = (slot + 1) & mask
    }
  }
  return duplicates
}

function sortCorners(from: Uint32Array, to: Uint32Array, at: number): void {
  const a = from[at]!
  const b = from[at + 1]!
  const c = from[at + 2]!
  const low = Math.min(a, b, c)
  const high = Math.max(a, b, c)
  to[at] = low
  to[at + 1] = a + b + c - low - high
  to[at + 2] = high
}
