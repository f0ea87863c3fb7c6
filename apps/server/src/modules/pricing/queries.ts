import type { PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import { withOverrides } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { NotFound } from '../../kernel/errors.ts'

/** The list that every portal starts with. */
export const firstList = 1

/** A list, and what a practice has instead of some of its fields. */
export interface PriceRow {
  list: PriceList
  overrides: PriceOverrides
}

/** The prices of the organization `o` that hold now, as JSON of a `PriceRow`, for embedding into a bigger SELECT. */
export const pricesNow = sql`jsonb_build_object('list', (select l.prices || jsonb_build_object('version', l.version)
    from price_lists l order by l.version desc limit 1),
  'overrides', (select jsonb_build_object('version', coalesce(max(x.version), 0), 'fields', coalesce(jsonb_object_agg(x.field, x.value), '{}'))
    from (select distinct on (v.field) v.field, v.version, v.value from price_overrides v
      where v.organization_id = o.id order by v.field, v.version desc) x))`

/** The prices that the print `pr` keeps (`billing/print-rows`), as JSON of a `PriceRow`, for embedding into a bigger SELECT. */
export const pricesKept = sql`jsonb_build_object('list', (select l.prices || jsonb_build_object('version', l.version)
    from price_lists l where l.version = pr.price_list),
  'overrides', (select jsonb_build_object('version', pr.price_overrides, 'fields', coalesce(jsonb_object_agg(x.field, x.value), '{}'))
    from (select distinct on (v.field) v.field, v.value from price_overrides v
      where v.organization_id = pr.organization_id and v.version <= pr.price_overrides order by v.field, v.version desc) x))`

/** The versions of the prices that hold now for a practice that the caller has locked or read; 0: no prices of its own. */
export async function versionsNow(
  db: Db,
  practice: { organization_id: number },
): Promise<{ version: number; overrides: number }> {
  const { rows } = await sql<{ version: number; overrides: number }>`
    select max(l.version) as version, (select coalesce(max(v.version), 0) from price_overrides v
      where v.organization_id = ${practice.organization_id}) as overrides from price_lists l`.execute(db)
  return rows[0]!
}

/** A practice's prices, in cents: its own in the place of the list's. */
export const pricesOf = ({ list, overrides }: PriceRow): PriceList => withOverrides(list, overrides)

/**
 * The prices of a practice that the caller has read or locked, in cents: by the list and its own prices of these versions,
 * else by those that hold now. @throws NotFound
 */
export async function readPrices(
  db: Db,
  practice: { organization_id: number },
  { list, overrides }: { list?: number | undefined; overrides?: number | undefined },
): Promise<PriceList> {
  const { rows } = await sql<PriceRow>`
    select l.prices || jsonb_build_object('version', l.version) as list, (
      select jsonb_build_object('version', coalesce(max(x.version), 0), 'fields', coalesce(jsonb_object_agg(x.field, x.value), '{}'))
      from (select distinct on (v.field) v.field, v.version, v.value from price_overrides v
        where v.organization_id = ${practice.organization_id} and (${overrides ?? null}::int is null or v.version <= ${overrides ?? null})
        order by v.field, v.version desc) x) as overrides
    from price_lists l
    where ${list ?? null}::int is null or l.version = ${list ?? null} order by l.version desc limit 1`.execute(db)
  const [row] = rows
  if (!row || (overrides !== undefined && row.overrides.version !== overrides)) throw new NotFound('This price list')
  return pricesOf(row)
}

/**
 * The prices of the organization `o` that held at a moment, as JSON of a `PriceRow`; the first list where there was none
 * yet. For embedding into a bigger SELECT.
 */
export const pricesAt = (
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`jsonb_build_object('list', (select l.prices || jsonb_build_object('version', l.version)
    from price_lists l order by l.created_at <= ${at} desc, case when l.created_at <= ${at} then l.version else -l.version end desc limit 1),
  'overrides', (select jsonb_build_object('version', coalesce(max(x.version), 0), 'fields', coalesce(jsonb_object_agg(x.field, x.value), '{}'))
    from (select distinct on (v.field) v.field, v.version, v.value from price_overrides v
      where v.organization_id = o.id and v.created_at <= ${at} order by v.field, v.version desc) x))`
