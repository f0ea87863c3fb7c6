import type { Meta } from '@archwire/contract/core/paging.ts'
import type { Sorted } from '@archwire/contract/core/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/client.ts'
import { occursIn } from '../db/patterns.ts'
import { countedRows, metaOf } from './page.ts'

interface Page {
  page: number
  perPage: number
}

interface ListPage {
  /** The number of the first page; 1 by default. */
  firstPage?: 0 | 1
  /** The scoped root and its joins, without the word: `${rows(scope, 'locations', 'l')} join organizations o on …`. */
  from: RawBuilder<unknown>
  /** Conditions that all have to hold; at least one. */
  where: readonly RawBuilder<unknown>[]
  /** One row as JSON. */
  row: RawBuilder<unknown>
  /** The order; ends with the id, so that ties stay where they are. */
  order: RawBuilder<unknown>
  /**
   * Where the rows of a page are found again by their ids, under the root's alias `o`: a far page then costs no JSON of the
   * rows before it. Worth it where a row asks other tables, and an index gives the order.
   */
  again?: RawBuilder<unknown>
  /** Other results of the same statement, each under its name. */
  also?: Record<string, RawBuilder<unknown>>
}

/** A page of a list with its total, in one statement. `also` comes back under its names. */
export async function listPage<Row, Also extends object = object>(
  db: Db,
  { page, perPage }: Page,
  { firstPage = 1, from, where, row, order, again, also = {} }: ListPage,
): Promise<{ rows: Row[]; meta: Meta } & Also> {
  const found = sql`from ${from} ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}`
  const more = Object.entries(also).map(([name, value]) => sql`, ${value} as ${sql.ref(name)}`)
  const some = sql`order by ${order} limit ${perPage} offset ${(page - firstPage) * perPage}`
  const list = again
    ? sql`select json_agg(${row} order by ${order}) from (select o.id ${found} ${some}) page join ${again} on o.id = page.id`
    : sql`select json_agg(listed.row) from (select ${row} as row ${found} ${some}) listed`
  const { rows } = await sql<{ counted: number; list: Row[] | null } & Also>`
    select (select count(*)::int from (select 1 ${found} limit ${countedRows + 1}) counted) as counted,
      (${list}) as list
      ${sql.join(more, sql``)}`.execute(db)
  const { counted, list: listed, ...rest } = rows[0]!
  return {
    rows: listed ?? [],
    meta: metaOf({ counted, page, perPage, next: null, firstPage }),
    ...(rest as unknown as Also),
  }
}

/** The order of a list by one of its columns; ties by id, in the same direction (`work/order`). */
export const orderBy = <By extends string>(
  { by, way }: Sorted<By>,
  columns: Record<By, RawBuilder<unknown>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${columns[by]} ${sql.raw(way)} nulls last, ${id} ${sql.raw(way)}`

/** The same of columns that are never null: an index that ends with the id can give the order, either way. */
export const orderByFilled = <By extends string>(
  { by, way }: Sorted<By>,
  columns: Record<By, RawBuilder<unknown>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${columns[by]} ${sql.raw(way)}, ${id} ${sql.raw(way)}`

/** Words that count in a search; further ones are ignored. */
const mostWords = 6

/**
 * Conditions that every word of a search occurs in a text of the row, ignoring case and accents. A hyphen is like a space:
 * `Smith-Jones` finds `Smith Jones`, too.
 */
export const containsWords = (text: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean>[] =>
  (search ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => {
      const parts = /^\P{N}+$/u.test(word) ? word.split(/\p{Pd}+/u).filter(Boolean) : []
      const occurs = (part: string) => occursIn(sql`plain(${text})`, part)
      return parts.length < 2 ? occurs(word) : sql<boolean>`(${sql.join(parts.map(occurs), sql` and `)})`
    })

/** A part of a text that is not normalized, a code or number; `%` and `_` are matched literally. */
export const likeWord = (word: string): string => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Conditions of those filters that are set. */
export const whenSet = <V>(value: V | undefined, condition: (value: V) => RawBuilder<unknown>): RawBuilder<unknown>[] =>
  value === undefined ? [] : [condition(value)]
