import { traceLoops } from './open-loops.ts'
import type { Surface, Vector3 } from './surface.ts'

/** A plane by a point of it and its normal of unit length. */
export type Plane = { point: Vector3; normal: Vector3 }

/** Where a plane cuts a surface: x, y, z of one point after the other. `closed`: the last one is joined to the first. */
export type Outline = { points: Float32Array; closed: boolean }

/**
 * The outlines in which a plane cuts a surface. Each facet with corners on both sides gives a piece between two of its
 * edges; pieces that meet on an edge are one outline, so that neighbors join exactly, without a tolerance. A corner on
 * the plane counts as lying on its positive side: no piece is lost or found twice. An outline ends where the surface is
 * open or where more than two facets meet.
 */
export function crossSection(surface: Surface, plane: Plane): Outline[] {
  const heights = heightsAbove(surface.positions, plane)
  const crossings = new Crossings(surface, heights)
  const { indices } = surface
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!]
    const above = (heights[a]! >= 0 ? 1 : 0) + (heights[b]! >= 0 ? 1 : 0) + (heights[c]! >= 0 ? 1 : 0)
    if (above === 0 || above === 3) continue
    // The corner that is alone on its side: both edges from it are cut.
    const lone = above === 1 ? 1 : 0
    const side = (vertex: number) => (heights[vertex]! >= 0 ? 1 : 0)
    const [tip, left, right] = side(a) === lone ? [a, b, c] : side(b) === lone ? [b, c, a] : [c, a, b]
    crossings.join(tip, left, right)
  }
  return crossings.outlines()
}

function heightsAbove(positions: Float32Array, { point, normal }: Plane): Float64Array {
  const heights = new Float64Array(positions.length / 3)
  for (let vertex = 0, at = 0; vertex < heights.length; vertex++, at += 3)
    heights[vertex] =
      (positions[at]! - point[0]) * normal[0] +
      (positions[at + 1]! - point[1]) * normal[1] +
      (positions[at + 2]! - point[2]) * normal[2]
  return heights
}

/** Points where edges cross the plane, and the pieces between them. */
class Crossings {
  private readonly surface: Surface
  private readonly heights: Float64Array
  /** By edge: its number. */
  private readonly known = new Map<number, number>()
  private readonly points: number[] = []
  private readonly pieces: [number, number][] = []
  /** Pieces at each crossing. */
  private readonly degrees: number[] = []

  constructor(surface: Surface, heights: Float64Array) {
    this.surface = surface
    this.heights = heights
  }

  join(tip: number, left: number, right: number): void {
    const [from, to] = [this.crossing(tip, left), this.crossing(tip, right)]
    this.pieces.push([from, to])
    this.degrees[from]! += 1
    this.degrees[to]! += 1
  }

  outlines(): Outline[] {
    const isEnd = (crossing: number) => this.degrees[crossing] === 1
    // Walks start at ends, so that an open outline is found in one.
    const ends = this.pieces.filter((piece) => piece.some(isEnd)).map(([a, b]) => (isEnd(a) ? [a, b] : [b, a]))
    const others = this.pieces.filter((piece) => !piece.some(isEnd))
    const outlines: Outline[] = []
    traceLoops(Uint32Array.from([...ends, ...others].flat()), this.degrees.length, (path, from, to, closed) => {
      const points = [...path.subarray(from, to)].flatMap((each) => this.points.slice(each * 3, each * 3 + 3))
      outlines.push({ points: Float32Array.from(points), closed })
    })
    return outlines
  }

  private crossing(from: number, to: number): number {
    const [low, high] = from < to ? [from, to] : [to, from]
    const key = low * this.heights.length + high
    const known = this.known.get(key)
    if (known !== undefined) return known
    const node = this.degrees.length
    const [below, above] = [this.heights[low]!, this.heights[high]!]
    const share = below / (below - above)
    const { positions } = this.surface
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[low * 3 + axis]!
      this.points.push(start + (positions[high * 3 + axis]! - start) * share)
    }
    this.degrees.push(0)
    this.known.set(key, node)
    return node
  }
}

/** The length of an outline, in the unit of its surface. */
export function outlineLength({ points, closed }: Outline): number {
  let length = 0
  for (let at = 0; at < points.length; at += 3) {
    if (at + 3 === points.length && !closed) break
    const next = at + 3 === points.length ? 0 : at + 3
    length += Math.hypot(
      points[next]! - points[at]!,
      points[next + 1]! - points[at + 1]!,
      points[next + 2]! - points[at + 2]!,
    )
  }
  return length
}
