import { vertexNormals, type Surface } from '@archwire/mesh'
import { cavityShades } from './cavity-shades.ts'

/** A surface with everything needed to draw it: a normal of unit length and a gray shade for each vertex. */
export type ShadedSurface = Surface & { normals: Float32Array; shades: Float32Array }

export function shaded(surface: Surface): ShadedSurface {
  const normals = vertexNormals(surface)
  return { ...surface, normals, shades: cavityShades(surface, normals) }
}
