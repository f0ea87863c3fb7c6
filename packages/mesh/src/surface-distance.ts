import { findEdges } from './edges.ts'
import { FacetTree, type Nearest } from './facet-tree.ts'
import { vertexNormals } from './measure.ts'
import type { Surface, Vector3 } from './surface.ts'

/** Shares of corners below this count as zero: the place is on the opposite edge. */
const NO_SHARE = 1e-6
/** A place that is met at the rim counts only if it is over the surface there: within 45° of its normal. */
const OVER = Math.SQRT1_2
/** Nearer than this a place is on the surface, whatever its direction, in millimeters. */
const ON = 0.001

/**
 * Where a place meets a surface: the vector there, its part along the surface's normal (negative behind it), and that
 * normal, of unit length.
 */
export type Foot = { distance: number; along: number; normal: Vector3 }

/** A surface that distances are measured to. */
export class MeasuredSurface {
  private readonly surface: Surface
  private readonly tree: FacetTree
  private readonly normals: Float32Array
  private readonly onRim: Uint8Array
  private readonly foot: Foot = { distance: 0, along: 0, normal: [0, 0, 0] }
  private readonly met: Nearest = { a: 0, b: 0, c: 0, squared: 0, facet: 0 }

  constructor(surface: Surface) {
    this.surface = surface
    this.tree = new FacetTree(surface)
    this.normals = vertexNormals(surface)
    this.onRim = new Uint8Array(surface.positions.length / 3)
    for (const vertex of findEdges(surface).openPairs) this.onRim[vertex] = 1
  }

  /**
   * How far a place is from the surface, in its unit: positive on the side that its facets face, negative behind them.
   * NaN when nothing lies within `reach`, or when the nearest is the rim and the place lies beside the surface, not
   * over it. The normals of the corners, blended at the nearest place, decide the side.
   */
  distance(x: number, y: number, z: number, reach: number): number {
    const foot = this.footOf(x, y, z, reach)
    if (!foot) return Number.NaN
    return foot.along < 0 ? -foot.distance : foot.distance
  }

  /** The nearest place of the surface, if any, as for `distance`; overwritten by the next call. */
  footOf(x: number, y: number, z: number, reach: number): Foot | null {
    const met = this.tree.nearest(x, y, z, reach, this.met)
    if (!met) return null
    const { positions, indices } = this.surface
    const { normals, onRim, foot } = this
    const shares = [met.a, met.b, met.c]
    let [dx, dy, dz, nx, ny, nz] = [x, y, z, 0, 0, 0]
    let atRim = true
    for (let corner = 0; corner < 3; corner++) {
      const share = shares[corner]!
      const vertex = indices[met.facet * 3 + corner]!
      if (share > NO_SHARE && onRim[vertex] === 0) atRim = false
      const at = vertex * 3
      dx -= share * positions[at]!
      dy -= share * positions[at + 1]!
      dz -= share * positions[at + 2]!
      nx += share * normals[at]!
      ny += share * normals[at + 1]!
      nz += share * normals[at + 2]!
    }
    const length = Math.hypot(nx, ny, nz) || 1
    foot.distance = Math.sqrt(met.squared)
    foot.along = (dx * nx + dy * ny + dz * nz) / length
    if (atRim && foot.distance > ON && Math.abs(foot.along) < OVER * foot.distance) return null
    foot.normal[0] = nx / length
    foot.normal[1] = ny / length
    foot.normal[2] = nz / length
    return foot
  }
}

/** The distance of each vertex of one surface to another (`MeasuredSurface.distance`). */
export function distancesTo(to: MeasuredSurface, { positions }: Surface, reach: number): Float32Array {
  const distances = new Float32Array(positions.length / 3)
  for (let vertex = 0, at = 0; vertex < distances.length; vertex++, at += 3)
    distances[vertex] = to.distance(positions[at]!, positions[at + 1]!, positions[at + 2]!, reach)
  return distances
}

/** The area around each vertex: a third of each of its facets. */
export function vertexAreas({ positions, indices }: Surface): Float32Array {
  const areas = new Float32Array(positions.length / 3)
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!]
    const edge = (to: number, axis: number) => positions[to * 3 + axis]! - positions[a * 3 + axis]!
    const [ux, uy, uz] = [edge(b, 0), edge(b, 1), edge(b, 2)]
    const [vx, vy, vz] = [edge(c, 0), edge(c, 1), edge(c, 2)]
    const third = Math.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2) / 6
    areas[a]! += third
    areas[b]! += third
    areas[c]! += third
  }
  return areas
}

/**
 * Statistics of distances, weighted by area; all but `covered` only of what has a counterpart. Lengths in mm, shares 0
 * to 1.
 */
export type Deviation = {
  /** Share of the area that has a counterpart. */
  covered: number
  /** Mean of the sizes, and their root mean square. */
  mean: number
  rms: number
  /** The size that 95 % of the area stays below. */
  p95: number
  /** Farthest behind (negative or 0) and in front (positive or 0). */
  least: number
  most: number
  /** Share of the covered area that is nearer than the tolerance. */
  within: number
}

/** Sums up distances; null when nothing has a counterpart. */
export function deviationOf(distances: Float32Array, areas: Float32Array, tolerance: number): Deviation | null {
  const known = Array.from(distances.keys()).filter((vertex) => !Number.isNaN(distances[vertex]!))
  const whole = areas.reduce((sum, area) => sum + area, 0)
  const area = known.reduce((sum, vertex) => sum + areas[vertex]!, 0)
  if (area === 0) return null
  const weighted = (value: (distance: number) => number) =>
    known.reduce((sum, vertex) => sum + value(distances[vertex]!) * areas[vertex]!, 0) / area
  const bySize = known.toSorted((a, b) => Math.abs(distances[a]!) - Math.abs(distances[b]!))
  let below = 0
  const at95 = bySize.find((vertex) => (below += areas[vertex]!) >= 0.95 * area)
  return {
    covered: area / whole,
    mean: weighted(Math.abs),
    rms: Math.sqrt(weighted((distance) => distance * distance)),
    p95: Math.abs(distances[at95 ?? bySize.at(-1)!]!),
    least: known.reduce((least, vertex) => Math.min(least, distances[vertex]!), 0),
    most: known.reduce((most, vertex) => Math.max(most, distances[vertex]!), 0),
    within: weighted((distance) => (Math.abs(distance) <= tolerance ? 1 : 0)),
  }
}
