import { boundingBox } from './measure.ts'
import type { Surface, Vector3 } from './surface.ts'

/** Which way an arch lies in its file: unit vectors along axes of the file. */
export type ArchAxes = { teeth: Vector3; anterior: Vector3 }

/** Rows of a rotation from file axes to +X the patient's right, +Y anterior, +Z up. */
export type Rotation = readonly [Vector3, Vector3, Vector3]

const GRID = 48
/** A closed surface faces all ways alike; one that faces one way by this share of its area is open. */
const OPEN = 0.15

/**
 * Guesses how an arch lies in its file. Scanners agree on no axes, so this goes by the shape, and prefers what
 * `syntheticArch` documents (+Z/-Z teeth, +Y anterior) where the shape leaves doubt:
 *
 * 1. The arch plane is across the smallest extent: an arch is wider and deeper than it is high.
 * 2. The teeth are opposite the flat base of a cast. An open scan has no base; it faces where most of its area faces.
 * 3. Left and right mirror each other: of the two axes in the plane, that whose mirror image fits better is across.
 * 4. The front is rounded, hence narrower than the back.
 */
export function guessArchAxes(surface: Surface): ArchAxes {
  const { min, size } = boundingBox(surface.positions)
  const height = smallest(size)
  const teeth = teethSign(surface, height, min[height]!, size[height]!)
  const plane = [0, 1, 2].filter((axis) => axis !== height) as [number, number]
  const map = occupancy(surface, plane, min, size)
  const usual = plane[0] === 0 ? 0 : 1
  const asymmetry = [mirrorMismatch(map, 0), mirrorMismatch(map, 1)] as const
  // A clearly better fit is needed to leave the usual axes.
  const across = asymmetry[1 - usual]! < asymmetry[usual]! * 0.9 ? 1 - usual : usual
  const [low, high] = endWidths(map, across)
  const front = low < high * 0.92 ? -1 : 1
  return { teeth: unit(height, teeth), anterior: unit(plane[1 - across]!, front) }
}

/**
 * The rotation that stands an arch up: lower teeth point up, upper teeth down; a file with both jaws (null) is taken to
 * have its height the right way round.
 */
export function uprightRotation(axes: ArchAxes, jaw: 'upper' | 'lower' | null): Rotation {
  const height = axes.teeth.findIndex((value) => value !== 0)
  const up = jaw === 'lower' ? axes.teeth : jaw === 'upper' ? negated(axes.teeth) : unit(height, 1)
  return [cross(axes.anterior, up), axes.anterior, up]
}

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

function teethSign(surface: Surface, axis: number, low: number, extent: number): 1 | -1 {
  const { positions, indices } = surface
  const next = (axis + 1) % 3
  const last = (axis + 2) % 3
  let flatLow = 0
  let flatHigh = 0
  let total = 0
  let net = 0
  // Plain arithmetic: this runs over every facet while people wait for the first picture.
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const u0 = positions[b + axis]! - positions[a + axis]!
    const u1 = positions[b + next]! - positions[a + next]!
    const u2 = positions[b + last]! - positions[a + last]!
    const v0 = positions[c + axis]! - positions[a + axis]!
    const v1 = positions[c + next]! - positions[a + next]!
    const v2 = positions[c + last]! - positions[a + last]!
    const facing = u1 * v2 - u2 * v1
    const side = u2 * v0 - u0 * v2
    const other = u0 * v1 - u1 * v0
    const area = Math.sqrt(facing * facing + side * side + other * other)
    const place = (positions[a + axis]! - low) / extent
    total += area
    net += facing
    if (facing < -0.97 * area && place < 0.1) flatLow += area
    if (facing > 0.97 * area && place > 0.9) flatHigh += area
  }
  // Clearly open: its tooth edges may be as flat as a base, and at the end as well.
  if (Math.abs(net) > OPEN * total) return net > 0 ? 1 : -1
  if (Math.max(flatLow, flatHigh) > 0.06 * total) return flatLow > flatHigh ? 1 : -1
  return net >= 0 ? 1 : -1
}

/** Cells of the arch plane, seen along the height, that hold a vertex; rows along the second axis. */
function occupancy(surface: Surface, plane: readonly [number, number], min: Vector3, size: Vector3): Uint8Array {
  const map = new Uint8Array(GRID * GRID)
  const cellOf = (value: number, axis: number) =>
    Math.min(GRID - 1, Math.floor(((value - min[axis]!) / (size[axis]! || 1)) * GRID))
  for (let at = 0; at < surface.positions.length; at += 3) {
    const u = cellOf(surface.positions[at + plane[0]]!, plane[0])
    const v = cellOf(surface.positions[at + plane[1]]!, plane[1])
    map[v * GRID + u] = 1
  }
  return map
}

/** Cells that differ from their mirror image across the middle of one axis of the map. */
function mirrorMismatch(map: Uint8Array, axis: number): number {
  let mismatch = 0
  for (let row = 0; row < GRID; row++)
    for (let column = 0; column < GRID; column++) {
      const mirror = axis === 0 ? row * GRID + (GRID - 1 - column) : (GRID - 1 - row) * GRID + column
      if (map[row * GRID + column] !== map[mirror]) mismatch++
    }
  return mismatch
}

/** Widths over the occupied cells near the low and the high end of the depth. */
function endWidths(map: Uint8Array, across: number): [number, number] {
  const widthAt = (depth: number) => {
    let first = GRID
    let last = -1
    for (let side = 0; side < GRID; side++) {
      if (map[across === 0 ? depth * GRID + side : side * GRID + depth] === 0) continue
      first = Math.min(first, side)
      last = side
    }
    return Math.max(0, last - first + 1)
  }
  const rows = Array.from({ length: Math.round(GRID * 0.14) }, (_, row) => row)
  const sum = (depths: number[]) => depths.reduce((total, depth) => total + widthAt(depth), 0)
  return [sum(rows), sum(rows.map((row) => GRID - 1 - row))]
}

function smallest(size: Vector3): number {
  return size[2] <= size[0] && size[2] <= size[1] ? 2 : size[1] <= size[0] ? 1 : 0
}

function unit(axis: number, sign: number): Vector3 {
  const vector: Vector3 = [0, 0, 0]
  vector[axis] = sign
  return vector
}

function negated([x, y, z]: Vector3): Vector3 {
  return [0 - x, 0 - y, 0 - z]
}

function cross(u: Vector3, v: Vector3): Vector3 {
  return [u[1] * v[2] - u[2] * v[1] + 0, u[2] * v[0] - u[0] * v[2] + 0, u[0] * v[1] - u[1] * v[0] + 0]
}
