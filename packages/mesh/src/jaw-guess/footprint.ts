import { type ArchMap, CELL } from './arch-map.ts'

/** The outline around the visible part of an arch, like a rubber band around it, and the largest gap inside it. */
export type Footprint = {
  /** Least and greatest width over all directions, mm. */
  least: number
  greatest: number
  /** Cells within the band. */
  cells: number
  /** The middle of the band, a cell. */
  middle: number
  /** Which cells belong to the largest gap. */
  gap: Uint8Array
  gapCells: number
}

const DIRECTIONS = 36

export function footprintOf(map: ArchMap): Footprint {
  const { columns, rows } = map
  const isEmpty = (cell: number) => map.heights[cell] === -Infinity
  const band = rubberBand(map)
  const inside = new Uint8Array(columns * rows)
  let [cells, sumColumns, sumRows] = [0, 0, 0]
  for (let row = 0; row < rows; row++) {
    const [from, to] = spanOf(band, row)
    for (let column = Math.max(0, Math.ceil(from)); column <= Math.min(columns - 1, to); column++) {
      inside[row * columns + column] = 1
      cells++
      sumColumns += column
      sumRows += row
    }
  }
  const middle = Math.round(sumRows / (cells || 1)) * columns + Math.round(sumColumns / (cells || 1))
  const { gap, gapCells } = largestGap(columns, inside, isEmpty)
  return { ...widthsOf(band), cells, middle, gap, gapCells }
}

type Corner = readonly [column: number, row: number]

/** The convex hull of the cells that are not empty, counter-clockwise (A. M. Andrew's monotone chain, 1979). */
function rubberBand({ columns, rows, heights }: ArchMap): Corner[] {
  // Of each column only its first and last cell can lie on the band.
  const corners: Corner[] = []
  for (let column = 0; column < columns; column++) {
    let [first, last] = [-1, -1]
    for (let row = 0; row < rows; row++) {
      if (heights[row * columns + column] === -Infinity) continue
      if (first < 0) first = row
      last = row
    }
    if (first >= 0) corners.push([column, first])
    if (last > first) corners.push([column, last])
  }
  const half = (ordered: readonly Corner[]) => {
    const chain: Corner[] = []
    for (const corner of ordered) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, corner) <= 0) chain.pop()
      chain.push(corner)
    }
    return chain.slice(0, -1)
  }
  return [...half(corners), ...half(corners.toReversed())]
}

const turn = (a: Corner, b: Corner, c: Corner) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Where the band crosses a row. */
function spanOf(band: readonly Corner[], row: number): [number, number] {
  let [from, to] = [Infinity, -Infinity]
  band.forEach((corner, at) => {
    const next = band[(at + 1) % band.length]!
    if (Math.min(corner[1], next[1]) > row || Math.max(corner[1], next[1]) < row) return
    for (const column of corner[1] === next[1]
      ? [corner[0], next[0]]
      : [corner[0] + ((row - corner[1]) / (next[1] - corner[1])) * (next[0] - corner[0])]) {
      from = Math.min(from, column)
      to = Math.max(to, column)
    }
  })
  return [from, to]
}

function widthsOf(band: readonly Corner[]): { least: number; greatest: number } {
  let [least, greatest] = [Infinity, 0]
  for (let step = 0; step < DIRECTIONS; step++) {
    const angle = (step / DIRECTIONS) * Math.PI
    const along = band.map(([column, row]) => column * Math.cos(angle) + row * Math.sin(angle))
    const width = (Math.max(...along) - Math.min(...along) + 1) * CELL
    least = Math.min(least, width)
    greatest = Math.max(greatest, width)
  }
  return { least, greatest }
}

/** The largest group of empty cells within the band that touch each other. */
function largestGap(columns: number, inside: Uint8Array, isEmpty: (cell: number) => boolean) {
  const group = new Int32Array(inside.length)
  let [groups, best, gapCells] = [0, 0, 0]
  for (let start = 0; start < inside.length; start++) {
    if (inside[start] === 0 || group[start] !== 0 || !isEmpty(start)) continue
    groups++
    const queue = [start]
    group[start] = groups
    for (let next = 0; next < queue.length; next++) {
      const cell = queue[next]!
      const column = cell % columns
      for (const [other, reachable] of [
        [cell - 1, column > 0],
        [cell + 1, column < columns - 1],
        [cell - columns, cell >= columns],
        [cell + columns, cell + columns < inside.length],
      ] as const) {
        if (!reachable || inside[other] === 0 || group[other] !== 0 || !isEmpty(other)) continue
        group[other] = groups
        queue.push(other)
      }
    }
    if (queue.length > gapCells) [best, gapCells] = [groups, queue.length]
  }
  const gap = Uint8Array.from(group, (number) => (number === best && best > 0 ? 1 : 0))
  return { gap, gapCells }
}
