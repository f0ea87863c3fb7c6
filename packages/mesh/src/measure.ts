import type { BoundingBox, Surface, Vector3 } from './surface.ts'

/** The box around all points of a surface, in its units. A surface without points gives a box of zeros. */
export function boundingBox(positions: Float32Array): BoundingBox {
  const min: Vector3 = [Infinity, Infinity, Infinity]
  const max: Vector3 = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]!
    const y = positions[at + 1]!
    const z = positions[at + 2]!
    if (x < min[0]) min[0] = x
    if (x > max[0]) max[0] = x
    if (y < min[1]) min[1] = y
    if (y > max[1]) max[1] = y
    if (z < min[2]) min[2] = z
    if (z > max[2]) max[2] = z
  }
  if (positions.length === 0) return { min: [0, 0, 0], max: [0, 0, 0], size: [0, 0, 0] }
  return { min, max, size: [max[0] - min[0], max[1] - min[1], max[2] - min[2]] }
}

/** Area and signed volume in the squared and cubed unit of the surface; how many facets have an area of exactly 0. */
export type AreaAndVolume = { area: number; signedVolume: number; flat: number }

/**
 * Sums facet areas and the volumes of the tetrahedra between each facet and the middle of the box (divergence theorem;
 * the middle keeps the sums small, so that scans far from the origin lose no digits). The volume means something only
 * for a closed surface whose facets face one way; facing inwards gives a negative one. `doubledArea`: twice the area of
 * facets that came before these.
 */
export function areaAndVolume(surface: Surface, box: BoundingBox, doubledArea = 0): AreaAndVolume {
  const { positions, indices } = surface
  const [mx, my, mz] = box.min.map((low, axis) => (low + box.max[axis]!) / 2) as Vector3
  let sixfoldVolume = 0
  let flat = 0
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ax = positions[a]! - mx
    const ay = positions[a + 1]! - my
    const az = positions[a + 2]! - mz
    // Edges without the middle: beside one stray point far away they would lose all their digits.
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    // Not by the area itself, which underflow would make 0.
    if (nx === 0 && ny === 0 && nz === 0) flat++
    doubledArea += Math.sqrt(nx * nx + ny * ny + nz * nz)
    sixfoldVolume += ax * nx + ay * ny + az * nz
  }
  return { area: doubledArea / 2, signedVolume: sixfoldVolume / 6, flat }
}

export type LengthUnit = 'mm' | 'inch' | 'm'

/** Millimeters of each unit. */
export const MILLIMETERS: Readonly<Record<LengthUnit, number>> = { mm: 1, inch: 25.4, m: 1000 }

/** The likely unit of a dental scan by its longest side (`scans/unit`): 5–300 mm, 0.5–5 inch, 0.01–0.5 m, else null. */
export function guessUnit(longestSide: number): LengthUnit | null {
  if (longestSide >= 5 && longestSide <= 300) return 'mm'
  if (longestSide >= 0.5 && longestSide < 5) return 'inch'
  if (longestSide >= 0.01 && longestSide < 0.5) return 'm'
  return null
}

/**
 * One normal of unit length per vertex: the sum of its facets' normals weighted by area, which is what makes scans of
 * uneven triangles look smooth. Vertices without a facet get (0, 0, 1).
 */
export function vertexNormals(surface: Surface): Float32Array {
  const { positions, indices } = surface
  const normals = new Float32Array(positions.length)
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    for (const vertex of [a, b, c]) {
      normals[vertex]! += nx
      normals[vertex + 1]! += ny
      normals[vertex + 2]! += nz
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!)
    if (length === 0) normals[at + 2] = 1
    else for (let axis = 0; axis < 3; axis++) normals[at + axis]! /= length
  }
  return normals
}
