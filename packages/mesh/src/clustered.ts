import { areaAndVolume, boundingBox } from './measure.ts'
import { release } from './released.ts'
import { facetCount, type Surface, type Vector3, vertexCount } from './surface.ts'
import { hash3 } from './hash3.ts'

const FIRST_SLOTS = 4096

/** A surface of fewer facets, and how far a point can have moved at most. */
export type Clustered = { surface: Surface; moved: number }

/** Cells of `times` steps along each axis. Of grids that start at one place, those of more steps join cells of the others whole. */
export type Grid = { origin: Readonly<Vector3>; step: number; times: number }

/** The number of a point's cell along an axis. */
export const gridPlace = (
  { origin, step, times }: Grid,
  positions: Float32Array,
  point: number,
  axis: number,
): number => Math.floor(Math.floor((positions[point * 3 + axis]! - origin[axis]!) / step) / times)

/**
 * Joins points that lie in the same cell of a grid into their mean, and drops facets that this folds: J. Rossignac and
 * P. Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993. It needs little memory beside the
 * surface, which is why it comes before what simplifies better. Cells grow until no more than `most` facets are left.
 * `thinned`: the grid of a surface that lacks facets which it folded (thinning.ts); its cells are joined whole.
 */
export function clustered(surface: Surface, most: number, thinned?: Grid): Clustered {
  const { positions, indices } = surface
  let grid = thinned ?? firstGrid(surface, most)
  const numbers = new Uint32Array(positions.length / 3)
  for (let round = 2; ; round++) {
    const cells = numberCells(positions, grid, numbers)
    const left = withoutFolded(indices, numbers, most)
    if (left) {
      const joined = meansOf(surface, numbers, cells, left)
      release(numbers)
      return { surface: joined, moved: grid.step * grid.times * Math.sqrt(3) }
    }
    grid = thinned ? { ...thinned, times: thinned.times * round } : { ...grid, step: grid.step * 1.2 }
  }
}

function firstGrid(surface: Surface, most: number): Grid {
  const box = boundingBox(surface.positions)
  // A flat surface has about three facets a cell that it passes: two of a square, and what leans across its borders.
  const step = Math.sqrt((3 * areaAndVolume(surface, box).area) / most) || Math.max(...box.size) / Math.sqrt(most) || 1
  return { origin: box.min, step, times: 1 }
}

/** Notes the number of each point's cell, in the order in which they are first met, and returns how many there are. */
function numberCells(positions: Float32Array, grid: Grid, numbers: Uint32Array): number {
  const points = numbers.length
  // Open addressing: the first point of a cell + 1, 0 for a free slot; at most half full.
  let slots = new Int32Array(FIRST_SLOTS)
  const place = (point: number, axis: number) => gridPlace(grid, positions, point, axis)
  let cells = 0
  for (let point = 0; point < points; point++) {
    const [x, y, z] = [place(point, 0), place(point, 1), place(point, 2)]
    const mask = slots.length - 1
    for (let slot = hash3(x, y, z) & mask; ; slot = (slot + 1) & mask) {
      const first = slots[slot]! - 1
      if (first < 0) {
        slots[slot] = point + 1
        numbers[point] = cells++
        if (cells * 2 > slots.length)
          slots = ofTwiceTheSize(slots, (each) => hash3(place(each, 0), place(each, 1), place(each, 2)))
        break
      }
      if (place(first, 0) !== x || place(first, 1) !== y || place(first, 2) !== z) continue
      numbers[point] = numbers[first]!
      break
    }
  }
  release(slots)
  return cells
}

function ofTwiceTheSize(slots: Int32Array<ArrayBuffer>, hash: (point: number) => number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(slots.length * 2)
  const mask = larger.length - 1
  for (const entry of slots) {
    if (entry === 0) continue
    let slot = hash(entry - 1) & mask
    while (larger[slot] !== 0) slot = (slot + 1) & mask
    larger[slot] = entry
  }
  release(slots)
  return larger
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

/** The surface, with fewer facets where it has more than `most`, or where it was thinned. */
export const atMost = (surface: Surface, most: number, thinned?: Grid): Clustered =>
  thinned || (facetCount(surface) > most && vertexCount(surface) > 0)
    ? clustered(surface, most, thinned)
    : { surface, moved: 0 }
