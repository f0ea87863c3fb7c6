import type { Surface } from './surface.ts'
import { hash3 } from './weld.ts'

/** How the facets of a welded surface hang together (definitions: decisions §9 "Figures"). */
export type Topology = {
  /** Edges with exactly one facet. */
  openEdges: number
  /** Loops of open edges, the rim of an open scan included. */
  holes: number
  /** Edges with three or more facets. */
  nonManifoldEdges: number
  /** Parts connected by shared edges. */
  shells: number
  /** Facets with two equal corners or an area of exactly 0. */
  degenerate: number
  /** Facets whose three corners an earlier facet already has, in any order. */
  duplicates: number
  /** Every edge has exactly two facets. */
  closed: boolean
  /** Every edge with two facets is passed once in each direction. */
  consistentWinding: boolean
}

/**
 * Examines a welded surface. Facets with two equal corners are counted as degenerate and take no part in edges and
 * shells: they cover nothing, and would turn the sound edge they lie on into one of three facets.
 */
export function examineTopology(surface: Surface): Topology {
  const edges = new EdgeTable(surface.indices.length / 3)
  const shells = new ShellSets(surface.indices.length / 3)
  const degenerate = addFacets(surface, edges, shells)
  const open: number[] = []
  let nonManifoldEdges = 0
  let consistentWinding = true
  for (let edge = 0; edge < edges.size; edge++) {
    const facets = edges.facets[edge]!
    if (facets === 1) open.push(edges.low[edge]!, edges.high[edge]!)
    else if (facets > 2) nonManifoldEdges++
    else if (edges.balance[edge] !== 0) consistentWinding = false
  }
  const openEdges = open.length / 2
  return {
    openEdges,
    holes: countLoops(open),
    nonManifoldEdges,
    shells: shells.count(),
    degenerate,
    duplicates: countDuplicates(surface.indices),
    closed: edges.size > 0 && openEdges === 0 && nonManifoldEdges === 0,
    consistentWinding,
  }
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

/** The undirected edges of a surface with their facets, in an open-addressing table. */
class EdgeTable {
  size = 0
  low: Uint32Array<ArrayBuffer>
  high: Uint32Array<ArrayBuffer>
  facets: Uint32Array<ArrayBuffer>
  /** Times passed from the lower to the higher vertex, less times passed back. */
  balance: Int32Array<ArrayBuffer>
  private first: Uint32Array<ArrayBuffer>
  private slots: Int32Array

  constructor(facets: number) {
    // A closed surface has 1.5 edges a facet.
    const capacity = Math.ceil(facets * 1.6) + 16
    this.low = new Uint32Array(capacity)
    this.high = new Uint32Array(capacity)
    this.facets = new Uint32Array(capacity)
    this.first = new Uint32Array(capacity)
    this.balance = new Int32Array(capacity)
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 1.5)))
  }

  /** Enters the directed edge of a facet; answers the first facet that had this edge. */
  add(from: number, to: number, facet: number): number {
    const low = from < to ? from : to
    const high = from < to ? to : from
    const mask = this.slots.length - 1
    let slot = hash3(low, high, 0) & mask
    for (;;) {
      const found = this.slots[slot]! - 1
      if (found < 0) break
      if (this.low[found] === low && this.high[found] === high) {
        this.facets[found]! += 1
        this.balance[found]! += from < to ? 1 : -1
        return this.first[found]!
      }
      slot = (slot + 1) & mask
    }
    if (this.size === this.low.length) this.growEdges()
    const edge = this.size++
    this.slots[slot] = edge + 1
    this.low[edge] = low
    this.high[edge] = high
    this.facets[edge] = 1
    this.balance[edge] = from < to ? 1 : -1
    this.first[edge] = facet
    if (this.size * 1.4 > this.slots.length) this.growSlots()
    return facet
  }

  private growEdges(): void {
    const capacity = this.low.length * 2
    this.low = copied(this.low, new Uint32Array(capacity))
    this.high = copied(this.high, new Uint32Array(capacity))
    this.facets = copied(this.facets, new Uint32Array(capacity))
    this.first = copied(this.first, new Uint32Array(capacity))
    this.balance = copied(this.balance, new Int32Array(capacity))
  }

  private growSlots(): void {
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let edge = 0; edge < this.size; edge++) {
      let slot = hash3(this.low[edge]!, this.high[edge]!, 0) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = edge + 1
    }
    this.slots = slots
  }
}

function copied<A extends Uint32Array | Int32Array>(from: A, to: A): A {
  to.set(from)
  return to
}

/** Disjoint sets of facets, with path halving. */
class ShellSets {
  private readonly parent: Int32Array
  private sets: number

  constructor(facets: number) {
    this.parent = Int32Array.from({ length: facets }, (_, facet) => facet)
    this.sets = facets
  }

  join(a: number, b: number): void {
    const first = this.root(a)
    const second = this.root(b)
    if (first === second) return
    // The older root wins: neighbours come close together in a file, so that the paths stay short.
    if (first < second) this.parent[second] = first
    else this.parent[first] = second
    this.sets--
  }

  /** Takes a facet that was never joined out of the count. */
  leaveOneOut(): void {
    this.sets--
  }

  count(): number {
    return this.sets
  }

  private root(facet: number): number {
    const { parent } = this
    let at = facet
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
}

/**
 * Splits open edges, given as pairs of vertices, into loops and counts them: walking from edge to edge, each return to
 * a vertex of the path closes a loop, so that two holes which touch in a point are two. A chain that does not close
 * (it ends at an edge of three facets) counts as one.
 */
function countLoops(pairs: readonly number[]): number {
  const edges = pairs.length / 2
  const around = new Map<number, number[]>()
  pairs.forEach((vertex, at) => {
    const list = around.get(vertex)
    if (list) list.push(at >> 1)
    else around.set(vertex, [at >> 1])
  })
  const walked = new Uint8Array(edges)
  let loops = 0
  for (let start = 0; start < edges; start++) {
    if (walked[start] === 1) continue
    let at = pairs[start * 2]!
    const path = [at]
    const placeInPath = new Map([[at, 0]])
    for (;;) {
      const edge = nextUnwalked(around.get(at)!, walked)
      if (edge === undefined) break
      walked[edge] = 1
      at = pairs[edge * 2] === at ? pairs[edge * 2 + 1]! : pairs[edge * 2]!
      const place = placeInPath.get(at)
      if (place === undefined) {
        placeInPath.set(at, path.length)
        path.push(at)
      } else {
        loops++
        while (path.length > place + 1) placeInPath.delete(path.pop()!)
      }
    }
    if (path.length > 1) loops++
  }
  return loops
}

function nextUnwalked(edges: number[], walked: Uint8Array): number | undefined {
  let edge = edges.pop()
  while (edge !== undefined && walked[edge] === 1) edge = edges.pop()
  return edge
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
