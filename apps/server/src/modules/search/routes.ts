import { searchIndex } from '@archwire/contract/search/document.ts'
import { search } from '@archwire/contract/search/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { issueKey } from './keys.ts'

/** Where the global search asks, and with which key (`search/key`). */
export function searchRoutes(serve: Serve, config: Config): void {
  serve(search.config, async ({ db, actor, request }) => {
    const { key, expires_at } = await issueKey(db, actor)
    const url = `${config.publicUrl ?? `${request.protocol}://${request.host}`}/meilisearch`
    return { config: { url, key, index_name: searchIndex, expires_at } }
  })
}
