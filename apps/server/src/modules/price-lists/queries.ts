import type { PriceChange, PriceListData } from '@archwire/contract/pricing/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { presentPricing } from '../pricing/index.ts'
import { readPractice } from '../organizations/index.ts'
import { changesOfLists, changesOfOwn, type SavedList, type SavedOwn } from './changes.ts'
import { setsPrices } from './policy.ts'

/** Versions that an answer names. */
const most = 50

const saved = (
  alias: string,
) => sql`'version', ${sql.ref(`${alias}.version`)}, 'created_at', iso(${sql.ref(`${alias}.created_at`)}),
  'created_by', case when u.id is not null then jsonb_build_object('id', u.id, 'full_name', u.full_name) end`

/** The lab's list with its newest versions, and what a new one would meet (`rx-form/prices`). */
export async function readList(db: Db, actor: Actor): Promise<PriceListData> {
  const { rows: found } = await sql<{ lists: SavedList[]; open_drafts: number; practices: number }>`
    select (select jsonb_agg(x.row order by x.version desc) from (
        select l.version, jsonb_build_object(${saved('l')}, 'prices', l.prices || jsonb_build_object('version', l.version)) as row
        from price_lists l left join users u on u.id = l.created_by order by l.version desc limit ${most + 1}) x) as lists,
      (select count(*)::int from ${rows(actor.scope, 'case_drafts', 'd')}
        where d.discarded_at is null and d.submitted_at is null) as open_drafts,
      (select count(distinct v.organization_id)::int from (
        select distinct on (w.organization_id, w.field) w.organization_id, w.value from ${rows(actor.scope, 'price_overrides', 'w')}
        order by w.organization_id, w.field, w.version desc) v where v.value is not null) as practices`.execute(db)
  const { lists, open_drafts, practices } = found[0]!
  return {
    prices: presentPricing(actor, lists[0]!.prices),
    open_drafts,
    practices_with_own_prices: practices,
    versions: changesOfLists(lists).slice(0, most),
  }
}

/** Who set which of a practice's own prices when, the newest first. @throws NotFound, Forbidden */
export async function listOwnVersions(db: Db, actor: Actor, organizationId: number): Promise<PriceChange[]> {
  const { saves } = await readPractice<{ saves: SavedOwn[] }>(db, actor, organizationId, {
    may: setsPrices,
    also: sql`(select coalesce(jsonb_agg(jsonb_build_object(${saved('v')}, 'fields', v.fields) order by v.version), '[]') from (
        select w.version, min(w.created_at) as created_at, min(w.created_by) as created_by, jsonb_object_agg(w.field, w.value) as fields
        from ${rows(actor.scope, 'price_overrides', 'w')} where w.organization_id = o.id group by w.version) v
      left join users u on u.id = v.created_by) as saves`,
  })
  return changesOfOwn(saves)
}
