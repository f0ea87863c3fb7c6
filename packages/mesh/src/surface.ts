/**
 * A triangle surface in the units of its file (millimeters for a dental scan).
 * `positions` holds x, y, z per vertex; `indices` three vertex numbers per facet, wound as in the file; `colors`, where the
 * scanner wrote some, red, green and blue per vertex (sRGB).
 */
export type Surface = { positions: Float32Array; indices: Uint32Array; colors?: Uint8Array }

/** The axis-aligned extent of a surface: corner, opposite corner and size, each x, y, z. */
export type BoundingBox = { min: Vector3; max: Vector3; size: Vector3 }

export type Vector3 = [number, number, number]

/** Facets of a surface. */
export function facetCount(surface: Surface): number {
  return surface.indices.length / 3
}

/** Vertices of a surface. */
export function vertexCount(surface: Surface): number {
  return surface.positions.length / 3
}
