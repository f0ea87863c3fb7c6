import { type Edges, findEdges } from '../edges.ts'
import { boundingBox, guessUnit, MILLIMETERS } from '../measure.ts'
import type { Surface, Vector3 } from '../surface.ts'

/** Points spread evenly over a surface, each for the same area; millimeters. */
export type Samples = {
  points: Float32Array
  /** As the facets are wound: outwards, unless the file is inside out. */
  normals: Float32Array
  /** The middle of each open edge, and its length. */
  rim: Float32Array
  rimLengths: Float32Array
  /** The sum of all facets, each as an area along its normal, mm²: what an opening lets through. */
  net: Vector3
  /** mm². */
  area: number
  /** A point near the surface that was taken for the origin, in the unit of the file. */
  origin: Vector3
  /** Millimeters of that unit. */
  scale: number
  /** Null of a surface that is too large to look for them. */
  edges: Edges | null
}

/** Enough for five points a square millimeter of one side of an arch. */
const SAMPLES = 24_000
/** Open edges that are looked at, and the facets beyond which none is: edges take as much memory again as the scan. */
const MOST_RIM = 10_000
const MOST_EDGES_OF = 4_000_000
/** R. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018: spreads points evenly without a grid. */
const STEP_S = 0.7548776662466927
const STEP_T = 0.5698402909980532

/** Samples a surface; null when it has no area, or no size that fits a scan. */
export function samplesOf(surface: Surface): Samples | null {
  const { positions, indices } = surface
  const { min, max, size } = boundingBox(positions)
  const unit = guessUnit(Math.max(...size))
  if (!unit) return null
  const scale = MILLIMETERS[unit]
  const origin = min.map((low, axis) => (low + max[axis]!) / 2) as Vector3
  const corner = (vertex: number, axis: number) => (positions[vertex * 3 + axis]! - origin[axis]!) * scale
  const areas = new Float64Array(indices.length / 3)
  const net: Vector3 = [0, 0, 0]
  const facing = new Float32Array(indices.length)
  let area = 0
  for (let facet = 0; facet < areas.length; facet++) {
    const at = facet * 3
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ux = (positions[b]! - positions[a]!) * scale
    const uy = (positions[b + 1]! - positions[a + 1]!) * scale
    const uz = (positions[b + 2]! - positions[a + 2]!) * scale
    const vx = (positions[c]! - positions[a]!) * scale
    const vy = (positions[c + 1]! - positions[a + 1]!) * scale
    const vz = (positions[c + 2]! - positions[a + 2]!) * scale
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    net[0] += nx / 2
    net[1] += ny / 2
    net[2] += nz / 2
    areas[facet] = length / 2
    area += length / 2
    if (length === 0) continue
    facing[at] = nx / length
    facing[at + 1] = ny / length
    facing[at + 2] = nz / length
  }
  if (area === 0) return null
  const step = area / SAMPLES
  const points = new Float32Array(SAMPLES * 3)
  const normals = new Float32Array(SAMPLES * 3)
  let taken = 0
  let passed = step / 2
  for (let facet = 0; facet < areas.length && taken < SAMPLES; facet++) {
    passed += areas[facet]!
    for (; passed >= step && taken < SAMPLES; passed -= step, taken++) {
      const [s, t] = shareOf(taken)
      const [a, b, c] = cornersByPlace(surface, facet)
      for (let axis = 0; axis < 3; axis++) {
        const from = corner(a, axis)
        points[taken * 3 + axis] = from + s * (corner(b, axis) - from) + t * (corner(c, axis) - from)
        normals[taken * 3 + axis] = facing[facet * 3 + axis]!
      }
    }
  }
  const edges = areas.length > MOST_EDGES_OF ? null : findEdges(surface)
  const openPairs = edges?.openPairs ?? new Uint32Array()
  // A file whose facets share no corners is all rim: a part of it shows the same.
  const stride = Math.max(1, Math.ceil(openPairs.length / 2 / MOST_RIM))
  const rims = Math.ceil(openPairs.length / 2 / stride)
  const rim = new Float32Array(rims * 3)
  const rimLengths = new Float32Array(rims)
  for (let edge = 0; edge < rims; edge++) {
    const [from, to] = [openPairs[edge * stride * 2]!, openPairs[edge * stride * 2 + 1]!]
    const way = [0, 1, 2].map((axis) => corner(to, axis) - corner(from, axis))
    rimLengths[edge] = Math.hypot(...way)
    for (let axis = 0; axis < 3; axis++) rim[edge * 3 + axis] = corner(from, axis) + way[axis]! / 2
  }
  return {
    points: points.slice(0, taken * 3),
    normals: normals.slice(0, taken * 3),
    rim,
    rimLengths,
    net,
    area,
    origin,
    scale,
    edges,
  }
}

/** Shares of two sides of a triangle, by the number of a place: all over it. */
export function shareOf(taken: number): [s: number, t: number] {
  const s = (taken * STEP_S) % 1
  const t = (taken * STEP_T) % 1
  return s + t > 1 ? [1 - s, 1 - t] : [s, t]
}

/** The corners of a facet in the order of their coordinates: the same samples, whichever side the facet faces. */
function cornersByPlace({ positions, indices }: Surface, facet: number): [number, number, number] {
  const isBehind = (a: number, b: number): boolean => {
    for (let axis = 0; axis < 3; axis++) {
      const difference = positions[a * 3 + axis]! - positions[b * 3 + axis]!
      if (difference !== 0) return difference > 0
    }
    return false
  }
  let [a, b, c] = [indices[facet * 3]!, indices[facet * 3 + 1]!, indices[facet * 3 + 2]!]
  if (isBehind(a, b)) [a, b] = [b, a]
  if (isBehind(b, c)) [b, c] = [c, b]
  if (isBehind(a, b)) [a, b] = [b, a]
  return [a, b, c]
}
