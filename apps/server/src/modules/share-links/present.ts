import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { archLabels } from '@archwire/contract/rx-forms/arches.ts'
import type { SharedScene } from '@archwire/contract/share-links/routes.ts'
import type { Storage } from '../../services/storage/index.ts'
import type { OpenedLink } from './commands.ts'

const labels: Record<ScanKind, string> = { submission: 'Scans', setup: 'Setup', correction: 'Correction' }

/** What a share link shows: no names, only links to the pictures and meshes of the scans. */
export async function presentScene(storage: Storage, opened: OpenedLink): Promise<SharedScene> {
  const meshLink = (key: string) => storage.getLink(key, { type: 'model/gltf-binary', inline: true })
  return {
    label: labels[opened.kind],
    expires_at: opened.expires_at,
    bite: opened.bite,
    files: await Promise.all(
      opened.files.map(async ({ id, jaws_id, mesh_key, coarse_mesh_key, triangles, place }) => ({
        id,
        name: archLabels[jaws_id ?? 3]!,
        jaws_id: jaws_id ?? 3,
        mesh_url: await meshLink(mesh_key),
        coarse_url: coarse_mesh_key && (await meshLink(coarse_mesh_key)),
        triangles: triangles ?? 0,
        place,
      })),
    ),
  }
}
