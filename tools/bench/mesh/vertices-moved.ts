import type { Surface } from '@archwire/mesh'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { packWebMesh } from '../../../apps/server/src/services/scan-processing/web-mesh.ts'
import { readWebMesh } from '../../../apps/web/src/viewer/scan-reading/web-mesh.ts'

/**
 * How far the way through the web mesh moves a vertex at most, in the unit of the surface: packed as the server does, read
 * as the browser does, each vertex compared with itself. All vertices must be used by facets.
 */
export async function mostMoved(surface: Surface): Promise<number> {
  const read = await readWebMesh(await packWebMesh(surface))
  // The packer puts vertices into the order of their use; the same call tells where each went.
  const [places] = MeshoptEncoder.reorderMesh(surface.indices.slice(), true, true)
  let most = 0
  for (let vertex = 0; vertex < places.length; vertex++) {
    const [from, to] = [vertex * 3, places[vertex]! * 3]
    const moved = Math.hypot(
      read.positions[to]! - surface.positions[from]!,
      read.positions[to + 1]! - surface.positions[from + 1]!,
      read.positions[to + 2]! - surface.positions[from + 2]!,
    )
    if (!(moved <= most)) most = moved
  }
  return most
}
