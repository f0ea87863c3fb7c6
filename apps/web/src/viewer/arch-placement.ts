import type { BoundingBox, Rotation, Surface, Vector3 } from '@archwire/mesh'
import { boundingBox, guessArchAxes, rotated, uprightRotation } from '@archwire/mesh'

/** A scan of a scene by the jaw it shows: 1 upper, 2 lower, 3 both. */
export type JawScan = { jaws_id: 1 | 2 | 3; surface: Surface }

/**
 * Where scans stand in the viewer: +X the patient's right, +Y anterior, +Z up, mm. `inBite` is false when the files do
 * not share one coordinate system and the arches stand one above the other by guess.
 */
export type Placement = { places: Array<{ rotation: Rotation; offset: Vector3 }>; inBite: boolean }

/** Files of one coordinate system lie over each other in the arch plane, and nearly touch across it. */
const SHARED_OVERLAP = 0.5
const LARGEST_GAP = 12
/** Room between arches that are stacked by guess, mm. */
const STACK_GAP = 3

/**
 * Stands scans up together. Scans whose boxes overlap came from one bite: they get one rotation and keep their places.
 * Others are turned one by one, upper above lower with the front teeth in line.
 */
export function placeScans(scans: readonly JawScan[]): Placement {
  const axes = scans.map(({ surface }) => guessArchAxes(surface))
  const own = scans.map(({ jaws_id }, i) => uprightRotation(axes[i]!, jawOf(jaws_id)))
  const boxes = scans.map(({ surface }) => boundingBox(surface.positions))
  if (boxes.every((box) => shareCoordinates(boxes[0]!, box))) {
    const common = commonRotation(own)
    return { places: scans.map(() => ({ rotation: common, offset: [0, 0, 0] })), inBite: true }
  }
  const turned = scans.map(({ surface }, i) => boundingBox(rotated(surface.positions, own[i]!)))
  return {
    places: scans.map(({ jaws_id }, i) => ({ rotation: own[i]!, offset: stacked(jaws_id, turned[i]!) })),
    inBite: false,
  }
}

function jawOf(jawsId: 1 | 2 | 3): 'upper' | 'lower' | null {
  return jawsId === 1 ? 'upper' : jawsId === 2 ? 'lower' : null
}

function shareCoordinates(a: BoundingBox, b: BoundingBox): boolean {
  const shares = [0, 1, 2].map((axis) => {
    const overlap = Math.min(a.max[axis]!, b.max[axis]!) - Math.max(a.min[axis]!, b.min[axis]!)
    const smaller = Math.min(a.size[axis]!, b.size[axis]!)
    return { overlap, wide: overlap > smaller * SHARED_OVERLAP }
  })
  return shares.filter(({ wide }) => wide).length >= 2 && shares.every(({ overlap }) => overlap > -LARGEST_GAP)
}

/** The rotation that most scans ask for; among equals the one that turns least, as most scanners write files upright. */
function commonRotation(rotations: readonly Rotation[]): Rotation {
  const votes = (rotation: Rotation) => rotations.filter((other) => String(other) === String(rotation)).length
  const trace = (rotation: Rotation) => rotation[0][0] + rotation[1][1] + rotation[2][2]
  return [...rotations].sort((a, b) => votes(b) - votes(a) || trace(b) - trace(a))[0]!
}

/** Middle on the midline, front teeth at y = 0, teeth near z = 0. */
function stacked(jawsId: 1 | 2 | 3, box: BoundingBox): Vector3 {
  const x = -(box.min[0] + box.max[0]) / 2
  const y = -box.max[1]
  const middle = -(box.min[2] + box.max[2]) / 2
  const z = jawsId === 1 ? STACK_GAP / 2 - box.min[2] : jawsId === 2 ? -STACK_GAP / 2 - box.max[2] : middle
  return [x, y, z]
}
