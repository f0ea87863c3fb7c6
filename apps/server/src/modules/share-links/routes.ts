import type { ScanKind } from '@archwire/contract/patient-files/types.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { homeOf, type Config } from '../../config.ts'
import { addressOf } from '../../http/auth.ts'
import type { Serve } from '../../http/serve.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { createShareLink, findShareLink, listShareLinks, openShareLink, revokeShareLink } from './commands.ts'

const labels: Record<ScanKind, string> = { submission: 'Scans', setup: 'Setup', correction: 'Correction' }
const arches: Record<number, string> = { 1: 'Upper', 2: 'Lower', 3: 'Both arches' }

export function shareLinkRoutes(serve: Serve, { config, storage }: { config: Config; storage: Storage }): void {
  const meshLink = (key: string) => storage.getLink(key, { type: 'model/gltf-binary', inline: true })

  serve(shareLinks.list, async ({ db, actor, params, showed }) => {
    showed(params.id)
    return { share_links: await listShareLinks(db, actor, params.id) }
  })

  serve(shareLinks.create, async ({ trx, actor, params, body }) => {
    const { id, token } = await createShareLink(trx, actor, { patientId: params.id, ...body })
    return {
      share_link: await findShareLink(trx, actor, id),
      url: `${homeOf(config)}/shared/${token}`,
      message: 'The link is ready.',
    }
  })

  serve(shareLinks.revoke, async ({ trx, actor, params }) => {
    await revokeShareLink(trx, actor, params.id)
    return { message: 'The link is closed.' }
  })

  serve(shareLinks.scene, async ({ db, params, request }) => {
    const opened = await openShareLink(db, params.token, addressOf(request))
    if (!opened) throw new ApiError(404, 'This link has expired or was closed.')
    return {
      scene: {
        label: labels[opened.kind],
        expires_at: opened.expires_at,
        files: await Promise.all(
          opened.files.map(async ({ id, jaws_id, mesh_key, coarse_mesh_key, triangles }) => ({
            id,
            name: arches[jaws_id ?? 3]!,
            jaws_id: jaws_id ?? 3,
            mesh_url: await meshLink(mesh_key),
            coarse_url: coarse_mesh_key && (await meshLink(coarse_mesh_key)),
            triangles: triangles ?? 0,
          })),
        ),
      },
    }
  })
}
