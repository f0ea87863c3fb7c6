import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { typedSearch } from '../case-list/index.ts'
import { idsOf, seesArchived, type Asked, type Found } from './kinds.ts'

type Condition = RawBuilder<unknown>

/** So many cases are shown; those behind them may bring their requests. */
const shown = 6
const behind = 24

/** So many cases that a text finds are compared, of a letter or two fewer; of more, those that changed last. */
const comparedOf = (typed: string) => (typed.length < 3 ? 250 : 1_000)

/** So many of the newest cases that a person has work on are compared whatever else a text finds. */
const own = 300

/** The case `c` as a hit. */
const hit = sql`jsonb_build_object('kind', 'case', 'id', c.patient_id, 'name', c.row ->> 'formatted_name',
  'number', coalesce(nullif(c.row ->> 'case_number_text', ''), c.row ->> 'case_code'), 'about', c.row #>> '{user,full_name}',
  'status', case when c.archived then 'Archived' when c.cancelled then 'Canceled' else c.row #>> '{patient_status,label}' end,
  'organization', jsonb_build_object('id', c.organization_id, 'name', c.row #>> '{organization,name}'), 'cases', null, 'logged', jsonb_build_array(c.patient_id))`

/** Cases `c` that lists show, and archived ones for people who can see them. */
export const visible = (actor: Actor, chosen: readonly number[] | undefined): Condition =>
  sql`(${seesArchived(actor) ? sql`true` : sql`not c.archived`} and ${
    chosen ? sql`c.organization_id = any(${[...chosen]}::int[])` : sql`true`
  })`

/**
 * How near a case `c` is to the person: opened lately, the person's own (as its doctor or maker, or by work that is theirs),
 * of a practice that they look after, any other.
 */
function nearness(actor: Actor, recent: readonly number[]): Condition {
  const isOwn = actor.isManagement
    ? // Few of all cases are worked on: only for these a look at their work.
      sql`c.active and exists (select from tech_workflows w
        where w.organization_id = c.organization_id and w.patient_id = c.patient_id and w.assigned_to = ${actor.userId})`
    : sql`(c.doctor_id = ${actor.userId} or c.created_by_user_id = ${actor.userId})`
  return sql`case when c.patient_id = any(${[...recent]}::int[]) then 0 when ${isOwn} then 1
    when c.organization_id = any(array(select o.id from organizations o where o.customer_service_manager_id = ${actor.userId})) then 2 else 3 end`
}

/**
 * The cases that a typed text means, nearest first, and with some more behind them, by their ids. Of a text that finds very many, of
 * a letter or two, those are compared that an index gives first, that changed last, that the person has work on, and that
 * were opened lately: what is read has a bound, however many there are.
 */
export async function findCases(
  db: Db,
  actor: Actor,
  { typed, recent, chosen }: Asked,
): Promise<{ hits: Found[]; more: { id: number; place: Found['place'] }[] }> {
  const { found, rank } = typedSearch(actor, typed)
  const opened = idsOf('case', recent)
  const compared = comparedOf(typed)
  const where = sql`${found} and ${visible(actor, chosen)}`
  const line = sql`c.patient_id, (${rank} + 1) / 2 as place, ${nearness(actor, opened)} as distance,
    c.cancelled or c.archived as is_gone, not c.active as is_done, c.updated_at`
  const { rows: list } = await sql<{ id: number; place: Found['place']; hit: Found | null }>`
    with typed as materialized (
      select ${line} from ${rows(actor.scope, 'case_rows', 'c')} where ${where} limit ${compared}
    ), latest as materialized (
      select ${line} from (
        select c.* from ${rows(actor.scope, 'case_rows', 'c')} order by c.updated_at desc, c.patient_id desc limit ${compared}) c
      where (select count(*) from typed) >= ${compared}::int and ${where}
    ), near as materialized (
      select ${line} from ${rows(actor.scope, 'case_rows', 'c')} where c.patient_id = any(${opened}::int[] || array(
          select w.patient_id from ${rows(actor.scope, 'tech_workflows', 'w')} where w.assigned_to = ${actor.userId}
          order by w.patient_id desc limit ${own})) and ${where}
    ), best as materialized (
      select t.patient_id, t.place, row_number() over () as n from (
        select * from typed union select * from latest union select * from near
        order by place, distance, is_gone, is_done, updated_at desc, patient_id desc limit ${behind}) t
    )
    select b.patient_id as id, b.place, case when b.n <= ${shown} then ${hit} end as hit
    from best b join ${rows(actor.scope, 'case_rows', 'c')} on c.patient_id = b.patient_id order by b.n`.execute(db)
  return {
    hits: list.flatMap(({ place, hit: one }) => (one ? [{ ...one, place }] : [])),
    more: list.map(({ id, place }) => ({ id, place })),
  }
}

/** Cases by their ids, as far as the person sees them. */
export async function namedCases(db: Db, actor: Actor, wanted: readonly number[]): Promise<Found[]> {
  const { rows: found } = await sql<{ hit: Found }>`
    select ${hit} as hit from ${rows(actor.scope, 'case_rows', 'c')}
    where c.patient_id = any(${[...wanted]}::int[]) and ${visible(actor, undefined)}`.execute(db)
  return found.map(({ hit: one }) => ({ ...one, place: 1 }))
}

/** The cases that changed last, as lists show them. */
export async function latestCases(db: Db, actor: Actor, chosen: readonly number[] | undefined): Promise<Found[]> {
  const { rows: found } = await sql<{ hit: Found }>`
    select ${hit} as hit from ${rows(actor.scope, 'case_rows', 'c')}
    where not c.archived and not c.cancelled and ${visible(actor, chosen)}
    order by c.updated_at desc, c.patient_id desc limit ${shown}`.execute(db)
  return found.map(({ hit: one }) => ({ ...one, place: 1 }))
}
