import type { Surface } from '../surface.ts'

/** Side of a cell, mm. */
export const CELL = 1
/** No scan is wider; anything larger is not a scan. */
const MOST_CELLS = 400
/** A facet of a coarse scan is sampled in pieces of half a cell, so that it skips none. */
const PIECES = 2
/** And in so many along each side at most. */
const MOST_PIECES = 64
/** Facets that face farther away than this are not visible from the teeth: undersides. */
const SIDEWAYS = -0.2

/**
 * What is visible of a surface from its teeth, which point along +Z, in cells of a millimeter: the highest place over
 * each cell (-Infinity where there is nothing), and how far its facets look up: 1 flat, 0 a wall.
 */
export type ArchMap = { columns: number; rows: number; heights: Float32Array; lean: Float32Array }

/** Maps a surface in millimeters; null when it is too large to be a scan. */
export function archMap({ positions, indices }: Surface): ArchMap | null {
  let [left, front, right, back] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    left = Math.min(left, positions[at]!)
    right = Math.max(right, positions[at]!)
    front = Math.min(front, positions[at + 1]!)
    back = Math.max(back, positions[at + 1]!)
  }
  const columns = Math.floor((right - left) / CELL) + 1
  const rows = Math.floor((back - front) / CELL) + 1
  if (!(columns <= MOST_CELLS && rows <= MOST_CELLS)) return null
  const heights = new Float32Array(columns * rows).fill(-Infinity)
  const lean = new Float32Array(columns * rows)
  const areas = new Float32Array(columns * rows)
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    const ax = positions[a]!
    const ay = positions[a + 1]!
    const az = positions[a + 2]!
    const ux = positions[b]! - ax
    const uy = positions[b + 1]! - ay
    const uz = positions[b + 2]! - az
    const vx = positions[c]! - ax
    const vy = positions[c + 1]! - ay
    const vz = positions[c + 2]! - az
    const nz = ux * vy - uy * vx
    const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, nz)
    if (area === 0) continue
    const longest = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(vx), Math.abs(vy))
    const pieces = Math.min(MOST_PIECES, Math.ceil((longest * PIECES) / CELL) || 1)
    const seen = nz > SIDEWAYS * area
    // Places spread evenly over the facet: row i has the pieces that are left towards the third corner.
    for (let i = 0; i < pieces; i++)
      for (let j = 0; j < pieces - i; j++) {
        const [s, t] = [(i + 1 / 3) / pieces, (j + 1 / 3) / pieces]
        const column = Math.floor((ax + s * ux + t * vx - left) / CELL)
        const row = Math.floor((ay + s * uy + t * vy - front) / CELL)
        const cell = row * columns + column
        const height = az + s * uz + t * vz
        if (height > heights[cell]!) heights[cell] = height
        if (!seen) continue
        areas[cell]! += area / pieces ** 2
        lean[cell]! += nz / pieces ** 2
      }
  }
  for (let cell = 0; cell < lean.length; cell++) lean[cell]! /= areas[cell]! || 1
  return { columns, rows, heights, lean }
}
