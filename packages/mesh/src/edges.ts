import { ShellSets } from './shells.ts'
import { type Surface, vertexCount } from './surface.ts'

/** The edges of a surface, classified. Facets with two equal corners are ignored. */
export type Edges = {
  total: number
  /** Edges of exactly one facet in the order of the file: their vertices, the lower first, and the facet of each. */
  openPairs: Uint32Array
  openFacets: Uint32Array
  /** Vertices of the edges of three or more facets. */
  heavyPairs: number[]
  /** Every edge of two facets is passed once in each direction. */
  consistentWinding: boolean
  /** Facets whose three corners an earlier facet already has, in any order. */
  duplicates: number
  shells: ShellSets
}

/** A half-edge is two words: its higher vertex, and its facet with the marks below. */
const WORDS = 2
/** It leads from the lower to the higher vertex. */
const UPWARDS = 1
/** The third corner of its facet is higher than both: a facet has exactly one such half-edge, which represents it. */
const BASE = 2
/** Then two bits: which of the three half-edges of the facet it is. */
const PLACE_BITS = 2
const FACET_BITS = 4

/**
 * Finds the edges of a welded surface. Half-edges are put into one row per lower vertex (a counting sort), because the
 * handful in a row fits into the nearest memory: a table of all edges would miss it at every step. Time and memory grow
 * with the facets alone, however many of them meet in a vertex or an edge.
 */
export function findEdges(surface: Surface): Edges {
  const { indices } = surface
  const vertices = vertexCount(surface)
  const { halfEdges, ends, collapsed } = rowsOfHalfEdges(indices, vertices)
  const shells = new ShellSets(indices.length / 3)
  for (let facets = collapsed.length; facets > 0; facets--) shells.leaveOneOut()
  const openMarks = new Uint8Array(indices.length / 3)
  const heavyPairs: number[] = []
  const row = new RowOfEdges(vertices)
  let total = 0
  let open = 0
  let duplicates = collapsedTwice(indices, vertices, collapsed)
  let consistentWinding = true
  for (let low = 0, from = 0; low < vertices; from = ends[low]!, low++) {
    const to = ends[low]!
    row.read(halfEdges, from, to, shells)
    total += row.size
    let heavy = false
    for (let edge = 0; edge < row.size; edge++) {
      const facets = row.facets[edge]!
      if (facets === 2) {
        if (row.upwards[edge] !== 1) consistentWinding = false
        const [first, last] = [row.first[edge]!, row.last[edge]!]
        if ((first & last & BASE) !== 0 && thirdCorner(indices, first) === thirdCorner(indices, last)) duplicates++
      } else if (facets === 1) {
        openMarks[row.first[edge]! >>> FACET_BITS]! |= 1 << ((row.first[edge]! >>> PLACE_BITS) & 3)
        open++
      } else {
        heavyPairs.push(low, row.high[edge]!)
        heavy = true
      }
    }
    if (heavy) duplicates += row.duplicatesOnHeavyEdges(halfEdges, from, to, indices, vertices)
  }
  return { total, ...openEdges(indices, openMarks, open), heavyPairs, consistentWinding, duplicates, shells }
}

type HalfEdges = {
  halfEdges: Uint32Array
  /** Where the row of each lower vertex ends; it starts where the one before ends. */
  ends: Uint32Array
  /** Facets with two equal corners. */
  collapsed: number[]
}

function rowsOfHalfEdges(indices: Uint32Array, vertices: number): HalfEdges {
  const ends = new Uint32Array(vertices)
  const collapsed: number[] = []
  let total = 0
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]!
    const b = indices[at + 1]!
    const c = indices[at + 2]!
    if (a === b || b === c || c === a) {
      collapsed.push(at / 3)
      continue
    }
    ends[a < b ? a : b]!++
    ends[b < c ? b : c]!++
    ends[c < a ? c : a]!++
    total += 3
  }
  // From counts to beginnings; putting a half-edge in its row moves them on, so that at last they are the ends.
  for (let vertex = 0, begin = 0; vertex < vertices; vertex++) {
    const count = ends[vertex]!
    ends[vertex] = begin
    begin += count
  }
  const halfEdges = new Uint32Array(total * WORDS)
  const put = (from: number, to: number, third: number, facetAndPlace: number): void => {
    const upwards = from < to
    const low = upwards ? from : to
    const high = upwards ? to : from
    const at = ends[low]!++ * WORDS
    halfEdges[at] = high
    halfEdges[at + 1] = facetAndPlace | (upwards ? UPWARDS : 0) | (third > high ? BASE : 0)
  }
  for (let at = 0, facet = 0; at < indices.length; at += 3, facet++) {
    const a = indices[at]!
    const b = indices[at + 1]!
    const c = indices[at + 2]!
    if (a === b || b === c || c === a) continue
    const code = facet << FACET_BITS
    put(a, b, c, code)
    put(b, c, a, code | (1 << PLACE_BITS))
    put(c, a, b, code | (2 << PLACE_BITS))
  }
  return { halfEdges, ends, collapsed }
}

/**
 * The different edges among the half-edges of one lower vertex. Kept between rows, so that nothing is allocated again.
 */
class RowOfEdges {
  size = 0
  high = new Uint32Array(64)
  facets = new Uint32Array(64)
  /** How many of its facets pass the edge upwards. */
  upwards = new Uint32Array(64)
  first = new Uint32Array(64)
  last = new Uint32Array(64)
  /** The number of the edge to each vertex; of this row when `high` agrees. */
  private readonly edgeTo: Uint32Array

  constructor(vertices: number) {
    this.edgeTo = new Uint32Array(vertices)
  }

  /** Collects the half-edges of a row and joins the facets on both sides of each edge. */
  read(halfEdges: Uint32Array, from: number, to: number, shells: ShellSets): void {
    const { edgeTo } = this
    if (to - from > this.high.length) this.makeRoom(to - from)
    const { high, facets, upwards, first, last } = this
    let size = 0
    for (let at = from * WORDS; at < to * WORDS; at += WORDS) {
      const vertex = halfEdges[at]!
      const code = halfEdges[at + 1]!
      const known = edgeTo[vertex]!
      if (known < size && high[known] === vertex) {
        facets[known]!++
        upwards[known]! += code & UPWARDS
        last[known] = code
        shells.join(code >>> FACET_BITS, first[known]! >>> FACET_BITS)
        continue
      }
      edgeTo[vertex] = size
      high[size] = vertex
      facets[size] = 1
      upwards[size] = code & UPWARDS
      first[size] = code
      size++
    }
    this.size = size
  }

  /** Counts duplicate facets that lie on an edge of three or more; each at the edge that represents it. */
  duplicatesOnHeavyEdges(
    halfEdges: Uint32Array,
    from: number,
    to: number,
    indices: Uint32Array,
    vertices: number,
  ): number {
    const others: number[] = []
    for (let at = from * WORDS; at < to * WORDS; at += WORDS) {
      const vertex = halfEdges[at]!
      const code = halfEdges[at + 1]!
      if ((code & BASE) === 0 || this.facets[this.edgeTo[vertex]!]! < 3) continue
      others.push(vertex * vertices + thirdCorner(indices, code))
    }
    return repeats(others)
  }

  private makeRoom(least: number): void {
    const length = 2 ** Math.ceil(Math.log2(least))
    this.high = new Uint32Array(length)
    this.facets = new Uint32Array(length)
    this.upwards = new Uint32Array(length)
    this.first = new Uint32Array(length)
    this.last = new Uint32Array(length)
  }
}

/** The corner of a half-edge's facet that does not lie on it. */
function thirdCorner(indices: Uint32Array, code: number): number {
  const place = (code >>> PLACE_BITS) & 3
  return indices[(code >>> FACET_BITS) * 3 + (place === 0 ? 2 : place - 1)]!
}

/** Duplicates among facets with two equal corners. */
function collapsedTwice(indices: Uint32Array, vertices: number, collapsed: readonly number[]): number {
  if (collapsed.length < 2) return 0
  return repeats(
    collapsed.map((facet) => {
      const [a, b, c] = [indices[facet * 3]!, indices[facet * 3 + 1]!, indices[facet * 3 + 2]!]
      const low = Math.min(a, b, c)
      const high = Math.max(a, b, c)
      const upperTwice = low !== high && a + b + c - low - high === high
      return (low * vertices + high) * 2 + (upperTwice ? 1 : 0)
    }),
  )
}

/** How many of the numbers are there already. */
function repeats(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  let found = 0
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) found++
  return found
}

function openEdges(indices: Uint32Array, marks: Uint8Array, count: number) {
  const openPairs = new Uint32Array(count * 2)
  const openFacets = new Uint32Array(count)
  let edge = 0
  for (let facet = 0; edge < count; facet++)
    for (let place = 0; marks[facet]! >> place > 0; place++) {
      if (((marks[facet]! >> place) & 1) === 0) continue
      const from = indices[facet * 3 + place]!
      const to = indices[facet * 3 + ((place + 1) % 3)]!
      openPairs[edge * 2] = Math.min(from, to)
      openPairs[edge * 2 + 1] = Math.max(from, to)
      openFacets[edge] = facet
      edge++
    }
  return { openPairs, openFacets }
}
