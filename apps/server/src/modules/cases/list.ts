import type { DayRange } from '@archwire/contract/core/fields.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { patientSearch } from '@archwire/contract/patients/search.ts'
import { sql, type RawBuilder } from 'kysely'
import { BuiltJson } from '../../db/built-json.ts'
import type { Db } from '../../db/client.ts'
import { countedRows, metaOf } from '../../db/page.ts'
import { named } from '../../db/prepared.ts'
import { caseCondition, organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { cursorAfter, idsAfter, idsFromStart, keysOf, type Select } from './list-order.ts'

export type CaseSearch = SearchOf<typeof patientSearch>
type Condition = RawBuilder<unknown>

/**
 * What a list shows when nothing is asked (2 §9, decisions §6). The lab: active cases of its own, held ones left out, by
 * ship date. Whoever looks for a name or a state means all of them, so these defaults give way.
 */
function withDefaults(actor: Actor, search: CaseSearch): CaseSearch {
  if (!actor.isManagement) return { ...search, orderBy: search.orderBy ?? 'created_at', order: search.order ?? 'desc' }
  const asked =
    search['filter[search]'] !== undefined ||
    search['filter[doctor]'] !== undefined ||
    search['filter[patient_status_id]'] !== undefined ||
    search['filter[archived_only]'] === true ||
    search['filter[cancelled]'] === true ||
    search['filter[only_on_hold]'] === true
  const own = actor.role === 'lab_partner' || asked ? undefined : [1]
  return {
    ...search,
    'filter[active_request_only]': search['filter[active_request_only]'] ?? !asked,
    requestAssignments: search.requestAssignments ?? own,
    orderBy: search.orderBy ?? 'ship_date',
    order: search.order ?? 'asc',
  }
}

/** Words that all have to occur; `%` and `_` are letters here. */
const like = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

function conditions(actor: Actor, search: CaseSearch, zone: string): Condition[] {
  const list: Condition[] = [caseCondition(actor.scope, 'c', 'doctor_id')]
  const add = <T>(value: T | undefined, make: (value: T) => Condition) =>
    void (value !== undefined && list.push(make(value)))
  const on = (value: boolean | undefined, make: () => Condition) => void (value && list.push(make()))
  const [archived, cancelled] = [search['filter[archived_only]'] ?? false, search['filter[cancelled]'] ?? false]
  const active = search['filter[active_request_only]'] ?? false
  // Active cases are neither; said twice, it would have to be read from the table instead of the working list's index.
  if (!active || archived) list.push(sql`c.archived = ${archived}`)
  if (!active || cancelled) list.push(sql`c.cancelled = ${cancelled}`)
  for (const word of (search['filter[search]'] ?? '').split(' ').filter(Boolean).slice(0, 6))
    list.push(sql`c.search_text like plain(${like(word)})`)
  for (const word of (search['filter[doctor]'] ?? '').split(' ').filter(Boolean).slice(0, 6))
    list.push(sql`c.doctor_name like plain(${like(word)})`)
  add(search['filter[patient_status_id]'], (ids) => sql`c.patient_status_id = any(${ids}::int[])`)
  on(active, () => sql`c.active`)
  if (search['filter[only_on_hold]']) list.push(sql`c.is_on_hold`)
  else if (actor.isManagement && search['filter[search]'] === undefined) list.push(sql`not c.is_on_hold`)
  on(search['filter[rush_case_only]'], () => sql`c.rush_case`)
  add(search['filter[impression_type]'], (ids) => sql`c.impression_type = any(${ids}::int[])`)
  add(search['filter[products_list]'], (flags) => sql`c.products_list & ${flags} = ${flags}`)
  add(search['filter[locations]'], (ids) => sql`c.location_id = any(${ids}::int[])`)
  add(
    search.requestAssignments,
    (ids) => sql`(c.submission_completed_by = any(${ids}::int[]) or c.submission_completed_by is null)`,
  )
  add(search.queryUser, (id) => sql`c.doctor_id = ${id}`)
  add(search.queryOrganization, (id) => sql`c.organization_id = ${id}`)
  add(search.chosen_wi_organization_id, (ids) => sql`c.organization_id = any(${ids}::int[])`)
  add(search['filter[created_at_between]'], (days) => daysIn('created_at', days, zone))
  add(search['filter[completed_case_between]'], (days) => daysIn('completed_at', days, zone))
  add(
    search['filter[ship_date_between]'],
    ([from, to]) => sql`c.ship_date between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`,
  )
  return list
}

/** Ranges are calendar days in the lab's zone, for everyone, both ends included (decisions §15). */
function daysIn(column: string, [from, to]: DayRange, zone: string): Condition {
  const at = sql.ref(`c.${column}`)
  const ends = [
    ...(from === null ? [] : [sql`${at} >= (${from}::date)::timestamp at time zone ${zone}`]),
    ...(to === null ? [] : [sql`${at} < (${to}::date + 1)::timestamp at time zone ${zone}`]),
  ]
  return sql.join(ends, sql` and `)
}

interface Page {
  known: boolean
  counted: number
  ids: number[] | null
  /** The ready rows, written as JSON. */
  rows: string | null
  /** Sort values of the last row of a full page. */
  last: (string | number | null)[] | null
}

/**
 * A page of cases with its total, in one statement over the ready rows. Ids are found first, from an index alone where there
 * is one, and counted while they are: page 100 costs what page 1 costs. Only the page's own rows are read from the table.
 */
export async function listCases(
  db: Db,
  actor: Actor,
  sent: CaseSearch,
  zone: string,
  organizationId?: number,
): Promise<{ patients: BuiltJson<PatientSummary[]>; ids: number[]; meta: ReturnType<typeof metaOf> }> {
  const search = withDefaults(actor, sent)
  const order = { by: search.orderBy!, direction: search.order! }
  const { page, perPage, after } = search
  const where = conditions(actor, search, zone)
  if (organizationId !== undefined) where.push(sql`c.organization_id = ${organizationId}`)
  const filter = sql.join(where, sql` and `)
  const select: Select = (columns) => sql`select ${columns} from case_rows c where ${filter}`
  const most = Math.max(countedRows + 1, page * perPage)
  const found = after
    ? sql`select (select count(*)::int from (${select(sql`1`)} limit ${countedRows + 1}) c) as counted,
        (select array_agg(c.patient_id) from (${idsAfter(select, order, { after, perPage })}) c) as ids`
    : sql`select coalesce(cardinality(c.ids), 0) as counted, c.ids[${(page - 1) * perPage + 1}::int:${page * perPage}::int] as ids
        from (select array_agg(c.patient_id) as ids from (${idsFromStart(select, order, sql`${most}`)}) c) c`
  const query = sql<Page>`
    with found as materialized (${found})
    select ${knownOrganization(actor, organizationId)} as known, found.counted, found.ids,
      (select json_agg(c.row order by u.position)::text
        from unnest(found.ids) with ordinality u(id, position) join case_rows c on c.patient_id = u.id) as rows,
      (select ${keysOf(order)} from case_rows c where c.patient_id = found.ids[${perPage}::int]) as last
    from found`
  const { rows } = await (looksForText(search) ? query : named('cases.list', query)).execute(db)
  const { known, counted, ids, rows: shown, last } = rows[0]!
  if (!known) throw new NotFound('This organization')
  return {
    patients: new BuiltJson(shown ?? '[]'),
    ids: ids ?? [],
    meta: metaOf({ counted, page, perPage, next: last && cursorAfter(order, last, ids!.at(-1)!) }),
  }
}

/** The best way to find a text depends on the text; of all other filters one plan may be kept. */
const looksForText = (search: CaseSearch): boolean =>
  search['filter[search]'] !== undefined || search['filter[doctor]'] !== undefined

/** An organization of the path must be within reach; a stranger's is as good as none. */
const knownOrganization = (actor: Actor, id: number | undefined): Condition =>
  id === undefined
    ? sql`true`
    : sql`exists (select 1 from organizations o where o.id = ${id} and o.deleted_at is null and ${organizationCondition(actor.scope, 'o', 'id')})`

type Counts = Record<'new' | 'in_progress' | 'awaiting_approval' | 'approved' | 'completed' | 'all', number>

/** How many cases of an organization are in each state; follows search, location and on-hold of the list. */
export async function countCases(
  db: Db,
  actor: Actor,
  organizationId: number,
  search: Partial<CaseSearch>,
  zone: string,
): Promise<Counts> {
  const filter = sql.join(
    [...conditions(actor, search as CaseSearch, zone), sql`c.organization_id = ${organizationId}`],
    sql` and `,
  )
  const { rows } = await sql<Counts & { known: boolean }>`
    select ${knownOrganization(actor, organizationId)} as known, count(*) filter (where patient_status_id = 2)::int as new, count(*) filter (where patient_status_id = 1)::int as in_progress,
      count(*) filter (where patient_status_id = 3)::int as awaiting_approval, count(*) filter (where patient_status_id = 4)::int as approved,
      count(*) filter (where patient_status_id = 5)::int as completed, count(*)::int as "all"
    from case_rows c where ${filter}`.execute(db)
  const { known, ...counts } = rows[0]!
  if (!known) throw new NotFound('This organization')
  return counts
}
