import type { Day } from '@archwire/contract/core/dates.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import type { Scope } from '../../db/scope.ts'

/** What a column holds: a percentage is a share of 1, money is in dollars, days and moments are texts of the lab's clock. */
export interface Column {
  title: string
  kind: 'text' | 'number' | 'money' | 'percent' | 'day' | 'moment'
}
export type Cell = string | number | null

/** What is asked of a report: days of `zone`, both included. */
export interface Asked {
  scope: Scope
  from: Day
  to: Day
  zone: string
}

/** Where the rows of a report come from. They are read in portions, so that no report is ever held in memory. */
export interface Source {
  columns: readonly Column[]
  count(db: Db, asked: Asked): Promise<number>
  portions(db: Db, asked: Asked): AsyncIterable<Cell[][]>
}

/** Rows of one portion. */
const portionSize = 1_000

const column =
  (kind: Column['kind']) =>
  (title: string): Column => ({ title, kind })
export const text = column('text')
export const number = column('number')
export const money = column('money')
export const percent = column('percent')
export const day = column('day')
export const moment = column('moment')

/** The day on which an instant is in the lab. */
export const dayOf = (at: RawBuilder<unknown>, zone: string): RawBuilder<string | null> =>
  sql`(${at} at time zone ${zone})::date::text`

/** What the lab's clock shows at an instant. */
export const momentOf = (at: RawBuilder<unknown>, zone: string): RawBuilder<string | null> =>
  sql`to_char(${at} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`

/** A report with a row for each record of a table that has a moment. */
interface Listing<Row> {
  columns: readonly Column[]
  /** The table with its joins. */
  from: (asked: Asked) => RawBuilder<unknown>
  /** Which of its rows. */
  where: RawBuilder<boolean>
  /** The moment that puts a row into the range, and what tells rows of one moment apart. */
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** What is read of a row, as a select list. */
  select: (asked: Asked) => RawBuilder<unknown>
  cells: (row: Row) => Cell[]
}

/**
 * Reads in the order of moment and id, each portion from where the last one ended. The moment goes back to the database as
 * it wrote it: a `Date` would lose its microseconds, and rows of one millisecond with them.
 */
export function listing<Row extends object>(list: Listing<Row>): Source {
  const { at, id } = list
  const asked = (wanted: Asked) =>
    sql`from ${list.from(wanted)} where ${list.where} and ${withinDays(at, [wanted.from, wanted.to], wanted.zone)}`
  return {
    columns: list.columns,
    async count(db, wanted) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count ${asked(wanted)}`.execute(db)
      return rows[0]!.count
    },
    async *portions(db, wanted) {
      let after: { at: string; id: number } | undefined
      for (;;) {
        const further = after ? sql`and (${at}, ${id}) > (${after.at}::timestamptz, ${after.id}::int)` : sql``
        const { rows } = await sql<Row & { cursor_at: string; cursor_id: number }>`
          select ${list.select(wanted)}, (${at})::text as cursor_at, ${id} as cursor_id
          ${asked(wanted)} ${further} order by ${at}, ${id} limit ${sql.lit(portionSize)}`.execute(db)
        if (rows.length > 0) yield rows.map((row) => list.cells(row))
        if (rows.length < portionSize) return
        const last = rows.at(-1)!
        after = { at: last.cursor_at, id: last.cursor_id }
      }
    },
  }
}
