import { z } from 'zod'
import { get } from '../core/route.ts'

/** Where the index of the global search is, and a key that only searches it. */
export const SearchConfig = z.strictObject({
  url: z.url(),
  /** Opaque: it ends with the session, and after an hour at the latest. */
  key: z.string(),
  index_name: z.string(),
  expires_at: z.iso.datetime(),
})
export type SearchConfig = z.infer<typeof SearchConfig>

export const search = {
  config: get('/meilisearch/config', {
    shows: [],
    summary: 'Where the global search asks: address, index, and a key that only searches, for at most an hour',
    rules: ['search/key', 'search/protocol'],
    needs: 'users.view',
    returns: z.strictObject({ config: SearchConfig }),
  }),
}
