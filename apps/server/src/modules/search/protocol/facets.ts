import { filterable, type Filterable } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { now } from '../../../kernel/clock.ts'
import { SearchError } from './errors.ts'
import { columnOf } from './filter.sql.ts'

/** How many hits have which value, and the least and the greatest of numbers. */
export interface FacetCounts {
  distribution: Record<string, Record<string, number>>
  stats: Record<string, { min: number; max: number }>
}

/** Values that one facet names, as Meilisearch does by default. */
const mostValues = 100
/** Beyond so many hits the counts may be a minute old (`search/protocol`). */
const countedAnew = 10_000
const keptMs = 60_000
const mostKept = 200
const kept = new WeakMap<object, Map<string, { at: number; counts: Promise<FacetCounts> }>>()

const namesOf = (asked: readonly string[]): Filterable[] => {
  const all = Object.keys(filterable) as Filterable[]
  if (asked.includes('*')) return all
  const unknown = asked.find((name) => !Object.hasOwn(filterable, name))
  if (unknown !== undefined)
    throw new SearchError(
      'invalid_search_facets',
      `Invalid facet distribution: Attribute \`${unknown}\` is not filterable. Available filterable attributes patterns are: \`${all.join(', ')}\`.`,
    )
  return [...new Set(asked)] as Filterable[]
}

/** Counts facets of the documents that match; those of many hits at most once a minute. @throws SearchError */
export async function countFacets(
  db: Db,
  matching: RawBuilder<boolean>,
  hits: number,
  asked: readonly string[],
): Promise<FacetCounts> {
  const names = namesOf(asked)
  if (hits === 0) return { distribution: Object.fromEntries(names.map((name) => [name, {}])), stats: {} }
  const statement = counting(matching, names)
  if (hits <= countedAnew) return count(db, statement)
  const { sql: text, parameters } = statement.compile(db)
  const key = JSON.stringify([text, parameters])
  const ours = kept.get(db) ?? new Map<string, { at: number; counts: Promise<FacetCounts> }>()
  kept.set(db, ours)
  const known = ours.get(key)
  const at = now().getTime()
  if (known && at - known.at < keptMs) return known.counts
  const counts = count(db, statement)
  ours.delete(key)
  ours.set(key, { at, counts })
  counts.catch(() => ours.delete(key))
  if (ours.size > mostKept) ours.delete(ours.keys().next().value!)
  return counts
}

interface Counted {
  facet: Filterable
  value: string
  n: number
  /** Of all values, also of those that are not named. */
  least: number | null
  greatest: number | null
}

const counting = (matching: RawBuilder<boolean>, names: Filterable[]) => {
  const parts = names.map((name) => {
    const kind = filterable[name]
    const values =
      kind === 'texts' || kind === 'numbers'
        ? sql`, unnest(${columnOf(name)}) v`
        : sql`, lateral (select ${columnOf(name)} as v) v`
    const numeric = kind === 'number' || kind === 'numbers'
    const ends = numeric
      ? sql`(min(v.v) over ())::float8 as least, (max(v.v) over ())::float8 as greatest`
      : sql`null::float8 as least, null::float8 as greatest`
    return sql`(select ${name}::text as facet, v.v::text as value, count(*)::int as n, ${ends} from matching s${values} where v.v is not null
      group by v.v order by count(*) desc, v.v limit ${mostValues})`
  })
  const columns = sql.join([
    sql`s.model`,
    sql`s.model_id`,
    ...names.filter((name) => !['id', 'model', 'model_id'].includes(name)).map((name) => sql.ref(`s.${name}`)),
  ])
  return sql<Counted>`with matching as materialized (select ${columns} from search_documents s where ${matching})
    ${sql.join(parts, sql` union all `)}`
}

async function count(db: Db, statement: RawBuilder<Counted>): Promise<FacetCounts> {
  const { rows } = await statement.execute(db)
  const counts: FacetCounts = { distribution: {}, stats: {} }
  for (const { facet, value, n, least, greatest } of rows) {
    ;(counts.distribution[facet] ??= {})[value] = n
    if (least !== null && greatest !== null) counts.stats[facet] = { min: least, max: greatest }
  }
  return counts
}
