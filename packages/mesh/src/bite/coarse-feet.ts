import type { Foot } from '../surface-distance.ts'
import type { Vector3 } from '../surface.ts'

/** Side of a cell, mm, and how far around a sample cells are filled, cells. */
const CELL = 0.9
const REACH_CELLS = 5
/** A place may lie so far beside the sample of its cell: half a cell and the way between samples; mm. */
const BESIDE = 1
/** The most cells: an arch that lies across its axes has three times as many as one along them. */
const MOST_CELLS = 4_000_000

/**
 * Where places meet a surface, nearly: each cell of a grid names the sample that is nearest to its middle, whose tangent
 * plane stands for the surface. A foot costs one look into memory instead of a search in a tree.
 */
export class CoarseFeet {
  private readonly points: Float32Array
  private readonly normals: Float32Array
  private readonly low: Vector3
  private readonly counts: Vector3
  private readonly nearest: Int32Array
  private readonly foot: Foot = { distance: 0, along: 0, normal: [0, 0, 0] }

  /** Samples with unit normals, mm, in the coordinates in which feet are asked for. */
  constructor(points: Float32Array, normals: Float32Array) {
    this.points = points
    this.normals = normals
    const margin = CELL * (REACH_CELLS + 1)
    const [low, high] = [-1, 1].map((sign) =>
      [0, 1, 2].map((axis) => {
        let most = -Infinity
        for (let at = axis; at < points.length; at += 3) most = Math.max(most, sign * points[at]!)
        return sign * (most + margin)
      }),
    ) as [Vector3, Vector3]
    this.low = low
    this.counts = low.map((value, axis) => Math.max(1, Math.ceil((high[axis]! - value) / CELL))) as Vector3
    const cells = this.counts[0] * this.counts[1] * this.counts[2]
    this.nearest = new Int32Array(points.length > 0 && cells <= MOST_CELLS ? cells : 0).fill(-1)
    if (this.nearest.length > 0) this.fill()
  }

  /** As `MeasuredSurface.footOf`, for a reach of up to four millimeters; overwritten by the next call. */
  footOf(x: number, y: number, z: number, reach: number): Foot | null {
    const { low, counts, points, normals, foot } = this
    const [i, j, k] = [
      Math.floor((x - low[0]) / CELL),
      Math.floor((y - low[1]) / CELL),
      Math.floor((z - low[2]) / CELL),
    ]
    if (i < 0 || j < 0 || k < 0 || i >= counts[0] || j >= counts[1] || k >= counts[2]) return null
    const sample = this.nearest[(k * counts[1] + j) * counts[0] + i]
    if (sample === undefined || sample < 0) return null
    const at = sample * 3
    const [dx, dy, dz] = [x - points[at]!, y - points[at + 1]!, z - points[at + 2]!]
    const [nx, ny, nz] = [normals[at]!, normals[at + 1]!, normals[at + 2]!]
    const along = dx * nx + dy * ny + dz * nz
    const beside = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along))
    const distance = Math.max(Math.abs(along), beside - BESIDE)
    if (distance > reach) return null
    foot.distance = distance
    foot.along = along
    foot.normal[0] = nx
    foot.normal[1] = ny
    foot.normal[2] = nz
    return foot
  }

  private fill(): void {
    const { points, low, counts, nearest } = this
    const distances = new Float32Array(nearest.length).fill(Infinity)
    for (let at = 0; at < points.length; at += 3) {
      const [x, y, z] = [
        (points[at]! - low[0]) / CELL,
        (points[at + 1]! - low[1]) / CELL,
        (points[at + 2]! - low[2]) / CELL,
      ]
      const [ci, cj, ck] = [Math.floor(x), Math.floor(y), Math.floor(z)]
      for (let k = ck - REACH_CELLS; k <= ck + REACH_CELLS; k++)
        for (let j = cj - REACH_CELLS; j <= cj + REACH_CELLS; j++) {
          const row = (k * counts[1] + j) * counts[0]
          const across = (j + 0.5 - y) ** 2 + (k + 0.5 - z) ** 2
          for (let i = ci - REACH_CELLS; i <= ci + REACH_CELLS; i++) {
            const squared = across + (i + 0.5 - x) ** 2
            if (squared >= distances[row + i]!) continue
            distances[row + i] = squared
            nearest[row + i] = at / 3
          }
        }
    }
  }
}
