import type { Surface } from '../surface.ts'

/** Columns a millimeter, and along each side of the square that they fill. */
export const COLUMNS = 3
export const SIDE = 300
/** The places along each side of a facet that are looked at: no column is passed over. */
const PIECES = 5

/** The column at a place, or -1 outside. */
export const columnAt = (x: number, y: number): number => {
  const [column, row] = [Math.round(x * COLUMNS) + SIDE / 2, Math.round(y * COLUMNS) + SIDE / 2]
  return column < 0 || column >= SIDE || row < 0 || row >= SIDE ? -1 : row * SIDE + column
}

/** Where a column stands, mm. */
export const placeOf = (column: number): [x: number, y: number] => [
  ((column % SIDE) - SIDE / 2) / COLUMNS,
  (Math.floor(column / SIDE) - SIDE / 2) / COLUMNS,
]

/** Calls with places all over each facet, so near to each other that they pass over no column. */
export function forPlacesOf(
  { positions, indices }: Surface,
  found: (facet: number, x: number, y: number, z: number) => void,
): void {
  for (let facet = 0; facet < indices.length / 3; facet++) {
    const a = indices[facet * 3]! * 3
    const b = indices[facet * 3 + 1]! * 3
    const c = indices[facet * 3 + 2]! * 3
    for (let i = 0; i <= PIECES; i++)
      for (let j = 0; j <= PIECES - i; j++) {
        const [s, t, r] = [i / PIECES, j / PIECES, (PIECES - i - j) / PIECES]
        found(
          facet,
          s * positions[a]! + t * positions[b]! + r * positions[c]!,
          s * positions[a + 1]! + t * positions[b + 1]! + r * positions[c + 1]!,
          s * positions[a + 2]! + t * positions[b + 2]! + r * positions[c + 2]!,
        )
      }
  }
}

/** The highest place of each column along Z (or, with -1, the lowest, negated); -Infinity where there is nothing. */
export function seenHeights(surface: Surface, towards: 1 | -1): Float32Array {
  const heights = new Float32Array(SIDE * SIDE).fill(-Infinity)
  forPlacesOf(surface, (_facet, x, y, z) => {
    const column = columnAt(x, y)
    if (column >= 0) heights[column] = Math.max(heights[column]!, z * towards)
  })
  return heights
}
