import { samplesOf } from '../arch-axes/samples.ts'
import { anyAcross, cross, dot } from '../arch-axes/vectors.ts'
import { boundingBox } from '../measure.ts'
import { MeasuredSurface } from '../surface-distance.ts'
import type { Surface, Vector3 } from '../surface.ts'
import { withoutUnused } from '../weld.ts'

/** Teeth reach so far from what stands out farthest, and chewing surfaces less; mm. */
const TEETH_DEPTH = 8
const CHEWING_DEPTH = 4
/** A chewing surface looks at least so much to the other jaw (cosine). */
const CHEWING_LOOKS = 0.3
/** Places face each other when their normals are opposed by at least this. */
const OPPOSED = -0.3
/** Farther away than this nothing is measured, mm. */
const REACH = 3
/** Chewing surface that has the other jaw nearer than this meets it, mm. */
const MEETS = 2
/** The teeth are looked at spot by spot: columns of this side, mm, of which at least `SMALLEST` mm² face the other jaw. */
const SPOT = 5
const SMALLEST = 1.5
/** How near a spot is, is what half a square millimeter of it is nearer than; how deep, what one and a half are deeper than. */
const NEAREST_AREA = 0.5
const DEEPEST_AREA = 1.5
/** A spot touches when it is no farther away and no deeper than this, mm. */
const TOUCH = 0.15

/** Registrations that are tried: so far too high, or too low, mm; and what a millimeter of overlap costs in touching spots. */
const REGISTRATIONS = [0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3]
const OVERLAP_COSTS = 20

/** How two arches face each other. */
export type Facing = {
  /** The share of the chewing surface that has the other arch within 2 mm; 0 when nothing faces. */
  met: number
  /** Spots of the teeth that touch the other arch within 0.15 mm. */
  touching: number
  /** By how much spots reach deeper into it than touching, summed, mm. */
  overlap: number
  /** How far the deepest spot reaches into the other arch, mm. */
  penetration: number
}

const NOTHING: Facing = { met: 0, touching: 0, overlap: 0, penetration: 0 }

/**
 * Looks from the teeth of one arch, which point along `teeth`, at the other one, both in millimeters of one coordinate
 * system and wound outwards.
 */
export function facing(from: Surface, to: Surface, teeth: Vector3): Facing {
  const samples = samplesOf(from)
  if (!samples) return NOTHING
  const { points, normals, origin } = samples
  const near = nearTo(to, boundingBox(from.positions))
  if (near.indices.length === 0) return NOTHING
  const measured = new MeasuredSurface(near)
  const [u, v] = [anyAcross(teeth), cross(teeth, anyAcross(teeth))]
  const count = points.length / 3
  const areaOfOne = samples.area / count
  const at = (index: number): Vector3 => [points[index * 3]!, points[index * 3 + 1]!, points[index * 3 + 2]!]
  const heights = Float32Array.from({ length: count }, (_, index) => dot(at(index), teeth))
  const top = heights.slice().sort()[Math.floor(count * 0.995)]!
  const spots = new Map<string, number[]>()
  let [chewing, met] = [0, 0]
  for (let index = 0; index < count; index++) {
    if (heights[index]! < top - TEETH_DEPTH) continue
    const place = at(index)
    const normal: Vector3 = [normals[index * 3]!, normals[index * 3 + 1]!, normals[index * 3 + 2]!]
    const isChewing = heights[index]! > top - CHEWING_DEPTH && dot(normal, teeth) > CHEWING_LOOKS
    if (isChewing) chewing++
    const foot = measured.footOf(place[0] + origin[0], place[1] + origin[1], place[2] + origin[2], REACH)
    if (!foot || dot(normal, foot.normal) > OPPOSED) continue
    if (isChewing && foot.distance < MEETS) met++
    const name = `${Math.floor(dot(place, u) / SPOT)} ${Math.floor(dot(place, v) / SPOT)}`
    const spot = spots.get(name)
    const distance = foot.along < 0 ? -foot.distance : foot.distance
    if (spot) spot.push(distance)
    else spots.set(name, [distance])
  }
  const found = [...spots.values()].filter((spot) => spot.length * areaOfOne >= SMALLEST)
  const distanceAt = (spot: readonly number[], area: number) =>
    spot.toSorted((a, b) => a - b)[Math.min(spot.length - 1, Math.round(area / areaOfOne))]!
  const nearest = found.map((spot) => distanceAt(spot, NEAREST_AREA))
  const depths = found.map((spot) => -distanceAt(spot, DEEPEST_AREA))
  const { touching, overlap } = registered(nearest, depths)
  return {
    met: chewing === 0 ? 0 : met / chewing,
    touching,
    overlap,
    penetration: Math.max(0, ...depths),
  }
}

/**
 * Touching spots and overlap as if the scanner had closed the arches exactly: it often registers them a little too high or
 * too low, all spots alike. Teeth of two people meet by no such shift.
 */
function registered(nearest: readonly number[], depths: readonly number[]): { touching: number; overlap: number } {
  let best = { touching: -1, overlap: Infinity }
  for (const shift of REGISTRATIONS) {
    const touching = nearest.filter((distance) => Math.abs(distance + shift) <= TOUCH).length
    const overlap = depths.reduce((sum, depth) => sum + Math.max(0, depth - shift - TOUCH), 0)
    if (touching - overlap * OVERLAP_COSTS > best.touching - best.overlap * OVERLAP_COSTS) best = { touching, overlap }
  }
  return best
}

/** The facets of a surface in and around a box: what is measured to is a small part of a large scan. */
function nearTo({ positions, indices }: Surface, { min, max }: ReturnType<typeof boundingBox>): Surface {
  const margin = 2 * REACH
  const isNear = new Uint8Array(positions.length / 3)
  for (let vertex = 0; vertex < isNear.length; vertex++) {
    let inside = 1
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[vertex * 3 + axis]!
      if (value < min[axis]! - margin || value > max[axis]! + margin) inside = 0
    }
    isNear[vertex] = inside
  }
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!]
    if (isNear[a] === 1 || isNear[b] === 1 || isNear[c] === 1) kept.push(a, b, c)
  }
  return withoutUnused({ positions, indices: Uint32Array.from(kept) })
}
