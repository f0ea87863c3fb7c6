import { search } from '@archwire/contract/search/routes.ts'
import type { SearchHit } from '@archwire/contract/search/document.ts'
import { Meilisearch, type Index } from 'meilisearch'
import type { TestApp, TestUser } from '../app.ts'

/** The official client of Meilisearch on the embedded index, over a socket of the application. */
export async function clientOf(test: TestApp, apiKey: string): Promise<Meilisearch> {
  const { fastify } = test.app
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as { port: number }
  return new Meilisearch({ host: `http://127.0.0.1:${port}/meilisearch`, apiKey })
}

interface Searcher {
  key: string
  client: Meilisearch
  index: Index<SearchHit>
}

/** A person's own key, and the index searched with it. */
export async function searcherFor(test: TestApp, who: TestUser): Promise<Searcher> {
  const { config } = (await test.as(who).call(search.config)).body
  const client = await clientOf(test, config.key)
  return { key: config.key, client, index: client.index<SearchHit>(config.index_name) }
}
