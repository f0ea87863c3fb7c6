import { findEdges } from './edges.ts'
import { traceLoops } from './open-loops.ts'
import { facetCount, type Surface, vertexCount } from './surface.ts'
import { looseShells } from './topology.ts'

/** Where the faults of a surface are, to be shown on it. Coordinates as in the file, x y z after one another. */
export type Faults = {
  /**
   * The outline of each hole as line segments (pairs of points); the rim of each part, its longest loop, is not one.
   */
  holes: Float32Array[]
  /** Edges where more than two facets meet, as line segments. */
  nonManifold: Float32Array
  /** Numbers of the facets of loose parts. */
  loose: Uint32Array
}

/** Finds the spots that `checkScan` only counts. */
export function locateFaults(surface: Surface): Faults {
  const { openPairs, openFacets, heavyPairs, shells } = findEdges(surface)
  const outlines = new Map<number, Outline[]>()
  traceLoops(openPairs, vertexCount(surface), (path, from, to, closed, edge) => {
    const vertices = path.slice(from, to)
    const ends = closed ? [...vertices, vertices[0]!] : [...vertices]
    const points = segments(
      surface,
      ends.slice(1).flatMap((vertex, at) => [ends[at]!, vertex]),
    )
    const shell = shells.root(openFacets[edge]!)
    const known = outlines.get(shell)
    if (known) known.push({ points, length: lengthOf(points) })
    else outlines.set(shell, [{ points, length: lengthOf(points) }])
  })
  const loose = looseShells(surface, shells)
  const looseFacets: number[] = []
  if (loose.count > 0)
    for (let facet = 0; facet < facetCount(surface); facet++) if (loose.has(facet)) looseFacets.push(facet)
  return {
    holes: [...outlines.values()].flatMap((ofShell) => withoutRim(ofShell)),
    nonManifold: segments(surface, heavyPairs),
    loose: new Uint32Array(looseFacets),
  }
}

type Outline = { points: Float32Array; length: number }

/** All but the longest outline of a part. */
function withoutRim(outlines: readonly Outline[]): Float32Array[] {
  const rim = outlines.reduce((longest, outline) => (outline.length > longest.length ? outline : longest))
  return outlines.filter((outline) => outline !== rim).map(({ points }) => points)
}

/** The positions of vertices, pairs of which are line segments. */
function segments({ positions }: Surface, vertices: readonly number[]): Float32Array {
  return new Float32Array(
    vertices.flatMap((vertex) => [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!]),
  )
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
