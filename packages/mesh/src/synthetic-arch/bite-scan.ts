import { cross, dot } from '../arch-axes/vectors.ts'
import type { Surface, Vector3 } from '../surface.ts'
import { gauss, randomSource } from './random.ts'

/** From where a closed mouth is looked at. */
export const SIDES = ['right', 'left', 'front'] as const
export type Side = (typeof SIDES)[number]

/** Places of the picture that a scanner takes lie so far from each other, mm, and up to this share of it beside the grid. */
const CELL = 0.35
const BESIDE = 0.4
/** What lies so much farther behind its neighbor than the neighbor is away was not seen. */
const STEEPEST = 3
/** What is seen is unrolled at this radius, mm. */
const RADIUS = 35

/** Noise: its deviation, mm. Length along the arch, a border that is ragged included: mm. */
export type BiteScanOptions = { side: Side; seed: number; noise?: number; length?: number; cell?: number }

/**
 * What a scanner sees of a closed pair from a cheek or from the front: the outermost surface around a line inside the arch,
 * at places of its own, with noise, a ragged border of gum and a speck of cheek. In the coordinates of the pair.
 */
export function syntheticBiteScan(
  { upper, lower }: Record<'upper' | 'lower', Surface>,
  { side, seed, noise, length, cell = CELL }: BiteScanOptions,
): Surface {
  const chance = randomSource(seed * 131 + SIDES.indexOf(side))
  const usual = 0.03 + 0.02 * chance()
  const deviation = noise ?? usual
  const extent = (side === 'front' ? 30 : 36) + 11 * chance()
  const half = (length ?? extent) / 2
  const tall = 6 + 2.5 * chance()
  // The line lies behind what is looked at: of a side beyond the midline.
  const aside = side === 'front' ? 6 * (chance() - 0.5) : (side === 'right' ? -1 : 1) * (14 + 10 * chance())
  const line = [aside, (side === 'front' ? -8 : -10) + 8 * chance()] as const
  const looks = { right: 0, left: Math.PI, front: Math.PI / 2 }[side] + 0.2 * (chance() - 0.5)
  const far = side === 'front' ? 25 : 44
  const columns = Math.ceil((half / far) * RADIUS * 2 * (1 / cell))
  const rows = Math.ceil((tall * 2) / cell)
  const beside = Float32Array.from({ length: columns * rows * 2 }, () => (chance() - 0.5) * 2 * BESIDE)
  const depths = new Float32Array(columns * rows).fill(-Infinity)
  /** Column, row and depth of a place beside the line. */
  const unrolled = (x: number, y: number, z: number): Vector3 => {
    const turn = Math.atan2(y, x) - looks
    const around = turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn
    return [(around * RADIUS) / cell + columns / 2, (z + tall) / cell, Math.hypot(x, y)]
  }
  for (const { positions, indices } of [upper, lower])
    for (let at = 0; at < indices.length; at += 3) {
      const corners = [0, 1, 2].map((corner): Vector3 => {
        const vertex = indices[at + corner]! * 3
        return [positions[vertex]! - line[0], positions[vertex + 1]! - line[1], positions[vertex + 2]!]
      }) as Facet
      const [a, b] = [1, 2].map((corner) => corners[corner]!.map((value, axis) => value - corners[0][axis]!) as Vector3)
      const across = cross(a!, b!)
      // Where a look from the line meets the plane of the facet: unrolled, it is round.
      const depthAt = (column: number, row: number) => {
        const turn = ((column - columns / 2) * cell) / RADIUS + looks
        const height = row * cell - tall
        return (
          (dot(across, corners[0]) - across[2] * height) / (across[0] * Math.cos(turn) + across[1] * Math.sin(turn))
        )
      }
      seen(corners.map((place) => unrolled(...place)) as Facet, depthAt, { columns, rows, beside, depths })
    }
  // Waves along the border: a scanner ends where the hand led it.
  const waves = [0, 1, 2, 3].map(() => [0.1 + 0.3 * chance(), chance() * 7] as const)
  const ragged = (at: number, wave: number) => 1.2 * Math.sin(at * waves[wave]![0] + waves[wave]![1])
  const points: number[] = []
  const numbers = new Int32Array(columns * rows).fill(-1)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      const [u, v] = [column * cell, row * cell]
      const isInside =
        u > 1.3 + ragged(row, 0) &&
        u < columns * cell - 1.3 - ragged(row, 1) &&
        v > 1.3 + ragged(column, 2) &&
        v < rows * cell - 1.3 - ragged(column, 3)
      if (depths[at] === -Infinity || !isInside) continue
      const turn = ((column + beside[at * 2]! - columns / 2) * cell) / RADIUS + looks
      const place = [
        line[0] + depths[at]! * Math.cos(turn),
        line[1] + depths[at]! * Math.sin(turn),
        (row + beside[at * 2 + 1]!) * cell - tall,
      ]
      numbers[at] = points.length / 3
      points.push(...place.map((value) => value + deviation * gauss(chance)))
    }
  const facets: number[] = []
  const facet = (...corners: [number, number, number]) => {
    const there = corners.map((corner) => depths[corner]!)
    if (corners.some((corner) => numbers[corner]! < 0)) return
    if (Math.max(...there) - Math.min(...there) < STEEPEST * cell) facets.push(...corners.map((at) => numbers[at]!))
  }
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column
      facet(at, at + 1, at + columns + 1)
      facet(at, at + columns + 1, at + columns)
    }
  const cheek = cheekBeside(points, line, chance)
  const first = points.length / 3
  return {
    positions: Float32Array.of(...points, ...cheek.points),
    indices: Uint32Array.of(...facets, ...cheek.facets.map((vertex) => first + vertex)),
  }
}

type Facet = [Vector3, Vector3, Vector3]
type Picture = { columns: number; rows: number; beside: Float32Array; depths: Float32Array }

/** Marks what a facet, unrolled, shows at places that lie in it. */
function seen([a, b, c]: Facet, depthAt: (column: number, row: number) => number, picture: Picture): void {
  const { columns, rows, beside, depths } = picture
  const [least, most] = [0, 1].map((axis) => [
    Math.min(a[axis]!, b[axis]!, c[axis]!),
    Math.max(a[axis]!, b[axis]!, c[axis]!),
  ]) as [number[], number[]]
  // Behind the line a facet is torn from one end to the other.
  if (least[1]! - least[0]! > columns / 2) return
  const double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  // What is seen edge on shows nothing.
  if (Math.abs(double) < 1e-3) return
  for (let row = Math.max(0, Math.floor(most[0]!)); row <= Math.min(rows - 1, Math.ceil(most[1]!)); row++)
    for (
      let column = Math.max(0, Math.floor(least[0]!));
      column <= Math.min(columns - 1, Math.ceil(least[1]!));
      column++
    ) {
      const at = row * columns + column
      const [x, y] = [column + beside[at * 2]!, row + beside[at * 2 + 1]!]
      const [u, v] = [x - a[0], y - a[1]]
      const ofB = (u * (c[1] - a[1]) - v * (c[0] - a[0])) / double
      const ofC = ((b[0] - a[0]) * v - (b[1] - a[1]) * u) / double
      if (ofB < 0 || ofC < 0 || ofB + ofC > 1) continue
      depths[at] = Math.max(depths[at]!, depthAt(x, y))
    }
}

/** A speck of cheek, some five millimeters wide, before the scan. */
function cheekBeside(places: readonly number[], line: readonly [number, number], chance: () => number) {
  const near = Math.floor((chance() * places.length) / 3) * 3
  const [x, y, z] = [places[near]!, places[near + 1]!, places[near + 2]!]
  const length = Math.hypot(x - line[0], y - line[1])
  const [outX, outY] = [(x - line[0]) / length, (y - line[1]) / length]
  const points: number[] = []
  const facets: number[] = []
  const side = 10
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [u, v] = [(column - side / 2) * 0.55, (row - side / 2) * 0.55]
      const out = 2.5 + 0.06 * (u * u + v * v) + 0.05 * gauss(chance)
      points.push(x + outX * out - outY * u, y + outY * out + outX * u, z + v)
      const at = row * side + column
      if (row + 1 < side && column + 1 < side) facets.push(at, at + 1, at + side + 1, at, at + side + 1, at + side)
    }
  return { points, facets }
}
