import type { ArchAxes } from './arch-axes/arch-axes.ts'
import { cross, scaled } from './arch-axes/vectors.ts'
import type { Vector3 } from './surface.ts'

/** Rows of a rotation from file axes to +X the patient's right, +Y anterior, +Z up. */
export type Rotation = readonly [Vector3, Vector3, Vector3]

/**
 * The rotation that stands an arch up: lower teeth point up, upper teeth down; a file with both jaws (null) is taken to
 * have its height the right way round.
 */
export function uprightRotation(
  { teeth, anterior }: Pick<ArchAxes, 'teeth' | 'anterior'>,
  jaw: 'upper' | 'lower' | null,
): Rotation {
  const down = jaw === 'upper' || (jaw === null && isTurnedDown(teeth))
  const up = scaled(teeth, down ? -1 : 1)
  return [cross(anterior, up), anterior, up]
}

/** Whether a direction leads mostly against an axis of the file. */
const isTurnedDown = (direction: Vector3): boolean =>
  direction.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0) < 0

/** Applies a rotation to points; the result is new. */
export function rotated(positions: Float32Array, rotation: Rotation): Float32Array {
  const turned = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3)
    for (let row = 0; row < 3; row++) {
      const [x, y, z] = rotation[row]!
      turned[at + row] = positions[at]! * x + positions[at + 1]! * y + positions[at + 2]! * z
    }
  return turned
}
