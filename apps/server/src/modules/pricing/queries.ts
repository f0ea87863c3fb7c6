import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { NotFound } from '../../kernel/errors.ts'

/** The list that every portal begins with. */
export const firstList = 1

/** The price list that holds now, as JSON, for embedding into a bigger SELECT. */
export const listNow = sql`(select l.prices || jsonb_build_object('version', l.version) from price_lists l order by l.version desc limit 1)`

/** A price list, in cents: the one of a version, else the one that holds now. @throws NotFound */
export async function readPriceList(db: Db, version: number | null | undefined): Promise<PriceList> {
  const { rows } = await sql<{ list: PriceList }>`
    select l.prices || jsonb_build_object('version', l.version) as list from price_lists l
    where ${version ?? null}::int is null or l.version = ${version ?? null} order by l.version desc limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound('This price list')
  return row.list
}
