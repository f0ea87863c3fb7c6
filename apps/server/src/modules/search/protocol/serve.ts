import { filterable, searchIndex } from '@archwire/contract/search/document.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import type { RateLimits } from '../../../http/rate-limits.ts'
import { holds, type Actor } from '../../../kernel/actor.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { holderOf } from '../keys.ts'
import { SearchError } from './errors.ts'
import { readQuery } from './query.ts'
import { searchDocuments, type SearchAnswer } from './search.ts'

/** Searches that one person may have under way, and queries in one `multi-search`. */
const mostAtOnce = 6
const mostQueries = 20

interface Parts {
  db: Db
  config: Config
  rateLimits: RateLimits
}

/** What a person's query can reach at all: archived records only with the permission (`search/archived`). */
export const reachOf = (actor: Actor): RawBuilder<boolean> =>
  holds(actor, ['organization.view-archived'], null) ? sql`true` : sql`not s.is_archived`

/**
 * The embedded search index: the reads of Meilisearch's protocol, answered from PostgreSQL (`search/protocol`). No calls of
 * the contract: paths, bodies and errors are those that Meilisearch's client expects.
 */
export async function searchProtocol(fastify: FastifyInstance, { db, config, rateLimits }: Parts): Promise<void> {
  await fastify.register(
    async (routes) => {
      routes.setErrorHandler(answerError)
      routes.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

      const guarded =
        <T>(act: (actor: Actor, request: FastifyRequest) => Promise<T>) =>
        async (request: FastifyRequest, reply: FastifyReply): Promise<T> => {
          const actor = await admitted(request)
          const end = rateLimits.begin(`search of ${actor.userId}`, mostAtOnce)
          reply.raw.once('close', end)
          return act(actor, request).finally(end)
        }
      async function admitted({ headers }: FastifyRequest): Promise<Actor> {
        if (headers.authorization === undefined)
          throw new SearchError(
            'missing_authorization_header',
            'The Authorization header is missing. It must use the bearer authorization method.',
            401,
            'auth',
          )
        const [, key] = /^Bearer ([\w-]{1,200})$/.exec(headers.authorization) ?? []
        const actor = key === undefined ? undefined : await holderOf(db, key, config)
        if (!actor || !holds(actor, ['users.view'], null)) throw invalidKey()
        return actor
      }

      const search = guarded((actor, request) => {
        indexOf(request)
        return searchDocuments(db, readQuery(request.body), reachOf(actor))
      })
      routes.post('/indexes/:uid/search', search)
      routes.get(
        '/indexes/:uid/search',
        guarded((actor, request) => {
          indexOf(request)
          return searchDocuments(db, readQuery(fromAddress(request.query as Record<string, string>)), reachOf(actor))
        }),
      )
      routes.post(
        '/indexes/:uid/facet-search',
        guarded((actor, request) => {
          indexOf(request)
          return searchFacet(db, request.body, actor)
        }),
      )
      routes.post(
        '/multi-search',
        guarded((actor, request) => searchAll(db, request.body, actor)),
      )
      routes.get('/health', async () => ({ status: 'available' }))
      // A key that only searches may do nothing else.
      routes.all('/*', async () => {
        throw invalidKey()
      })
    },
    { prefix: '/meilisearch' },
  )
}

const invalidKey = () => new SearchError('invalid_api_key', 'The provided API key is invalid.', 403, 'auth')

function indexOf({ params }: FastifyRequest): void {
  named((params as { uid: string }).uid)
}

function named(uid: unknown): void {
  if (uid !== searchIndex)
    throw new SearchError('index_not_found', `Index \`${String(uid).slice(0, 100)}\` not found.`, 404)
}

async function searchAll(
  db: Db,
  body: unknown,
  actor: Actor,
): Promise<{ results: (SearchAnswer & { indexUid: string })[] }> {
  const { queries, ...more } = (body ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(more)
  if (unknown !== undefined)
    throw new SearchError('bad_request', `Unknown field \`${unknown.slice(0, 100)}\`: expected one of \`queries\``)
  if (!Array.isArray(queries) || queries.length > mostQueries)
    throw new SearchError(
      'bad_request',
      `Invalid value type at \`.queries\`: expected an array of at most ${mostQueries} queries`,
    )
  const read = queries.map((query: unknown) => {
    const { indexUid, ...asked } = (query ?? {}) as Record<string, unknown>
    named(indexUid)
    return readQuery(asked)
  })
  const results: (SearchAnswer & { indexUid: string })[] = []
  for (const query of read)
    results.push({ indexUid: searchIndex, ...(await searchDocuments(db, query, reachOf(actor))) })
  return { results }
}

/** Values of one facet that begin with a text, with the number of hits of the query beside it. */
async function searchFacet(db: Db, body: unknown, actor: Actor) {
  const began = performance.now()
  const { facetName, facetQuery = '', ...query } = (body ?? {}) as Record<string, unknown>
  if (typeof facetName !== 'string' || !Object.hasOwn(filterable, facetName))
    throw new SearchError(
      'invalid_facet_search_facet_name',
      `Attribute \`${String(facetName).slice(0, 100)}\` is not facet-searchable.`,
    )
  if (typeof facetQuery !== 'string')
    throw new SearchError('invalid_facet_search_facet_query', 'Invalid value type at `.facetQuery`: expected a string')
  const answer = await searchDocuments(db, { ...readQuery(query), limit: 0, facets: [facetName] }, reachOf(actor))
  const sought = facetQuery.toLowerCase()
  return {
    facetHits: Object.entries(answer.facetDistribution?.[facetName] ?? {})
      .filter(([value]) => value.toLowerCase().startsWith(sought))
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => a.value.localeCompare(b.value, 'en')),
    facetQuery: facetQuery === '' ? null : facetQuery,
    processingTimeMs: Math.round(performance.now() - began),
  }
}

/** A query in an address: lists by commas, numbers as texts. */
function fromAddress(query: Record<string, string>): object {
  const lists = new Set(['sort', 'facets', 'attributesToRetrieve', 'attributesToHighlight'])
  const numbers = new Set(['page', 'hitsPerPage', 'offset', 'limit'])
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      lists.has(name) ? value.split(',') : numbers.has(name) ? Number(value) : value,
    ]),
  )
}

async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (error instanceof SearchError) return void reply.code(error.status).send(error.toJSON())
  const { statusCode = 500 } = error as { statusCode?: number }
  const status = error instanceof ApiError ? error.status : statusCode
  if (status >= 500) request.log.error({ err: error }, 'search failed')
  const refused =
    status === 429
      ? new SearchError(
          'too_many_search_requests',
          'Too many search requests running at the same time. Retry after 1s.',
          503,
          'internal',
        )
      : status === 413
        ? new SearchError('payload_too_large', 'The provided payload reached the size limit.', 413)
        : status < 500
          ? new SearchError('malformed_payload', 'The json payload provided is malformed.', 400)
          : new SearchError('internal', 'The search is not available at present.', 503, 'internal')
  return void reply.code(refused.status).send(refused.toJSON())
}
