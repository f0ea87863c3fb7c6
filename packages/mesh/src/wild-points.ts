import type { Finding } from './parse/finding.ts'
import { count, counted } from './parse/finding.ts'
import { type Surface, vertexCount } from './surface.ts'

/** Points are looked at up to this many, evenly spread, to learn where the scan lies. */
const MOST_SAMPLES = 30_000
/** Fewer points say nothing about where the others should lie. */
const LEAST_SAMPLES = 50
/** The share of the samples at either end of an axis that does not decide where the scan lies. */
const TAIL = 0.02
/** Points farther from the middle than this many half diagonals of the scan are wild: no scanner reaches so far. */
const REACH = 5

/** A surface without the points that lie far outside of it, and what was left out. */
export type Tamed = { surface: Surface; points: number; facets: number; farthest: number }

/**
 * Leaves out points that lie far outside of the scan, with their facets: a single one at a kilometer would make the scan
 * a dot in the picture, and its points, of 16 bits each, steps of centimeters. They are told from the scan by where all
 * but the outer fiftieth of the points lie along each axis, so that a fiftieth of them at most can be found.
 * @param inPlace writes what is left over the surface, when a copy would not fit beside it
 * @returns null when there are none; `farthest` is the distance of the farthest one from the middle, in the file's unit
 */
export function withoutWildPoints(surface: Surface, inPlace = false): Tamed | null {
  const { positions, indices, colors } = surface
  const box = middleBox(positions)
  if (!box) return null
  const [x, y, z] = box.middle
  const reach = (REACH * box.halfDiagonal) ** 2
  const distance = (vertex: number) =>
    (positions[vertex * 3]! - x) ** 2 + (positions[vertex * 3 + 1]! - y) ** 2 + (positions[vertex * 3 + 2]! - z) ** 2
  const vertices = vertexCount(surface)
  let points = 0
  let farthest = 0
  for (let vertex = 0; vertex < vertices; vertex++) {
    const squared = distance(vertex)
    if (squared <= reach) continue
    points++
    if (squared > farthest) farthest = squared
  }
  if (points === 0) return null
  // By the old number of each vertex: its new one.
  const numbers = new Int32Array(vertices)
  for (let vertex = 0, kept = 0; vertex < vertices; vertex++) numbers[vertex] = distance(vertex) > reach ? -1 : kept++
  const facets = countWild(indices, numbers)
  // If every facet uses such points, they are the scan.
  if (facets * 3 === indices.length) return null
  const left = inPlace ? indices : new Uint32Array(indices.length - facets * 3)
  for (let at = 0, used = 0; at < indices.length; at += 3) {
    const [a, b, c] = [numbers[indices[at]!]!, numbers[indices[at + 1]!]!, numbers[indices[at + 2]!]!]
    if (a < 0 || b < 0 || c < 0) continue
    left[used++] = a
    left[used++] = b
    left[used++] = c
  }
  const length = (vertices - points) * 3
  const rows = <T extends Float32Array | Uint8Array>(from: T, to: T): T => {
    for (let vertex = 0; vertex < vertices; vertex++)
      for (let at = 0; at < 3 && numbers[vertex]! >= 0; at++) to[numbers[vertex]! * 3 + at] = from[vertex * 3 + at]!
    return to.subarray(0, length) as T
  }
  return {
    surface: {
      positions: rows(positions, inPlace ? positions : new Float32Array(length)),
      indices: left.subarray(0, indices.length - facets * 3),
      ...(colors && { colors: rows(colors, inPlace ? colors : new Uint8Array(length)) }),
    },
    points,
    facets,
    farthest: Math.sqrt(farthest),
  }
}

/** Facets with a corner that has no new number. */
function countWild(indices: Uint32Array, numbers: Int32Array): number {
  let facets = 0
  for (let at = 0; at < indices.length; at += 3)
    if (numbers[indices[at]!]! < 0 || numbers[indices[at + 1]!]! < 0 || numbers[indices[at + 2]!]! < 0) facets++
  return facets
}

/** Where most of the points lie; null when there are too few of them, or all in one place. */
export function middleBox(positions: Float32Array) {
  const vertices = positions.length / 3
  const step = Math.ceil(vertices / MOST_SAMPLES)
  const samples = Math.ceil(vertices / (step || 1))
  if (samples < LEAST_SAMPLES) return null
  const tail = Math.floor(samples * TAIL)
  const sides = [0, 1, 2].map((axis) => {
    const values = Float32Array.from({ length: samples }, (_, at) => positions[at * step * 3 + axis]!).sort()
    return [values[tail]!, values[samples - 1 - tail]!] as const
  })
  const halfDiagonal = Math.hypot(...sides.map(([low, high]) => high - low)) / 2
  if (!(halfDiagonal > 0)) return null
  return { middle: sides.map(([low, high]) => (low + high) / 2) as [number, number, number], halfDiagonal }
}

/** What is said of the points that were left out. */
export function wildRemark({ points, facets, farthest }: Tamed): Finding {
  const lie = points === 1 ? '1 point lies' : `${count(points)} points lie`
  return {
    code: 'wild_points',
    severity: 'warn',
    message: `${lie} ${inWords(farthest)} away from the scan: ${counted(facets, 'triangle')} there ${facets === 1 ? 'is' : 'are'} left out of the picture.`,
  }
}

/** A length of the file, read as millimeters: "380 mm", "2.5 m", "1,000 km". */
function inWords(length: number): string {
  if (length >= 1e12) return 'more than a million km'
  if (length >= 1e6) return `${count(Math.round(length / 1e6))} km`
  return length >= 1000 ? `${Number((length / 1000).toPrecision(3))} m` : `${Math.round(length)} mm`
}
