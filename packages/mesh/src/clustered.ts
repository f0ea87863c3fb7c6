import { areaAndVolume, boundingBox } from './measure.ts'
import { facetCount, type Surface, vertexCount } from './surface.ts'
import { hash3 } from './weld.ts'

/** A surface of fewer facets, and how far a point can have moved at most. */
export type Clustered = { surface: Surface; moved: number }

/**
 * Joins points that lie in the same cell of a grid into their mean, and drops facets that this folds: J. Rossignac and
 * P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993. It needs little memory beside the
 * surface, which is why it comes before what simplifies better. Cells grow until no more than `most` facets are left.
 */
export function clustered(surface: Surface, most: number): Clustered {
  const { positions, indices } = surface
  const box = boundingBox(positions)
  // A flat surface has about three facets a cell that it passes: two of a square, and what leans across its borders.
  let cell = Math.sqrt((3 * areaAndVolume(surface, box).area) / most) || Math.max(...box.size) / Math.sqrt(most) || 1
  for (;;) {
    const { cells, numbers } = cellsOf(positions, box.min, cell)
    const left = withoutFolded(indices, numbers, most)
    if (left) return { surface: meansOf(surface, numbers, cells, left), moved: cell * Math.sqrt(3) }
    cell *= 1.2
  }
}

/** The number of each point's cell, in the order in which they are first met. */
function cellsOf(positions: Float32Array, origin: readonly number[], cell: number) {
  const points = positions.length / 3
  const numbers = new Uint32Array(points)
  // Open addressing: the first point of a cell + 1, 0 for a free slot; at most half full.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(points * 2 + 2)))
  const mask = slots.length - 1
  const place = (point: number, axis: number) => Math.floor((positions[point * 3 + axis]! - origin[axis]!) / cell)
  let cells = 0
  for (let point = 0; point < points; point++) {
    const [x, y, z] = [place(point, 0), place(point, 1), place(point, 2)]
    for (let slot = hash3(x, y, z) & mask; ; slot = (slot + 1) & mask) {
      const first = slots[slot]! - 1
      if (first < 0) {
        slots[slot] = point + 1
        numbers[point] = cells++
        break
      }
      if (place(first, 0) !== x || place(first, 1) !== y || place(first, 2) !== z) continue
      numbers[point] = numbers[first]!
      break
    }
  }
  return { cells, numbers }
}

/** The corners of facets that keep three of them, by the numbers of their cells; null when there are more than `most`. */
function withoutFolded(indices: Uint32Array, numbers: Uint32Array, most: number): Uint32Array | null {
  const left = new Uint32Array(most * 3)
  let used = 0
  for (let at = 0; at < indices.length; at += 3) {
    const a = numbers[indices[at]!]!
    const b = numbers[indices[at + 1]!]!
    const c = numbers[indices[at + 2]!]!
    if (a === b || b === c || c === a) continue
    if (used === left.length) return null
    left[used++] = a
    left[used++] = b
    left[used++] = c
  }
  return left.slice(0, used)
}

function meansOf({ positions, colors }: Surface, numbers: Uint32Array, cells: number, indices: Uint32Array): Surface {
  const counts = new Uint32Array(cells)
  for (const number of numbers) counts[number]!++
  const mean = (values: Float32Array | Uint8Array): Float64Array => {
    const sums = new Float64Array(cells * 3)
    for (let at = 0; at < values.length; at++) sums[numbers[Math.floor(at / 3)]! * 3 + (at % 3)]! += values[at]!
    for (let at = 0; at < sums.length; at++) sums[at]! /= counts[Math.floor(at / 3)]!
    return sums
  }
  return {
    positions: Float32Array.from(mean(positions)),
    indices,
    ...(colors && { colors: Uint8Array.from(mean(colors), Math.round) }),
  }
}

/** The surface, with fewer facets where it has more than `most`. */
export const atMost = (surface: Surface, most: number): Clustered =>
  facetCount(surface) > most && vertexCount(surface) > 0 ? clustered(surface, most) : { surface, moved: 0 }
