import { search } from '@archwire/contract/client/search'
import type { SearchHit } from '@archwire/contract/search/document.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { MultiSearchResult } from 'meilisearch'
import { ApiError } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import type { IndexQuery } from './queries.ts'

/** A key that ends within a minute is not used any more: the clock of this device may be slow. */
const spareMs = 60_000
/** For people; it counts as a server that is down for a moment, which is asked again. */
const unavailable = () => new ApiError(503, 503, 'The search is not available at the moment.')

/** Where the index is and the key for it, asked once as long as the key lasts (`search/key`). */
const configQuery = {
  ...query(search.config, {}),
  gcTime: Infinity,
  staleTime: ({ state }: { state: { data: unknown; dataUpdatedAt: number } }) => {
    const known = state.data as { config: { expires_at: string } } | undefined
    return known ? Date.parse(known.config.expires_at) - spareMs - state.dataUpdatedAt : 0
  },
} as const

export type IndexAnswer = MultiSearchResult<SearchHit>

/**
 * Asks the index several queries at once, with the official client, which loads with the first question. A key that the
 * index refuses is replaced, once. @throws ApiError
 */
export async function askIndex(
  client: QueryClient,
  queries: readonly IndexQuery[],
  signal: AbortSignal,
): Promise<IndexAnswer[]> {
  const { Meilisearch, MeilisearchApiError } = await import('meilisearch').catch(() => {
    throw unavailable()
  })
  const ask = async () => {
    const { url, key, index_name: indexUid } = (await client.fetchQuery(configQuery)).config
    const index = new Meilisearch({ host: url, apiKey: key })
    const { results } = await index.multiSearch<{ queries: { indexUid: string }[] }, SearchHit>(
      { queries: queries.map((each) => ({ ...each, indexUid })) },
      { signal },
    )
    return results as IndexAnswer[]
  }
  const isRefusedKey = (error: unknown) => error instanceof MeilisearchApiError && error.cause?.type === 'auth'
  try {
    return await ask().catch(async (error: unknown) => {
      if (!isRefusedKey(error)) throw error
      await client.invalidateQueries({ queryKey: configQuery.queryKey, refetchType: 'none' })
      return ask()
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Error && error.name.startsWith('Meilisearch') ? unavailable() : error
  }
}
