import { cross, dot, unit } from '../arch-axes/vectors.ts'
import type { RigidMove } from '../best-fit.ts'
import type { Rotation } from '../orientation.ts'
import type { Vector3 } from '../surface.ts'

/** Three places. */
export type Triple = readonly [Vector3, Vector3, Vector3]

/** Places nearer to one line than this say nothing about the turn around it, mm: the height of their triangle. */
export const FLATTEST_MM = 4

/**
 * The rotation and way that bring three places to three others as nearly as a rigid body can: middle on middle, plane on
 * plane, and within the plane the turn of least squares. Null when either three lie nearly on one line:
 * in a triangle lower than `flattest`, in their unit.
 */
export function moveByThreePoints(from: Triple, to: Triple, flattest = FLATTEST_MM): RigidMove | null {
  const [ours, theirs] = [planeOf(from, flattest), planeOf(to, flattest)]
  if (!ours || !theirs) return null
  // In each plane, corners as seen from the middle; then the angle between both.
  let [along, around] = [0, 0]
  for (let corner = 0; corner < 3; corner++) {
    const [a, b] = [ours.flat[corner]!, theirs.flat[corner]!]
    along += a[0] * b[0] + a[1] * b[1]
    around += a[0] * b[1] - a[1] * b[0]
  }
  const angle = Math.atan2(around, along)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [u, v, n] = theirs.frame
  const turned: Rotation = [
    [0, 1, 2].map((axis) => u[axis]! * cos + v[axis]! * sin) as Vector3,
    [0, 1, 2].map((axis) => v[axis]! * cos - u[axis]! * sin) as Vector3,
    n,
  ]
  const rotation = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) =>
      [0, 1, 2].reduce((sum, axis) => sum + turned[axis]![row]! * ours.frame[axis]![column]!, 0),
    ),
  ) as unknown as Rotation
  const offset = theirs.middle.map((value, row) => value - dot(rotation[row]!, ours.middle)) as Vector3
  return { rotation, offset }
}

function planeOf(places: Triple, flattest: number) {
  const [a, b, c] = places
  const middle = [0, 1, 2].map((axis) => (a[axis]! + b[axis]! + c[axis]!) / 3) as Vector3
  const [ab, ac] = [minus(b, a), minus(c, a)]
  const normal = cross(ab, ac)
  const longest = Math.max(Math.hypot(...ab), Math.hypot(...ac), Math.hypot(...minus(c, b)))
  if (!(Math.hypot(...normal) / longest >= flattest)) return null
  const n = unit(normal)
  const u = unit(ab)
  const frame: Rotation = [u, cross(n, u), n]
  const flat = places.map((place) => {
    const away = minus(place, middle)
    return [dot(away, u), dot(away, frame[1])] as const
  })
  return { middle, frame, flat }
}

const minus = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
