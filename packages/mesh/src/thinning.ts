import { type Grid, gridPlace } from './clustered.ts'
import { FacetHash } from './geometry-hash.ts'
import { areaAndVolume } from './measure.ts'
import { release } from './released.ts'
import { facetCount, type Surface } from './surface.ts'
import { middleBox } from './wild-points.ts'

/** Facets that are held: those of the largest binary STL. With their points they take the half of a check's memory. */
export const MOST_HELD = 10_600_000
/** The share of them that a grid may leave: there must be room for others. */
const MOST_LEFT = 0.56
/** The first grid has as many cells along the diagonal of the scan: more than any picture shows. */
const FIRST_CELLS = 2 ** 14
/** Facets with a point farther from the middle than this many half diagonals are all held: they may be wild. */
const REACH = 4

/** The figures of a surface some of whose facets were let go, and the grid by which its picture must be made. */
export type Thinned = { triangles: number; area: number; flat: number; geometryHash: string; grid: Grid }

/**
 * Lets facets go that no picture shows, while more come than memory holds: two of their corners lie in one cell of a grid
 * whose cells are joined whole when the picture is made (clustered.ts), so that the picture is the same. All are counted
 * and measured before.
 */
export class Thinning {
  /** 1 for each vertex that a facet names or named. */
  private used = new Uint8Array(0)
  private readonly hash = new FacetHash()
  private doubledArea = 0
  private flat = 0
  private triangles = 0
  /** Facets at the beginning that are in these sums. */
  private counted = 0
  private grid: Grid | null = null

  /** Moves the facets that stay to the beginning and returns how many they are: all, where the shape has no size. */
  thin(surface: Surface): number {
    const box = middleBox(surface.positions)
    const held = facetCount(surface)
    if (!box) return held
    this.count(surface)
    const { middle, halfDiagonal } = box
    this.grid ??= { origin: middle, step: (2 * halfDiagonal) / FIRST_CELLS, times: 1 }
    const reach = (REACH * halfDiagonal) ** 2
    for (;;) {
      this.counted = withoutFolded(surface, this.counted, this.grid, middle, reach)
      // When the cells are as large as the scan, most of it lies outside of what was taken for it.
      if (this.counted <= held * MOST_LEFT || this.grid.times >= FIRST_CELLS) return this.counted
      this.grid = { ...this.grid, times: this.grid.times * 2 }
    }
  }

  /** The figures of all facets, and which vertices they name; null if none was let go. */
  finish(surface: Surface): { figures: Thinned; used: Uint8Array } | null {
    const { grid } = this
    if (!grid) return null
    this.count(surface)
    const { triangles, doubledArea, flat, hash, used } = this
    return { figures: { triangles, area: doubledArea / 2, flat, geometryHash: hash.digits(), grid }, used }
  }

  private count({ positions, indices }: Surface): void {
    const vertices = positions.length / 3
    if (this.used.length < vertices) {
      const used = new Uint8Array(vertices)
      used.set(this.used)
      release(this.used)
      this.used = used
    }
    const rest = { positions, indices: indices.subarray(this.counted * 3) }
    for (const vertex of rest.indices) this.used[vertex] = 1
    const { area, flat } = areaAndVolume(rest, NO_BOX, this.doubledArea)
    this.doubledArea = area * 2
    this.flat += flat
    this.hash.add(rest)
    this.triangles += facetCount(rest)
    this.counted += facetCount(rest)
  }
}

/** Only a volume needs a box. */
const NO_BOX = { min: [0, 0, 0], max: [0, 0, 0], size: [0, 0, 0] } satisfies Parameters<typeof areaAndVolume>[1]

/** Drops facets with two corners in one cell, unless one of them lies out of reach. Returns how many are left. */
function withoutFolded(
  { positions, indices }: Surface,
  facets: number,
  grid: Grid,
  [x, y, z]: readonly [number, number, number],
  reach: number,
): number {
  const isFar = (vertex: number) =>
    (positions[vertex * 3]! - x) ** 2 + (positions[vertex * 3 + 1]! - y) ** 2 + (positions[vertex * 3 + 2]! - z) ** 2 >
    reach
  const areTogether = (a: number, b: number) =>
    gridPlace(grid, positions, a, 0) === gridPlace(grid, positions, b, 0) &&
    gridPlace(grid, positions, a, 1) === gridPlace(grid, positions, b, 1) &&
    gridPlace(grid, positions, a, 2) === gridPlace(grid, positions, b, 2)
  let used = 0
  for (let at = 0; at < facets * 3; at += 3) {
    const a = indices[at]!
    const b = indices[at + 1]!
    const c = indices[at + 2]!
    const isFolded = areTogether(a, b) || areTogether(b, c) || areTogether(c, a)
    if (isFolded && !isFar(a) && !isFar(b) && !isFar(c)) continue
    indices[used++] = a
    indices[used++] = b
    indices[used++] = c
  }
  return used / 3
}
