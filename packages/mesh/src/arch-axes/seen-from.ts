import type { Rotation } from '../orientation.ts'
import type { Vector3 } from '../surface.ts'
import type { Samples } from './samples.ts'
import { angleBetween, anyAcross, cross, unit } from './vectors.ts'

/** Side of a cell, mm. */
export const CELL = 1
const SECTORS = 24
const FITS = 3
/** Degrees by which leveling may turn a direction. */
const FARTHEST_TILT = 32
/** A cell this near to the rim shows how far the scan went, not the shape of the jaw; mm. */
const NEAR_RIM = 2

/**
 * A jaw as seen from a direction, which is +Z here, leveled so that what stands out farthest all around lies in a plane:
 * under the right direction that is the plane of the chewing surfaces. Heights are from that plane, mm; empty cells
 * hold -Infinity.
 */
export type View = {
  /** Rows: across, along, towards who looks. */
  frame: Rotation
  columns: number
  rows: number
  /** Of the first cell's corner, mm. */
  left: number
  front: number
  tops: Float32Array
  /** Cells next to the rim of the scan. */
  atRim: Uint8Array
  filled: number
  /** Lowest point, mm; heights of the rim, weighted by length, as the mean. */
  lowest: number
  rimHeight: number
}

/** `level: false` keeps the direction: that of a base, which was cut along the chewing surfaces. */
export function seenFrom(samples: Samples, direction: Vector3, level: boolean): View {
  let up = direction
  for (let fit = 0; level && fit < FITS; fit++) {
    const next = leveled(samples, up)
    // What turns away from the direction that was asked for is another one.
    if (angleBetween(next, direction) > FARTHEST_TILT) break
    up = next
  }
  return viewOf(samples, up)
}

const rowsFor = (up: Vector3): Rotation => {
  const first = anyAcross(up)
  return [first, cross(up, first), up]
}

/** The direction of the plane through what stands out farthest in each sector around the middle. */
function leveled({ points }: Samples, up: Vector3): Vector3 {
  const [u, v] = rowsFor(up)
  const [ux, uy, uz] = u
  const [vx, vy, vz] = v
  const [wx, wy, wz] = up
  // A third of the samples is enough to see what stands out.
  const flat = new Float32Array(Math.ceil(points.length / 9) * 3)
  let mu = 0
  let mv = 0
  for (let at = 0, to = 0; at < points.length; at += 9, to += 3) {
    const x = points[at]!
    const y = points[at + 1]!
    const z = points[at + 2]!
    mu += flat[to] = x * ux + y * uy + z * uz
    mv += flat[to + 1] = x * vx + y * vy + z * vz
    flat[to + 2] = x * wx + y * wy + z * wz
  }
  mu /= flat.length / 3
  mv /= flat.length / 3
  const best = new Int32Array(SECTORS).fill(-1)
  for (let at = 0; at < flat.length; at += 3) {
    const angle = Math.atan2(flat[at + 1]! - mv, flat[at]! - mu)
    const sector = Math.min(SECTORS - 1, Math.floor(((angle + Math.PI) / (2 * Math.PI)) * SECTORS))
    if (best[sector] === -1 || flat[at + 2]! > flat[best[sector]! + 2]!) best[sector] = at
  }
  // Least squares of height on place; sectors far below the others are the open back of the arch.
  const heights = [...best].filter((at) => at >= 0).map((at) => flat[at + 2]!)
  const typical = heights.toSorted((a, b) => a - b)[Math.floor(heights.length * 0.7)]!
  let [n, sx, sy, sz, xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const at of best) {
    if (at < 0 || flat[at + 2]! < typical - 5) continue
    const [x, y, z] = [flat[at]! - mu, flat[at + 1]! - mv, flat[at + 2]!]
    n++
    sx += x
    sy += y
    sz += z
    xx += x * x
    xy += x * y
    yy += y * y
    xz += x * z
    yz += y * z
  }
  const [cxx, cxy, cyy, cxz, cyz] = [
    xx - (sx * sx) / n,
    xy - (sx * sy) / n,
    yy - (sy * sy) / n,
    xz - (sx * sz) / n,
    yz - (sy * sz) / n,
  ]
  const determinant = cxx * cyy - cxy * cxy
  if (n < 4 || determinant < 1e-6 * cxx * cyy) return up
  // No more than fifteen degrees at a time.
  const limit = (slope: number) => Math.max(-0.27, Math.min(0.27, slope))
  const alongU = limit((cxz * cyy - cyz * cxy) / determinant)
  const alongV = limit((cyz * cxx - cxz * cxy) / determinant)
  return unit([0, 1, 2].map((axis) => up[axis]! - alongU * u[axis]! - alongV * v[axis]!) as Vector3)
}

/**
 * Points in the axes of a frame. Plain numbers here and in every loop over samples: a check looks at each surface once,
 * and what is captured, or packed into arrays on the way, cost it more than the geometry.
 */
function turned(all: Float32Array, [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]]: Rotation): Float32Array {
  const placed = new Float32Array(all.length)
  for (let at = 0; at < all.length; at += 3) {
    const x = all[at]!
    const y = all[at + 1]!
    const z = all[at + 2]!
    placed[at] = x * ux + y * uy + z * uz
    placed[at + 1] = x * vx + y * vy + z * vz
    placed[at + 2] = x * wx + y * wy + z * wz
  }
  return placed
}

function viewOf({ points, rim, rimLengths }: Samples, up: Vector3): View {
  const frame = rowsFor(up)
  const placed = turned(points, frame)
  let left = Infinity
  let right = -Infinity
  let front = Infinity
  let back = -Infinity
  let lowest = Infinity
  for (let at = 0; at < placed.length; at += 3) {
    left = Math.min(left, placed[at]!)
    right = Math.max(right, placed[at]!)
    front = Math.min(front, placed[at + 1]!)
    back = Math.max(back, placed[at + 1]!)
    lowest = Math.min(lowest, placed[at + 2]!)
  }
  const columns = Math.floor((right - left) / CELL) + 1
  const rows = Math.floor((back - front) / CELL) + 1
  const tops = new Float32Array(columns * rows).fill(-Infinity)
  for (let at = 0; at < placed.length; at += 3) {
    const cell = Math.floor((placed[at + 1]! - front) / CELL) * columns + Math.floor((placed[at]! - left) / CELL)
    const height = placed[at + 2]!
    if (height > tops[cell]!) tops[cell] = height
  }
  const atRim = new Uint8Array(tops.length)
  const edges = turned(rim, frame)
  let rimHeight = 0
  let length = 0
  for (let edge = 0; edge < rimLengths.length; edge++) {
    const x = edges[edge * 3]!
    const y = edges[edge * 3 + 1]!
    const z = edges[edge * 3 + 2]!
    rimHeight += z * rimLengths[edge]!
    length += rimLengths[edge]!
    for (let dx = -NEAR_RIM; dx <= NEAR_RIM; dx++)
      for (let dy = -NEAR_RIM; dy <= NEAR_RIM; dy++) {
        const column = Math.floor((x - left) / CELL) + dx
        const row = Math.floor((y - front) / CELL) + dy
        if (column < 0 || column >= columns || row < 0 || row >= rows) continue
        const cell = row * columns + column
        // Only where the rim is what is seen.
        if (tops[cell]! - z < 2) atRim[cell] = 1
      }
  }
  let filled = 0
  // From the plane of what stands out: the highest, but for a stray point.
  const seen = tops.filter((top) => top > -Infinity).sort()
  const plane = seen[Math.floor(seen.length * 0.995)] ?? 0
  for (let cell = 0; cell < tops.length; cell++) {
    if (tops[cell] === -Infinity) continue
    filled++
    tops[cell]! -= plane
  }
  return {
    frame,
    columns,
    rows,
    left,
    front,
    tops,
    atRim,
    filled,
    lowest: lowest - plane,
    rimHeight: length > 0 ? rimHeight / length - plane : 0,
  }
}
