import { randomSource } from '../src/synthetic-arch/random.ts'
import { syntheticArch, type Surface } from '../src/index.ts'

const triangles = 12_000

/** A lower or upper arch as an intraoral scanner leaves it: open below, ragged there, with islands, specks and pinholes. */
export function asScanned(jaw: 'upper' | 'lower', seed: number): Surface {
  const chance = randomSource(seed * 7919 + (jaw === 'upper' ? 1 : 2))
  const arch = syntheticArch({ jaw, seed, alignment: chance(), triangles })
  const { positions, indices } = arch
  // Teeth point up in a lower arch, down in an upper one.
  const up = jaw === 'upper' ? -1 : 1
  const heights = Float32Array.from({ length: positions.length / 3 }, (_, at) => up * positions[at * 3 + 2]!)
  const rim = Math.max(...heights) - 11 - 3 * chance()
  // Around the rim every point is missing or not by itself: teeth of the edge, and islands beyond it.
  const ragged = 0.4 + 1.6 * chance()
  const isThere = heights.map((height) => Number(height > rim + (chance() - 0.5) * ragged))
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const facet = indices.subarray(at, at + 3)
    // One facet in some thousand was not seen.
    if (facet.every((vertex) => isThere[vertex]) && chance() > 0.0005) kept.push(...facet)
  }
  return withSpecks({ positions, indices: Uint32Array.from(kept) }, chance)
}

/** Up to eight facets of half a millimeter that hang in the air above the scan. */
function withSpecks({ positions, indices }: Surface, chance: () => number): Surface {
  const points = [...positions]
  const facets = [...indices]
  for (let specks = Math.floor(chance() * 9); specks > 0; specks--) {
    const near = indices[Math.floor(chance() * indices.length)]! * 3
    const first = points.length / 3
    for (let corner = 0; corner < 3; corner++)
      for (let axis = 0; axis < 3; axis++) points.push(positions[near + axis]! + (axis === 2 ? 3 : 0) + chance() * 0.6)
    facets.push(first, first + 1, first + 2)
  }
  return { positions: Float32Array.from(points), indices: Uint32Array.from(facets) }
}

/** A surface without what lies within a ball around one of its points. */
export function withHole({ positions, indices }: Surface, around: Float32Array, radius: number): Surface {
  const isNear = (vertex: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => positions[vertex * 3 + axis]! - around[axis]!)) < radius
  const kept: number[] = []
  for (let at = 0; at < indices.length; at += 3) {
    const facet = indices.subarray(at, at + 3)
    if (!facet.some(isNear)) kept.push(...facet)
  }
  return { positions, indices: Uint32Array.from(kept) }
}
