import { boundingBox } from './measure.ts'
import { guessArchAxes } from './arch-axes/arch-axes.ts'
import { uprightRotation, type Rotation } from './orientation.ts'
import type { MeasuredSurface } from './surface-distance.ts'
import type { Surface, Vector3 } from './surface.ts'

/** Turns a point by the rows of `rotation` (from the origin), then moves it by `offset`. */
export type RigidMove = { rotation: Rotation; offset: Vector3 }

export const NO_MOVE: RigidMove = {
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  offset: [0, 0, 0],
}

/** Vertices sampled per round: enough for a mouth, quick on a phone. */
const SAMPLES = 4000
const MOST_ROUNDS = 80
/** Places farther away than this are ignored at first, in millimeters; later only near ones count. */
const FIRST_REACH = 10
const LAST_REACH = 0.5
/** The share of the nearest places that decide: teeth may have moved, the rest of the mouth has not. */
const TRUSTED = 0.75
/** Below this share of places with a counterpart two surfaces do not overlap. */
const TOGETHER = 0.5
/** A round that moves less ends the search: radians, millimeters. */
const STILL = { turn: 1e-7, way: 1e-5 }

/**
 * The move that lays one surface on another: iterative closest points against tangent planes (Y. Chen, G. Medioni,
 * 1992), the farthest quarter left out each round (D. Chetverikov et al., 2002). Surfaces that lie apart are first
 * aligned by the shape of their arches, where `jaw` states which arch both are. Returns the best fit it found; the
 * distances show whether it is good.
 */
export function bestFit(from: Surface, to: MeasuredSurface, target: Surface, jaw: 'upper' | 'lower' | null): RigidMove {
  const samples = sampled(from.positions)
  const apart = shareTogether(samples, to, NO_MOVE) < TOGETHER
  let move = apart ? byShape(from, target, jaw) : NO_MOVE
  let reach = FIRST_REACH
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = stepTowards(samples, to, move, reach)
    if (!step) break
    move = joined(step.move, move)
    if (step.turn < STILL.turn && step.way < STILL.way && reach === LAST_REACH) break
    reach = Math.max(LAST_REACH, Math.min(reach, step.typical * 6))
  }
  return move
}

/** Applies a move to a point. */
export function movedPoint({ rotation, offset }: RigidMove, x: number, y: number, z: number): Vector3 {
  const [u, v, w] = rotation
  return [
    u[0] * x + u[1] * y + u[2] * z + offset[0],
    v[0] * x + v[1] * y + v[2] * z + offset[1],
    w[0] * x + w[1] * y + w[2] * z + offset[2],
  ]
}

export function movedPositions(positions: Float32Array, move: RigidMove): Float32Array {
  const moved = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3)
    moved.set(movedPoint(move, positions[at]!, positions[at + 1]!, positions[at + 2]!), at)
  return moved
}

/** The inverse move. */
export function inverse({ rotation, offset }: RigidMove): RigidMove {
  const back = [0, 1, 2].map((row) => [0, 1, 2].map((column) => rotation[column]![row]!)) as unknown as Rotation
  const [x, y, z] = movedPoint({ rotation: back, offset: [0, 0, 0] }, ...offset)
  return { rotation: back, offset: [-x, -y, -z] }
}

/** How far a move brings the middle of points, in millimeters, and by how many degrees it turns them. */
export function extentOf(move: RigidMove, positions: Float32Array): { way: number; turn: number } {
  const { min, max } = boundingBox(positions)
  const middle = min.map((value, axis) => (value + max[axis]!) / 2) as Vector3
  const there = movedPoint(move, ...middle)
  const trace = move.rotation[0][0] + move.rotation[1][1] + move.rotation[2][2]
  return {
    way: Math.hypot(...there.map((value, axis) => value - middle[axis]!)),
    turn: (Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2))) * 180) / Math.PI,
  }
}

function sampled(positions: Float32Array): Vector3[] {
  const vertices = positions.length / 3
  const step = Math.max(1, Math.floor(vertices / SAMPLES))
  const samples: Vector3[] = []
  for (let vertex = 0; vertex < vertices; vertex += step)
    samples.push([positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!])
  return samples
}

function shareTogether(samples: readonly Vector3[], to: MeasuredSurface, move: RigidMove): number {
  const near = samples.filter((sample) => to.footOf(...movedPoint(move, ...sample), FIRST_REACH) !== null)
  return near.length / samples.length
}

/** Stands both arches up and moves the middle of one box to the other's. */
function byShape(from: Surface, target: Surface, jaw: 'upper' | 'lower' | null): RigidMove {
  const [ours, theirs] = [from, target].map((surface) => uprightRotation(guessArchAxes(surface), jaw)) as [
    Rotation,
    Rotation,
  ]
  const { rotation } = joined(inverse({ rotation: theirs, offset: [0, 0, 0] }), { rotation: ours, offset: [0, 0, 0] })
  const middle = (positions: Float32Array) => {
    const { min, max } = boundingBox(positions)
    return min.map((value, axis) => (value + max[axis]!) / 2) as Vector3
  }
  const turned = movedPoint({ rotation, offset: [0, 0, 0] }, ...middle(from.positions))
  return { rotation, offset: middle(target.positions).map((value, axis) => value - turned[axis]!) as Vector3 }
}

/** The move that makes `second` after `first`. */
export function joined(second: RigidMove, first: RigidMove): RigidMove {
  const rotation = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) =>
      [0, 1, 2].reduce((sum, k) => sum + second.rotation[row]![k]! * first.rotation[k]![column]!, 0),
    ),
  ) as unknown as Rotation
  return { rotation, offset: movedPoint(second, ...first.offset) }
}

/** A small move, how far it turns (radians) and shifts (mm) around the middle of the places that decided. */
export type Step = { move: RigidMove; turn: number; way: number }
/** A place, the unit normal of the surface at its foot, and how far it is from there along the normal. */
export type Met = { place: Vector3; normal: Vector3; along: number; distance: number }

/** One round: the small move that brings the places nearest to their tangent planes, by least squares. */
function stepTowards(
  samples: readonly Vector3[],
  to: MeasuredSurface,
  move: RigidMove,
  reach: number,
): (Step & { typical: number }) | null {
  const met = samples.flatMap((sample): Met[] => {
    const place = movedPoint(move, ...sample)
    const foot = to.footOf(...place, reach)
    return foot ? [{ place, normal: [...foot.normal], along: foot.along, distance: foot.distance }] : []
  })
  const trusted = met.toSorted((a, b) => a.distance - b.distance).slice(0, Math.ceil(met.length * TRUSTED))
  const step = stepToPlanes(trusted)
  return step && { ...step, typical: trusted[trusted.length >> 1]!.distance }
}

/**
 * The small move that brings places nearest to the tangent planes at their feet, by least squares; null when they leave it
 * open. `stiffness` holds back what they hardly decide: 0 not at all, 0.01 what a hundredth of them decides.
 */
export function stepToPlanes(trusted: readonly Met[], stiffness = 0): Step | null {
  if (trusted.length < 6) return null
  const { middle, sums, spread } = planeSums(trusted)
  for (let i = 0; i < 6; i++) sums[i]![i]! += stiffness * (i < 3 ? spread / 3 : trusted.length)
  const solved = solve(sums)
  if (!solved) return null
  const [a, b, c, p, q, r] = solved as [number, number, number, number, number, number]
  const rotation = turning([a, b, c])
  const back = movedPoint({ rotation, offset: [0, 0, 0] }, ...middle)
  return {
    move: { rotation, offset: [p + middle[0] - back[0], q + middle[1] - back[1], r + middle[2] - back[2]] },
    turn: Math.hypot(a, b, c),
    way: Math.hypot(p, q, r),
  }
}

/**
 * The equations of `stepToPlanes`: six rows for the turn (radians) and the way (mm) around the middle of the places, their
 * right sides last; and the sum of squared distances from the middle, mm².
 */
export function planeSums(met: readonly Met[]): { middle: Vector3; sums: Float64Array[]; spread: number } {
  // Around their middle: rotation and translation stay separate, and numbers small.
  const middle: Vector3 = [0, 0, 0]
  for (const { place } of met) for (let axis = 0; axis < 3; axis++) middle[axis]! += place[axis]! / met.length
  const sums = Array.from({ length: 6 }, () => new Float64Array(7))
  let spread = 0
  for (const { place, normal, along } of met) {
    const [x, y, z] = [place[0] - middle[0], place[1] - middle[1], place[2] - middle[2]]
    const [u, v, w] = normal
    const row = [y * w - z * v, z * u - x * w, x * v - y * u, u, v, w, -along]
    spread += x * x + y * y + z * z
    for (let i = 0; i < 6; i++) for (let j = 0; j < 7; j++) sums[i]![j]! += row[i]! * row[j]!
  }
  return { middle, sums, spread }
}

/**
 * Solves six equations with six unknowns by elimination with pivots; null when they are underdetermined (a sphere, a
 * plane).
 */
export function solve(rows: Float64Array[]): number[] | null {
  const largest = Math.max(...rows.map((row, at) => row[at]!))
  for (let column = 0; column < 6; column++) {
    let pivot = column
    for (let row = column + 1; row < 6; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    const kept = rows[column]!
    rows[column] = rows[pivot]!
    rows[pivot] = kept
    if (Math.abs(rows[column]![column]!) < 1e-12 * largest) return null
    for (let row = 0; row < 6; row++) {
      if (row === column) continue
      const factor = rows[row]![column]! / rows[column]![column]!
      for (let at = column; at < 7; at++) rows[row]![at]! -= factor * rows[column]![at]!
    }
  }
  return rows.map((row, at) => row[6]! / row[at]!)
}

/** The rotation around an axis by its length in radians (O. Rodrigues, 1840). */
export function turning(axis: Vector3): Rotation {
  const angle = Math.hypot(...axis)
  const [x, y, z] = angle === 0 ? [1, 0, 0] : (axis.map((value) => value / angle) as Vector3)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const rest = 1 - cos
  return [
    [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin],
    [y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin],
    [z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest],
  ]
}
