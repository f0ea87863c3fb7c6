import type { Rotation, Vector3 } from '@archwire/mesh'
import { joined, movedPoint } from '@archwire/mesh/best-fit.ts'
import { FLATTEST_MM, moveByThreePoints, type Triple } from '@archwire/mesh/bite/three-points.ts'
import type { Place } from './place-scans.ts'

/** A move of the stage about a point: what turns an arch by hand. Axes: +X the patient's right, +Y anterior, +Z up, mm. */
const about = (rotation: Rotation, middle: Vector3): Place => {
  const [x, y, z] = movedPoint({ rotation, offset: [0, 0, 0] }, ...middle)
  return { rotation, offset: [middle[0] - x, middle[1] - y, middle[2] - z] }
}

/** Half a turn about the line from back to front: teeth that hung down stand up, and the front stays in front. */
export const turnOver = (middle: Vector3): Place =>
  about(
    [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
    ],
    middle,
  )

/** A turn to the patient's left (seen from above, counter-clockwise from the right to the front) by degrees. */
export function turnLevel(degrees: number, middle: Vector3): Place {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return about(
    [
      [cos, -sin, 0],
      [sin, cos, 0],
      [0, 0, 1],
    ],
    middle,
  )
}

/** The turn that brings a place of an arch to its front; null for one nearer to the middle, which leads nowhere. */
export function turnToFront(place: Vector3, middle: Vector3, nearest = 2): Place | null {
  const [x, y] = [place[0] - middle[0], place[1] - middle[1]]
  if (Math.hypot(x, y) < nearest) return null
  return turnLevel(90 - (Math.atan2(y, x) * 180) / Math.PI, middle)
}

/**
 * The move that brings three places of an arch to three of the other, and how far apart they stay at most, mm; null when
 * they lie nearly on one line. `unit`: millimeters of their unit.
 */
export function moveToMeet(from: Triple, to: Triple, unit = 1): { move: Place; farthest: number } | null {
  const move = moveByThreePoints(from, to, FLATTEST_MM / unit)
  if (!move) return null
  const apart = from.map((place, at) =>
    Math.hypot(...movedPoint(move, ...place).map((value, axis) => value - to[at]![axis]!)),
  )
  return { move, farthest: Math.max(...apart) * unit }
}

/** Points that are farther apart than this after the bite by three points were not the same places; mm. */
const WORST_MEETING = 3

/** The move of `moveToMeet`, or what is wrong with the points, as a sentence. */
export function meetingOf(from: Triple, to: Triple, unit: number): { move: Place } | { trouble: string } {
  const meeting = moveToMeet(from, to, unit)
  if (!meeting)
    return { trouble: 'The points are nearly on one line. Choose one in front and one far back on each side.' }
  if (meeting.farthest <= WORST_MEETING) return meeting
  const farthest = meeting.farthest.toFixed(1)
  return {
    trouble: `The points do not meet. They are still up to ${farthest} mm apart. Set them again, on the same side of both arches.`,
  }
}

/** Where a scan stands after a move of the stage. */
export const movedPlace = (move: Place, place: Place): Place => squared(joined(move, place))

/** Rows of unit length, across each other: what many turns by hand would lose bit by bit. */
function squared({ rotation, offset }: Place): Place {
  const unit = (row: Vector3): Vector3 => {
    const length = Math.hypot(...row)
    return [row[0] / length, row[1] / length, row[2] / length]
  }
  const up = unit(rotation[2])
  const along = rotation[1].reduce((sum, value, axis) => sum + value * up[axis]!, 0)
  const anterior = unit(rotation[1].map((value, axis) => value - along * up[axis]!) as Vector3)
  const right: Vector3 = [
    anterior[1] * up[2] - anterior[2] * up[1],
    anterior[2] * up[0] - anterior[0] * up[2],
    anterior[0] * up[1] - anterior[1] * up[0],
  ]
  return { rotation: [right, anterior, up], offset }
}
