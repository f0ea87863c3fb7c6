import { isInsideOut } from './arch-axes/arch-axes.ts'
import type { Surface } from './surface.ts'

/** Facets seen from their other side: the same triangles, each wound the other way. */
export const turnedOver = (indices: Uint32Array): Uint32Array<ArrayBuffer> =>
  Uint32Array.from(indices, (vertex, at) => (at % 3 === 0 ? vertex : indices[at % 3 === 1 ? at + 1 : at - 1]!))

/** A surface as it is, or turned over if its facets face the inside: for distances whose sign says front or behind. */
export const facingOutwards = (surface: Surface): Surface =>
  isInsideOut(surface) ? { ...surface, indices: turnedOver(surface.indices) } : surface
