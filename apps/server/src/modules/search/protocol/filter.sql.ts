import { filterable, type Filterable } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import { SearchError } from './errors.ts'
import type { Comparison, Filter } from './filter.ts'

/** The column of `search_documents s` behind an attribute. */
export const columnOf = (attribute: string): RawBuilder<unknown> =>
  attribute === 'id' ? sql`(s.model || '-' || s.model_id)` : sql.ref(`s.${attribute}`)

const kindOf = (attribute: string): (typeof filterable)[Filterable] => {
  if (Object.hasOwn(filterable, attribute)) return filterable[attribute as Filterable]
  throw new SearchError(
    'invalid_search_filter',
    `Attribute \`${attribute}\` is not filterable. Available filterable attributes are: ${Object.keys(filterable)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
  )
}

/** The number that a value is; null for others, which equal no number. */
const numberOf = (value: string): number | null => {
  const number = Number(value)
  return value.trim() === '' || !Number.isFinite(number) ? null : number
}
const mostInt = 2_147_483_647
const never = sql<boolean>`false`

/** The condition on `search_documents s` that a filter is. Nothing is equal to null; its negation holds there. */
export function conditionOf(filter: Filter): RawBuilder<boolean> {
  if ('and' in filter) return sql`(${sql.join(filter.and.map(conditionOf), sql` and `)})`
  if ('or' in filter) return sql`(${sql.join(filter.or.map(conditionOf), sql` or `)})`
  if ('not' in filter) return sql`(${conditionOf(filter.not)} is not true)`
  const kind = kindOf(filter.attribute)
  const column = columnOf(filter.attribute)
  const isList = kind === 'texts' || kind === 'numbers'
  if ('has' in filter) {
    if (filter.has === 'value') return sql`true`
    if (filter.has === 'null') return isList ? never : sql`(${column} is null)`
    return isList ? sql`(${column} = '{}')` : never
  }
  if ('among' in filter) {
    if (filter.among.length === 0) return never
    return sql`(${sql.join(
      filter.among.map((value) => compared(kind, column, '=', value)),
      sql` or `,
    )})`
  }
  if ('from' in filter)
    return sql`(${compared(kind, column, '>=', filter.from)} and ${compared(kind, column, '<=', filter.to)})`
  if (filter.is === '!=') return sql`(${compared(kind, column, '=', filter.value)} is not true)`
  return compared(kind, column, filter.is, filter.value)
}

function compared(
  kind: (typeof filterable)[Filterable],
  column: RawBuilder<unknown>,
  is: Exclude<Comparison, '!='>,
  value: string,
): RawBuilder<boolean> {
  if (kind === 'number' || kind === 'numbers') {
    const number = numberOf(value)
    if (number === null) return never
    // Whole numbers as such: an index on a column finds no fraction.
    const wanted = Number.isSafeInteger(number) ? sql`${number}::bigint` : sql`${number}::float8`
    // An index finds what a list contains.
    if (kind === 'numbers' && is === '=' && Number.isSafeInteger(number))
      return Math.abs(number) > mostInt ? never : sql`(${column}::integer[] @> array[${number}]::integer[])`
    const holds = (of: RawBuilder<unknown>) => sql<boolean>`(${of} ${sql.raw(is)} ${wanted})`
    return kind === 'number'
      ? holds(column)
      : sql`exists (select 1 from unnest(${column}) x where ${holds(sql.ref('x'))})`
  }
  // Texts are only equal or not; an order of theirs is asked for by sorting.
  if (is !== '=') return never
  if (kind === 'flag') {
    const flag = value.toLowerCase()
    return flag === 'true' || flag === 'false' ? sql`(${column} = ${flag === 'true'})` : never
  }
  if (kind === 'texts') return sql`exists (select 1 from unnest(${column}) x where lower(x) = lower(${value}))`
  // The texts of single values are in small letters.
  return sql`(${column} = ${value.toLowerCase()})`
}
