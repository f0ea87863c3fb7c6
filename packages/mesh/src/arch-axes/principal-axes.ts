import type { Surface, Vector3 } from '../surface.ts'
import type { Rotation } from '../orientation.ts'

const SWEEPS = 12

/**
 * The axes along which a surface reaches farthest, second and least, by the spread of its area about its middle: rows of a
 * rotation, never a mirroring. They turn with the surface, however it lies in its file.
 */
export function principalAxes(surface: Surface): Rotation {
  const spread = spreadOf(surface)
  // Jacobi's method (C. Jacobi, 1846): rotates two axes at a time until no pair is correlated.
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as [Vector3, Vector3, Vector3]
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      turnPair(spread, axes, p, q)
  const order = [0, 1, 2].sort((a, b) => spread[b]![b]! - spread[a]![a]!)
  const [far, middle] = [axes[order[0]!]!, axes[order[1]!]!]
  const least: Vector3 = [
    far[1] * middle[2] - far[2] * middle[1],
    far[2] * middle[0] - far[0] * middle[2],
    far[0] * middle[1] - far[1] * middle[0],
  ]
  return [far, middle, least]
}

/**
 * How the area is spread about its middle: second moments, exact for each facet (the integral over a triangle is a twelfth
 * of its area times the products of its corners and of nine times its middle).
 */
function spreadOf({ positions, indices }: Surface): number[][] {
  // About a point of the surface: far from the origin the squares would lose all digits.
  const [ox, oy, oz] = [positions[0]!, positions[1]!, positions[2]!]
  let [weight, mx, my, mz, xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ax = positions[a]! - ox
    const ay = positions[a + 1]! - oy
    const az = positions[a + 2]! - oz
    const bx = positions[b]! - ox
    const by = positions[b + 1]! - oy
    const bz = positions[b + 2]! - oz
    const cx = positions[c]! - ox
    const cy = positions[c + 1]! - oy
    const cz = positions[c + 2]! - oz
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
    const sx = ax + bx + cx
    const sy = ay + by + cy
    const sz = az + bz + cz
    const part = area / 12
    weight += area
    mx += (area * sx) / 3
    my += (area * sy) / 3
    mz += (area * sz) / 3
    xx += part * (ax * ax + bx * bx + cx * cx + sx * sx)
    yy += part * (ay * ay + by * by + cy * cy + sy * sy)
    zz += part * (az * az + bz * bz + cz * cz + sz * sz)
    xy += part * (ax * ay + bx * by + cx * cy + sx * sy)
    xz += part * (ax * az + bx * bz + cx * cz + sx * sz)
    yz += part * (ay * az + by * bz + cy * cz + sy * sz)
  }
  const w = weight || 1
  const [x, y, z] = [mx / w, my / w, mz / w]
  return [
    [xx / w - x * x, xy / w - x * y, xz / w - x * z],
    [xy / w - x * y, yy / w - y * y, yz / w - y * z],
    [xz / w - x * z, yz / w - y * z, zz / w - z * z],
  ]
}

/** Rotates two axes so that their spreads are no longer correlated. */
function turnPair(spread: number[][], axes: [Vector3, Vector3, Vector3], p: number, q: number): void {
  const together = spread[p]![q]!
  if (together === 0) return
  const theta = (spread[q]![q]! - spread[p]![p]!) / (2 * together)
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1))
  const cos = 1 / Math.hypot(t, 1)
  const sin = t * cos
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [spread[k]![p]!, spread[k]![q]!]
    spread[k]![p] = cos * kp - sin * kq
    spread[k]![q] = sin * kp + cos * kq
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [spread[p]![k]!, spread[q]![k]!]
    spread[p]![k] = cos * pk - sin * qk
    spread[q]![k] = sin * pk + cos * qk
    const [ap, aq] = [axes[p]![k]!, axes[q]![k]!]
    axes[p]![k] = cos * ap - sin * aq
    axes[q]![k] = sin * ap + cos * aq
  }
}
