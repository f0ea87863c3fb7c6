import { facetCount, withoutUnused, type Surface } from '@archwire/mesh'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'

/** Triangles of a first picture: about 45 KB to transfer, and every tooth keeps its shape. */
const coarseFacets = 12_000
/** Below this the whole scan arrives nearly as fast. */
const worthwhile = 3 * coarseFacets
/** Beyond this a quick first pass saves more time than it costs shape: it moves points by a few hundredths of a millimeter. */
const large = 200_000
const quickFacets = 120_000

/** A much smaller surface of the same shape for the first picture; null for scans that are already small. */
export async function coarser(surface: Surface): Promise<Surface | null> {
  const facets = facetCount(surface)
  if (facets < worthwhile) return null
  await MeshoptSimplifier.ready
  const { positions, colors } = surface
  const [indices] =
    facets > large
      ? MeshoptSimplifier.simplifySloppy(surface.indices, positions, 3, null, quickFacets * 3, 1)
      : [surface.indices]
  const [coarse] = MeshoptSimplifier.simplify(indices, positions, 3, coarseFacets * 3, 1)
  return withoutUnused({ positions, indices: coarse, ...(colors && { colors }) })
}
