import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { homeOf, type Config } from '../../config.ts'
import { addressOf } from '../../http/session-cookie.ts'
import type { Serve } from '../../http/serve.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { createShareLink, openShareLink, revokeShareLink } from './commands.ts'
import { presentScene } from './present.ts'
import { findShareLink, listShareLinks } from './queries.ts'

export function shareLinkRoutes(serve: Serve, { config, storage }: { config: Config; storage: Storage }): void {
  serve(shareLinks.list, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
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
    return { scene: await presentScene(storage, opened) }
  })
}
