import type { Edges } from '../edges.ts'
import { traceLoops } from '../open-loops.ts'
import { type Surface, type Vector3, vertexCount } from '../surface.ts'
import { type Samples, shareOf } from './samples.ts'
import type { Side } from './side-by-volume.ts'
import { anyAcross, cross } from './vectors.ts'

/** Looked at from so many sides, all alike, in cells of this side, mm. */
const SIDES = 24
const CELL = 1
/** Places that are seen more from aside than this (cosine) say nothing. */
const ASIDE = 0.15
/** Of what is seen so much has to be fronts, or backs; and so many cells have to be seen in all. */
const CLEARLY = 0.65
const LEAST_SEEN = 200
/** Open edges beyond which a surface has no openings to close: its facets share no corners. */
const MOST_RIM = 200_000
/** Places on what closes the openings lie denser than samples by this, and are so many at most. */
const DENSER = 1.5
const MOST_PLACES = 100_000

/**
 * Which side a surface faces by what is seen of it from outside: what rays meet first are fronts. Openings are closed, each
 * from the middle of its rim, and what lies behind them is not seen: through them one looks at backs of a sound surface.
 */
export function sideFromOutside(surface: Surface, samples: Samples, edges: Edges | null): Side | null {
  if (!edges || edges.openFacets.length > MOST_RIM) return null
  const lids = lidsOf(surface, samples, edges)
  let fronts = 0
  let backs = 0
  for (let side = 0; side < SIDES; side++) {
    const seen = seenAlong(directionOf(side), samples, lids)
    fronts += seen.fronts
    backs += seen.backs
  }
  if (fronts + backs < LEAST_SEEN) return null
  const share = fronts / (fronts + backs)
  return share >= CLEARLY ? 'outwards' : share <= 1 - CLEARLY ? 'inwards' : null
}

/** Directions spread evenly over a sphere, along a spiral. */
function directionOf(side: number): Vector3 {
  const height = 1 - (2 * side + 1) / SIDES
  const around = Math.sqrt(1 - height * height)
  const turn = side * Math.PI * (3 - Math.sqrt(5))
  return [around * Math.cos(turn), around * Math.sin(turn), height]
}

function seenAlong(towards: Vector3, { points, normals }: Samples, lids: Float32Array) {
  const u = anyAcross(towards)
  const v = cross(towards, u)
  const [left, right] = reach(lids, u, reach(points, u))
  const [front, back] = reach(lids, v, reach(points, v))
  const columns = Math.floor((right - left) / CELL) + 1
  const rows = Math.floor((back - front) / CELL) + 1
  const tops = new Float32Array(columns * rows).fill(-Infinity)
  // What is highest in a cell: the number of a sample, or -1 for a lid.
  const highest = new Int32Array(columns * rows).fill(-1)
  const seen = { frame: [u, v, towards] as const, left, front, columns, tops, highest }
  look(points, false, seen)
  look(lids, true, seen)
  const [wx, wy, wz] = towards
  let fronts = 0
  let backs = 0
  for (const at of highest) {
    if (at < 0) continue
    const looks = normals[at]! * wx + normals[at + 1]! * wy + normals[at + 2]! * wz
    if (looks > ASIDE) fronts++
    else if (looks < -ASIDE) backs++
  }
  return { fronts, backs }
}

/** How far places reach along a direction, and others that are known. Plain numbers, as in every loop over samples. */
function reach(
  places: Float32Array,
  [x, y, z]: Vector3,
  [knownLow, knownHigh]: readonly [low: number, high: number] = [Infinity, -Infinity],
): [low: number, high: number] {
  let low = knownLow
  let high = knownHigh
  for (let at = 0; at < places.length; at += 3) {
    const along = places[at]! * x + places[at + 1]! * y + places[at + 2]! * z
    low = Math.min(low, along)
    high = Math.max(high, along)
  }
  return [low, high]
}

type Seen = {
  frame: readonly [Vector3, Vector3, Vector3]
  left: number
  front: number
  columns: number
  tops: Float32Array
  highest: Int32Array
}

/** Notes what of some places is higher than what is seen so far. */
function look(places: Float32Array, areLids: boolean, { frame, left, front, columns, tops, highest }: Seen): void {
  const [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]] = frame
  for (let at = 0; at < places.length; at += 3) {
    const x = places[at]!
    const y = places[at + 1]!
    const z = places[at + 2]!
    const across = x * ux + y * uy + z * uz
    const along = x * vx + y * vy + z * vz
    const height = x * wx + y * wy + z * wz
    const cell = Math.floor((along - front) / CELL) * columns + Math.floor((across - left) / CELL)
    if (height <= tops[cell]!) continue
    tops[cell] = height
    highest[cell] = areLids ? -1 : at
  }
}

/** Places spread over what closes the openings, as the samples are: in millimeters, from the same origin. */
function lidsOf(surface: Surface, { origin, scale, area, points }: Samples, { openPairs }: Edges): Float32Array {
  const { positions } = surface
  const step = area / (points.length / 3) / DENSER
  const places: number[] = []
  const placeOf = (vertex: number): Vector3 =>
    [0, 1, 2].map((axis) => (positions[vertex * 3 + axis]! - origin[axis]!) * scale) as Vector3
  let passed = step / 2
  let taken = 0
  traceLoops(openPairs, vertexCount(surface), (path, from, to) => {
    const rim = Array.from(path.subarray(from, to), placeOf)
    const middle = [0, 1, 2].map((axis) => rim.reduce((sum, place) => sum + place[axis]!, 0) / rim.length) as Vector3
    for (const [at, a] of rim.entries()) {
      const b = rim[(at + 1) % rim.length]!
      const [u, v] = [a, b].map((end) => end.map((value, axis) => value - middle[axis]!)) as [Vector3, Vector3]
      passed += Math.hypot(...cross(u, v)) / 2
      for (; passed >= step && taken < MOST_PLACES; passed -= step, taken++) {
        const [s, t] = shareOf(taken)
        for (let axis = 0; axis < 3; axis++) places.push(middle[axis]! + s * u[axis]! + t * v[axis]!)
      }
    }
  })
  return Float32Array.from(places)
}
