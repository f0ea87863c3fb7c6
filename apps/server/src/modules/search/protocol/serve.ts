import { filterable, searchIndex } from '@archwire/contract/search/document.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/client.ts'
import type { RateLimits } from '../../../http/rate-limits.ts'
import { holds, type Actor } from '../../../kernel/actor.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { SearchServerError, type SearchServer } from '../../../services/search-index/port.ts'
import { holderOf } from '../keys.ts'
import { seesArchived } from '../archived.ts'
import { SearchError } from './errors.ts'
import { readQuery } from './query.ts'
import { searchDocuments } from './search.ts'

/** Searches that one person may have under way, and queries in one `multi-search`. */
const mostAtOnce = 6
const mostQueries = 20

interface Parts {
  db: Db
  config: Config
  rateLimits: RateLimits
  /** Answers in place of the database. */
  server: SearchServer | undefined
}

const reachOf = (actor: Actor): RawBuilder<boolean> => (seesArchived(actor) ? sql`true` : sql`not s.is_archived`)

/**
 * The embedded search index: the reads of Meilisearch's protocol, answered from PostgreSQL (`search/protocol`). No calls of
 * the contract: paths, bodies and errors are those that Meilisearch's client expects.
 */
export async function searchProtocol(
  fastify: FastifyInstance,
  { db, config, rateLimits, server }: Parts,
): Promise<void> {
  await fastify.register(
    async (routes) => {
      routes.setErrorHandler(answerError)
      routes.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

      const guarded =
        <T>(act: (actor: Actor, request: FastifyRequest) => Promise<T>) =>
        async (request: FastifyRequest): Promise<T> => {
          const actor = await admitted(request)
          const end = rateLimits.begin(`search of ${actor.userId}`, mostAtOnce)
          try {
            // Counted until it is answered: the database continues searching for a caller who has hung up.
            return await act(actor, request)
          } finally {
            end()
          }
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

      const index = openIndex(db, server)
      routes.post(
        '/indexes/:uid/search',
        guarded((actor, request) => (indexOf(request), index.search(request.body, actor))),
      )
      routes.get(
        '/indexes/:uid/search',
        guarded((actor, request) => (indexOf(request), index.search(fromAddress(request.query as never), actor))),
      )
      routes.post(
        '/indexes/:uid/facet-search',
        guarded((actor, request) => (indexOf(request), index.searchFacet(request.body, actor))),
      )
      routes.post(
        '/multi-search',
        guarded((actor, request) => searchAll((query) => index.search(query, actor), request.body)),
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

/** A name as it was sent, for an error; what is no text has none. */
const sentName = (name: unknown): string => (typeof name === 'string' ? name.slice(0, 100) : '')

function named(uid: unknown): void {
  if (uid !== searchIndex) throw new SearchError('index_not_found', `Index \`${sentName(uid)}\` not found.`, 404)
}

interface SearchIndex {
  search(body: unknown, actor: Actor): Promise<object>
  searchFacet(body: unknown, actor: Actor): Promise<object>
}

/** The index that answers: the database's, or a search server, to whose queries the person's reach is added. */
function openIndex(db: Db, server: SearchServer | undefined): SearchIndex {
  if (!server)
    return {
      search: (body, actor) => searchDocuments(db, readQuery(body), reachOf(actor)),
      searchFacet: (body, actor) => searchFacet(db, body, actor),
    }
  const within = (body: object, actor: Actor) => {
    const { filter } = body as { filter?: unknown }
    const asked = filter === undefined || filter === null ? [] : Array.isArray(filter) ? filter : [filter]
    return { ...body, filter: seesArchived(actor) ? asked : ['is_archived = false', ...asked] }
  }
  return {
    search(body, actor) {
      // What the portal does not answer itself, it does not pass on.
      readQuery(body)
      return server.search(within((body ?? {}) as object, actor))
    },
    searchFacet(body, actor) {
      const { query } = readFacet(body)
      readQuery(query)
      return server.searchFacet(within((body ?? {}) as object, actor))
    },
  }
}

async function searchAll(search: (query: object) => Promise<object>, body: unknown): Promise<{ results: object[] }> {
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
    return asked
  })
  const results: object[] = []
  for (const query of read) results.push({ indexUid: searchIndex, ...(await search(query)) })
  return { results }
}

function readFacet(body: unknown): { facet: string; sought: string; query: Record<string, unknown> } {
  const { facetName, facetQuery, ...query } = (body ?? {}) as Record<string, unknown>
  if (typeof facetName !== 'string' || !Object.hasOwn(filterable, facetName))
    throw new SearchError(
      'invalid_facet_search_facet_name',
      `Attribute \`${sentName(facetName)}\` is not facet-searchable.`,
    )
  if (facetQuery !== undefined && facetQuery !== null && typeof facetQuery !== 'string')
    throw new SearchError('invalid_facet_search_facet_query', 'Invalid value type at `.facetQuery`: expected a string')
  return { facet: facetName, sought: facetQuery ?? '', query }
}

/** Values of one facet that start with a text, with the number of hits of the query beside it. */
async function searchFacet(db: Db, body: unknown, actor: Actor): Promise<object> {
  const began = performance.now()
  const { facet, sought, query } = readFacet(body)
  const answer = await searchDocuments(db, { ...readQuery(query), limit: 0, facets: [facet] }, reachOf(actor))
  const begins = sought.toLowerCase()
  return {
    facetHits: Object.entries(answer.facetDistribution?.[facet] ?? {})
      .filter(([value]) => value.toLowerCase().startsWith(begins))
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => a.value.localeCompare(b.value, 'en')),
    facetQuery: sought === '' ? null : sought,
    processingTimeMs: Math.round(performance.now() - began),
  }
}

/** A query in an address: lists by commas or by repeating the parameter, numbers as texts. */
function fromAddress(query: Record<string, string | string[]>): object {
  const lists = new Set(['sort', 'facets', 'attributesToRetrieve', 'attributesToHighlight'])
  const numbers = new Set(['page', 'hitsPerPage', 'offset', 'limit'])
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      lists.has(name) ? [value].flat().join(',').split(',') : numbers.has(name) ? Number(value) : value,
    ]),
  )
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof SearchError) return void reply.code(error.status).send(error.toJSON())
  if (error instanceof SearchServerError && error.body && error.status < 500)
    return void reply.code(error.status).send(error.body)
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
