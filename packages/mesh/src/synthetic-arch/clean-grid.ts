import type { Grid } from './surface-nets.ts'

/**
 * Makes node values fit for `surfaceNets`, which needs a solid without doubtful places: voids that the outside does not
 * reach are filled, and where solid nodes touch only across the diagonal of a face or a cell, the gap between them is
 * filled. Only fills, so it ends; the result has two facets at every edge. Values at the border must be positive.
 */
export function cleanGrid(values: Float32Array, grid: Grid): void {
  const filling = -0.02 * grid.cell
  let changed = true
  while (changed) {
    changed = fillVoids(values, grid, filling)
    while (fillDiagonals(values, grid, filling)) changed = true
  }
}

function fillVoids(values: Float32Array, grid: Grid, filling: number): boolean {
  const [nx, ny] = grid.nodes
  const outside = new Uint8Array(values.length)
  const queue = new Uint32Array(values.length)
  let length = 1
  outside[0] = 1
  const steps = [1, -1, nx, -nx, nx * ny, -nx * ny]
  for (let next = 0; next < length; next++) {
    for (const step of steps) {
      // The border is outside, so that a step which wraps around it stays outside, too.
      const node = queue[next]! + step
      if (node < 0 || node >= values.length || outside[node] === 1 || values[node]! < 0) continue
      outside[node] = 1
      queue[length++] = node
    }
  }
  let changed = false
  for (let node = 0; node < values.length; node++) {
    if (outside[node] === 1 || values[node]! < 0) continue
    values[node] = filling
    changed = true
  }
  return changed
}

function fillDiagonals(values: Float32Array, grid: Grid, filling: number): boolean {
  const [nx, ny, nz] = grid.nodes
  const sx = 1
  const sy = nx
  const sz = nx * ny
  let changed = false
  const solid = (node: number) => values[node]! < 0
  const fill = (node: number) => {
    if (solid(node)) return
    values[node] = filling
    changed = true
  }
  const clearFace = (node: number, u: number, v: number) => {
    const a = solid(node)
    if (a !== solid(node + u + v) || a === solid(node + u) || a === solid(node + v)) return
    for (const corner of [node, node + u, node + v, node + u + v]) fill(corner)
  }
  const clearCell = (node: number) => {
    // Two opposite corners of one kind, all others of the other kind.
    let signs = 0
    for (let i = 0; i < 8; i++) if (solid(node + (i & 1) * sx + ((i >> 1) & 1) * sy + (i >> 2) * sz)) signs |= 1 << i
    const few = signs === 0 ? 0 : Math.min(bits(signs), 8 - bits(signs))
    if (few !== 2) return
    const pair = bits(signs) === 2 ? signs : ~signs & 255
    if (pair !== 0b10000001 && pair !== 0b01000010 && pair !== 0b00100100 && pair !== 0b00011000) return
    for (let i = 0; i < 8; i++) fill(node + (i & 1) * sx + ((i >> 1) & 1) * sy + (i >> 2) * sz)
  }
  for (let z = 0; z < nz - 1; z++)
    for (let y = 0; y < ny - 1; y++)
      for (let x = 0; x < nx - 1; x++) {
        const node = x + y * sy + z * sz
        // Most cells are of one kind, which leaves nothing in doubt.
        const here = solid(node)
        if (
          here === solid(node + sx) &&
          here === solid(node + sy) &&
          here === solid(node + sx + sy) &&
          here === solid(node + sz) &&
          here === solid(node + sx + sz) &&
          here === solid(node + sy + sz) &&
          here === solid(node + sx + sy + sz)
        )
          continue
        clearFace(node, sx, sy)
        clearFace(node, sy, sz)
        clearFace(node, sx, sz)
        clearCell(node)
      }
  return changed
}

function bits(value: number): number {
  let left = value
  let total = 0
  for (; left !== 0; left &= left - 1) total++
  return total
}
