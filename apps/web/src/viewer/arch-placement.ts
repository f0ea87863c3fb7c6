import type { BoundingBox, Rotation, Surface, Vector3 } from '@archwire/mesh'
import { jawOf } from './scene.ts'
import { boundingBox, guessArchAxes, rotated, uprightRotation } from '@archwire/mesh'

/** A scan of a scene by the jaw it shows: 1 upper, 2 lower, 3 both. */
export type JawScan = { jaws_id: 1 | 2 | 3; surface: Surface }

/**
 * Where scans are placed in the viewer: +X the patient's right, +Y anterior, +Z up, mm. `inBite` is false when the
 * files do not share one coordinate system and the arches are stacked by a guess.
 */
export type Placement = { places: Array<{ rotation: Rotation; offset: Vector3 }>; inBite: boolean }

/** Files of one coordinate system overlap in the arch plane by this share of the smaller. */
const SHARED_OVERLAP = 0.5
/** How far the arches of a bite may be apart, or reach into each other's boxes (overbite, curve of the arch), mm. */
const LARGEST_GAP = 12
const DEEPEST_BITE = 12
/** Gap between arches that are stacked by a guess, mm. */
const STACK_GAP = 3

/**
 * Stands scans up together. Scans from one bite get one rotation and keep their places: their boxes overlap, and either
 * all need the same rotation or under one of them the arches meet at their teeth. Others are turned one by one, upper
 * above lower with the front teeth in line.
 */
export function placeScans(scans: readonly JawScan[]): Placement {
  const own = scans.map(({ surface, jaws_id }) => uprightRotation(guessArchAxes(surface), jawOf[jaws_id]))
  const common = commonRotation(scans, own)
  if (common) return { places: scans.map(() => ({ rotation: common, offset: [0, 0, 0] })), inBite: true }
  const places = scans.map(({ surface, jaws_id }, i) => {
    const rotation = own[i]!
    return { rotation, offset: stacked(jaws_id, boundingBox(rotated(surface.positions, rotation))) }
  })
  return { places, inBite: false }
}

/** The one rotation for scans of one coordinate system, or null when they have none. */
function commonRotation(scans: readonly JawScan[], own: readonly Rotation[]): Rotation | null {
  const first = own[0]!
  const agree = own.every((rotation) => String(rotation) === String(first))
  const boxes = scans.map(({ surface }) => boundingBox(surface.positions))
  if (agree && boxes.every((box) => overlap(boxes[0]!, box))) return first
  return own.find((rotation) => scans.every((scan) => scans.every((other) => meets(scan, other, rotation)))) ?? null
}

/** Whether two boxes overlap along at least two axes and nearly touch along the third. */
function overlap(a: BoundingBox, b: BoundingBox): boolean {
  const shares = [0, 1, 2].map((axis) => shareOf(a, b, axis))
  return (
    shares.filter((share) => share > SHARED_OVERLAP).length >= 2 &&
    [0, 1, 2].every((axis) => reach(a, b, axis) > -LARGEST_GAP)
  )
}

/**
 * Whether two scans, turned, are positioned as in a mouth: over each other, and an upper arch with its teeth on the
 * lower ones.
 */
function meets(a: JawScan, b: JawScan, rotation: Rotation): boolean {
  if (a === b) return true
  const boxA = boundingBox(rotated(a.surface.positions, rotation))
  const boxB = boundingBox(rotated(b.surface.positions, rotation))
  if (shareOf(boxA, boxB, 0) < SHARED_OVERLAP || shareOf(boxA, boxB, 1) < SHARED_OVERLAP) return false
  if (a.jaws_id === b.jaws_id || a.jaws_id === 3 || b.jaws_id === 3) return shareOf(boxA, boxB, 2) > SHARED_OVERLAP
  const [upper, lower] = a.jaws_id === 1 ? [boxA, boxB] : [boxB, boxA]
  const bite = lower.max[2] - upper.min[2]
  return bite > -LARGEST_GAP && bite < DEEPEST_BITE
}

function reach(a: BoundingBox, b: BoundingBox, axis: number): number {
  return Math.min(a.max[axis]!, b.max[axis]!) - Math.max(a.min[axis]!, b.min[axis]!)
}

function shareOf(a: BoundingBox, b: BoundingBox, axis: number): number {
  return reach(a, b, axis) / Math.min(a.size[axis]!, b.size[axis]!)
}

/** Middle on the midline, front teeth at y = 0, teeth near z = 0. */
function stacked(jawsId: 1 | 2 | 3, box: BoundingBox): Vector3 {
  const x = -(box.min[0] + box.max[0]) / 2
  const y = -box.max[1]
  const middle = -(box.min[2] + box.max[2]) / 2
  const z = jawsId === 1 ? STACK_GAP / 2 - box.min[2] : jawsId === 2 ? -STACK_GAP / 2 - box.max[2] : middle
  return [x, y, z]
}
