import type { Surface } from './surface.ts'
import { structureOf } from './topology.ts'

/** Where the faults of a surface lie, to be shown on it. Coordinates as in the file, x y z after one another. */
export type Faults = {
  /** The outline of each hole as line segments (pairs of points); the rim of each part, its longest loop, is none. */
  holes: Float32Array[]
  /** Edges where more than two facets meet, as line segments. */
  nonManifold: Float32Array
  /** Numbers of the facets of loose parts. */
  loose: Uint32Array
}

/** Finds the spots that `checkScan` only counts. */
export function locateFaults(surface: Surface): Faults {
  const { positions, indices } = surface
  const { edges, shells, openEdges, loops, loose } = structureOf(surface)
  const outline = (vertices: readonly number[], closed: boolean): Float32Array => {
    const points: number[] = []
    for (let at = 0; at + (closed ? 0 : 1) < vertices.length; at++)
      for (const vertex of [vertices[at]!, vertices[(at + 1) % vertices.length]!])
        points.push(positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!)
    return new Float32Array(points)
  }
  const found = loops.map((loop) => ({
    shell: shells.root(edges.first[openEdges[loop.edge]!]!),
    points: outline(loop.vertices, loop.closed),
  }))
  const rims = new Map<number, { points: Float32Array; length: number }>()
  for (const { shell, points } of found) {
    const length = lengthOf(points)
    if (length > (rims.get(shell)?.length ?? -1)) rims.set(shell, { points, length })
  }
  const heavy: number[] = []
  for (let edge = 0; edge < edges.size; edge++)
    if (edges.facets[edge]! > 2) heavy.push(edges.low[edge]!, edges.high[edge]!)
  const looseFacets: number[] = []
  if (loose.size > 0)
    for (let facet = 0; facet < indices.length / 3; facet++) if (loose.has(shells.root(facet))) looseFacets.push(facet)
  return {
    holes: found.filter(({ shell, points }) => rims.get(shell)!.points !== points).map(({ points }) => points),
    nonManifold: new Float32Array(
      heavy.flatMap((vertex) => [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!]),
    ),
    loose: new Uint32Array(looseFacets),
  }
}

/** Length of line segments. */
function lengthOf(points: Float32Array): number {
  let length = 0
  for (let at = 0; at < points.length; at += 6)
    length += Math.hypot(
      points[at + 3]! - points[at]!,
      points[at + 4]! - points[at + 1]!,
      points[at + 5]! - points[at + 2]!,
    )
  return length
}
