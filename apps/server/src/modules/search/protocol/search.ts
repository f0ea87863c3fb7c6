import { mostHits, type SearchHit } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { conditionOf } from './filter.sql.ts'
import { countFacets, type FacetCounts } from './facets.ts'
import { formatted } from './highlight.ts'
import { meantWords } from './meant.sql.ts'
import type { SearchQuery } from './query.ts'
import { tiersOf } from './words.ts'

/** The answer to a search, in Meilisearch's shape. */
export interface SearchAnswer {
  hits: (Partial<SearchHit> & { _formatted?: object })[]
  query: string
  processingTimeMs: number
  page?: number
  hitsPerPage?: number
  totalHits?: number
  totalPages?: number
  offset?: number
  limit?: number
  estimatedTotalHits?: number
  facetDistribution?: FacetCounts['distribution']
  facetStats?: FacetCounts['stats']
}

/**
 * Answers a query from PostgreSQL (`search/words`, `search/typos`). `reach` is the condition on `search_documents s` that
 * the person's rights are, and no query gets around.
 */
export async function searchDocuments(db: Db, query: SearchQuery, reach: RawBuilder<boolean>): Promise<SearchAnswer> {
  const began = performance.now()
  const words = await meantWords(db, query.q)
  const tiers = tiersOf(words)
  // A query of words that left no word, signs alone, asks for everything; so does an empty one.
  if (!query.everyWord)
    for (let length = words.length - 1; length > 0; length -= 1) tiers.push(...tiersOf(words.slice(0, length)))
  const asked = query.filter === undefined ? reach : sql<boolean>`${reach} and ${conditionOf(query.filter)}`
  const widest = tiers.at(-1)
  const matching = widest === undefined ? asked : sql<boolean>`s.words @@ ${widest}::tsquery and ${asked}`
  const wanted = Math.min(query.limit, Math.max(0, mostHits - query.offset))
  const total = await count(db, matching)
  const hits = wanted === 0 || query.offset >= total ? [] : await findPage(db, { query, tiers, asked, wanted, total })
  const facets = query.facets.length === 0 ? undefined : await countFacets(db, matching, total, query.facets)
  return {
    hits: hits.map((document) => shown(document, query, words)),
    query: query.q,
    processingTimeMs: Math.round(performance.now() - began),
    ...(query.page
      ? {
          page: query.page.number,
          hitsPerPage: query.page.size,
          totalHits: total,
          totalPages: query.page.size === 0 ? 0 : Math.ceil(total / query.page.size),
        }
      : { offset: query.offset, limit: query.limit, estimatedTotalHits: total }),
    ...(facets ? { facetDistribution: facets.distribution, facetStats: facets.stats } : {}),
  }
}

async function count(db: Db, matching: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from search_documents s where ${matching} limit ${mostHits}) x`.execute(db)
  return rows[0]!.n
}

interface Asked {
  query: SearchQuery
  tiers: string[]
  asked: RawBuilder<boolean>
  wanted: number
  /** How many documents match. */
  total: number
}
/** So many are sorted sooner than the index of an order is walked until a page of them has come by. */
const sortedAtOnce = 10_000

const mayBeNull: ReadonlySet<string> = new Set(['first_case_timestamp', 'newest_case_timestamp', 'number_of_users'])

/** The hits of a page: tier after tier until it is full, so that the better ones of a query come first. */
async function findPage(db: Db, { query, tiers, asked, wanted, total }: Asked): Promise<SearchHit[]> {
  const order = sql.join([
    // An index has only one place for null; where there is none, it reads both ways.
    ...query.sort.map(
      ({ attribute, descending }) =>
        sql`${sql.ref(`s.${attribute}`)} ${sql.raw(`${descending ? 'desc' : 'asc'}${mayBeNull.has(attribute) ? ' nulls last' : ''}`)}`,
    ),
    sql`s.full_name_sort`,
    sql`s.model`,
    sql`s.model_id`,
  ])
  const columns = new Set([...query.sort.map(({ attribute }) => attribute), 'full_name_sort', 'model', 'model_id'])
  const among = (step: RawBuilder<boolean>) =>
    total > sortedAtOnce
      ? sql`search_documents s where ${step}`
      : sql`(with matching as materialized (
          select ${sql.join([...columns].map((name) => sql.ref(`s.${name}`)))} from search_documents s where ${step}
        ) select * from matching) s`
  // A page deep in one tier is read alone; what stands in better ones has to be counted off.
  const skipped = tiers.length > 1 ? 0 : query.offset
  const end = query.offset + wanted - skipped
  const found: { model: string; model_id: number }[] = []
  const steps =
    tiers.length === 0
      ? [asked]
      : tiers.map((tier, index) => {
          const only = [`(${tier})`, ...tiers.slice(0, index).map((earlier) => `!(${earlier})`)].join(' & ')
          return sql<boolean>`s.words @@ ${only}::tsquery and ${asked}`
        })
  for (const step of steps) {
    if (found.length >= end) break
    const { rows } = await sql<{ model: string; model_id: number }>`
      select s.model, s.model_id from ${among(step)} order by ${order}
      limit ${end - found.length} offset ${skipped}`.execute(db)
    found.push(...rows)
  }
  const page = found.slice(query.offset - skipped)
  const { rows } = await sql<{ document: SearchHit }>`
    select h.document from jsonb_to_recordset(${JSON.stringify(page.map((key, n) => ({ ...key, n })))}::jsonb) as p (model text, model_id int, n int)
    join search_hits h on h.model = p.model and h.model_id = p.model_id order by p.n`.execute(db)
  return rows.map(({ document }) => document)
}

function shown(
  document: SearchHit,
  { retrieve, highlight }: SearchQuery,
  words: Parameters<typeof formatted>[2],
): SearchAnswer['hits'][number] {
  const hit =
    retrieve === null ? document : Object.fromEntries(Object.entries(document).filter(([name]) => retrieve.has(name)))
  return highlight ? { ...hit, _formatted: formatted(hit, highlight, words) } : hit
}
