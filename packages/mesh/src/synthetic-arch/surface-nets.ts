import type { Surface } from '../surface.ts'

/** A box of equal cubic cells: the position of the first node, the cell size in mm and the number of nodes along x, y, z. */
export type Grid = { origin: readonly [number, number, number]; cell: number; nodes: readonly [number, number, number] }

/** The twelve edges of a cell, by corners whose bits are x, y, z. */
const EDGES = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 7],
  [0, 2],
  [1, 3],
  [4, 6],
  [5, 7],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
] as const

/**
 * Returns the zero isosurface of values at the nodes of a grid (x fastest; negative inside), facing outward: one vertex per
 * cell that it passes through, one pair of facets per edge that it crosses (naive surface nets, S. Gibson 1998). Closed if
 * the values at the border of the grid are positive.
 */
export function surfaceNets(values: Float32Array, grid: Grid): Surface {
  const [nx, ny, nz] = grid.nodes
  const strides = [1, nx, nx * ny] as const
  const corner = Array.from({ length: 8 }, (_, i) => (i & 1) + (i & 2 ? nx : 0) + (i & 4 ? nx * ny : 0))
  const vertexOfCell = new Int32Array(values.length).fill(-1)
  const positions: number[] = []
  for (let z = 0; z < nz - 1; z++)
    for (let y = 0; y < ny - 1; y++)
      for (let x = 0; x < nx - 1; x++) {
        const node = x + y * nx + z * nx * ny
        const offset = crossing(values, node, corner)
        if (!offset) continue
        vertexOfCell[node] = positions.length / 3
        const at = [x, y, z]
        for (let axis = 0; axis < 3; axis++)
          positions.push(grid.origin[axis]! + (at[axis]! + offset[axis]!) * grid.cell)
      }
  const indices: number[] = []
  for (let z = 1; z < nz - 1; z++)
    for (let y = 1; y < ny - 1; y++)
      for (let x = 1; x < nx - 1; x++) {
        const node = x + y * nx + z * nx * ny
        for (let axis = 0; axis < 3; axis++) {
          const inside = values[node]! < 0
          if (inside === values[node + strides[axis]!]! < 0) continue
          const u = strides[(axis + 1) % 3]!
          const v = strides[(axis + 2) % 3]!
          const ring = [node, node - u, node - u - v, node - v].map((cell) => vertexOfCell[cell]!)
          pushQuad(indices, positions, inside ? ring : ring.reverse())
        }
      }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) }
}

/** The mean of the edge crossings of a cell, as an offset of 0 to 1 per axis; null when the surface misses the cell. */
function crossing(values: Float32Array, node: number, corner: readonly number[]): [number, number, number] | null {
  let signs = 0
  for (let i = 0; i < 8; i++) if (values[node + corner[i]!]! < 0) signs |= 1 << i
  if (signs === 0 || signs === 255) return null
  let crossings = 0
  const sum: [number, number, number] = [0, 0, 0]
  for (const [a, b] of EDGES) {
    if (((signs >> a) & 1) === ((signs >> b) & 1)) continue
    const from = values[node + corner[a]!]!
    const t = from / (from - values[node + corner[b]!]!)
    for (let axis = 0; axis < 3; axis++) {
      const start = (a >> axis) & 1
      sum[axis]! += start + t * (((b >> axis) & 1) - start)
    }
    crossings++
  }
  return [sum[0] / crossings, sum[1] / crossings, sum[2] / crossings]
}

function pushQuad(indices: number[], positions: readonly number[], ring: readonly number[]): void {
  const [a, b, c, d] = ring as [number, number, number, number]
  // The shorter diagonal gives the better pair of facets.
  if (distance(positions, a, c) <= distance(positions, b, d)) indices.push(a, b, c, a, c, d)
  else indices.push(a, b, d, b, c, d)
}

function distance(positions: readonly number[], a: number, b: number): number {
  return Math.hypot(
    positions[a * 3]! - positions[b * 3]!,
    positions[a * 3 + 1]! - positions[b * 3 + 1]!,
    positions[a * 3 + 2]! - positions[b * 3 + 2]!,
  )
}
