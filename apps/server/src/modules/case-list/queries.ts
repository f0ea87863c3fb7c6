import { statusNames } from '@archwire/contract/core/statuses.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { waitingLists, type WaitingKind } from '@archwire/contract/patients/waiting.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { WorkflowKind } from '@archwire/contract/workflow-kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import { BuiltJson } from '../../db/built-json.ts'
import type { Db } from '../../db/client.ts'
import { countedRows, metaOf } from '../../kernel/page.ts'
import { ids } from '../../db/ids.ts'
import { named } from '../../db/prepared.ts'
import { labScope, organizationCondition, rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { notHidden } from '../organizations/index.ts'
import { asksDoctor, conditions, permitSearch, plannedAnew, withDefaults, type CaseSearch } from './filters.sql.ts'
import { cursorAfter, idsAfter, idsFromStart, keysOf, type Select } from './order.sql.ts'
import { parcelsIn } from './parcels.sql.ts'
import { typedSearch } from './search.sql.ts'

type Condition = RawBuilder<unknown>

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
 * A page of cases with its total, in one statement over the ready rows. Ids are found first, from an index alone where
 * there is one, and counted while they are: page 100 costs what page 1 costs. Only the rows of the page itself are read
 * from the table, by ids that passed the scope.
 */
export async function listCases(
  db: Db,
  actor: Actor,
  sent: CaseSearch,
  zone: string,
  organizationId?: number,
): Promise<{ patients: BuiltJson<PatientSummary[]>; ids: number[]; meta: ReturnType<typeof metaOf> }> {
  permitSearch(actor, sent)
  const search = withDefaults(actor, sent)
  const typed = search['filter[search]']
  const rank = typed === undefined ? undefined : typedSearch(actor, typed).rank
  const parcels = parcelsIn(actor, search, zone)
  const order = {
    by: parcels ? 'parcels' : search.orderBy!,
    direction: search.order!,
    rank,
    parcel: parcels?.parcel,
  } as const
  const { page, perPage, after } = search
  const where = conditions(actor, search, zone)
  if (organizationId !== undefined) where.push(sql`c.organization_id = ${organizationId}`)
  const filter = sql.join(where, sql` and `)
  const select: Select = (columns) => sql`select ${columns} from ${rows(actor.scope, 'case_rows', 'c')} where ${filter}`
  const most = Math.max(countedRows + 1, page * perPage)
  const found = after
    ? sql`select (select count(*)::int from (${select(sql`1`)} limit ${countedRows + 1}) c) as counted,
        (select array_agg(c.patient_id) from (${idsAfter(select, order, { after, perPage })}) c) as ids`
    : sql`select coalesce(cardinality(c.ids), 0) as counted, c.ids[${(page - 1) * perPage + 1}::int:${page * perPage}::int] as ids
        from (select array_agg(c.patient_id) as ids from (${idsFromStart(select, order, sql`${most}`)}) c) c`
  const query = sql<Page>`
    with found as materialized (${found})
    select ${knownOrganization(actor, organizationId)} as known, found.counted, found.ids,
      (select json_agg(${rowFor(actor)} || ${unreadMessages(actor)}${parcels ? sql` || ${parcels.ofRow}` : sql``} order by u.position)::text
        from unnest(found.ids) with ordinality u(id, position) join ${rows(labScope, 'case_rows', 'c')} on c.patient_id = u.id) as rows,
      (select ${keysOf(order)} from ${rows(labScope, 'case_rows', 'c')} where c.patient_id = found.ids[${perPage}::int]) as last
    from found`
  const answered = await (plannedAnew(search) ? query : named('cases.list', query)).execute(db)
  const { known, counted, ids, rows: shown, last } = answered.rows[0]!
  if (!known) throw new NotFound('This organization')
  return {
    patients: new BuiltJson(shown ?? '[]'),
    ids: ids ?? [],
    meta: metaOf({ counted, page, perPage, next: last && cursorAfter(order, last, ids!.at(-1)!) }),
  }
}

/**
 * The ready row of `c` as this caller reads it: only staff see who works on the case, and the partner for its own work.
 */
export function rowFor({ role }: Actor): Condition {
  if (isStaff(role)) return sql`c.row`
  const hidden = (work: WorkflowKind, row: Condition) =>
    sql`jsonb_set(jsonb_set(${row}, ${`{workflow_data,${work},assigned_to}`}::text[], 'null', false),
      ${`{workflow_data,${work},next_step,tech_name}`}::text[], 'null', false)`
  // The setup and its corrections have one maker.
  const setupHidden = hidden('flawed_tray', hidden('initial_case_setup', sql`c.row`))
  if (role !== 'lab_partner') return hidden('printing_request', setupHidden)
  const setup = sql`case when c.submission_completed_by = ${assignment.thirdParty} then c.row else ${setupHidden} end`
  return sql`case when exists (select 1 from printing_requests pr where pr.organization_id = c.organization_id
      and pr.customer_request_id = (c.row ->> 'open_request_id')::int and pr.assignment = ${assignment.thirdParty})
    then ${setup} else ${hidden('printing_request', setup)} end`
}

/** How many messages to this caller about the case of `c` are unread; nothing where there is none (`work/unread`). */
export const unreadMessages = ({ userId }: Actor): Condition => sql`coalesce((
  select jsonb_build_object('unread_messages', count(*)) from message_recipients t where t.user_id = ${userId}
    and t.organization_id = c.organization_id and t.patient_id = c.patient_id and t.read_at is null having count(*) > 0), '{}')`

/** An organization in the path must be within reach; one of another tenant counts as unknown. */
export const knownOrganization = (actor: Actor, id: number | undefined): Condition =>
  id === undefined
    ? sql`true`
    : sql`exists (select 1 from organizations o where o.id = ${id} and ${notHidden(actor.scope)} and ${organizationCondition(actor.scope, 'o', 'id')})`

type Counts = Record<PatientStatus | 'all', number>

const countsOf = (states: readonly PatientStatus[]): Condition =>
  sql.join(
    states.map(
      (state) =>
        sql`count(*) filter (where patient_status_id = ${ids(patientStatuses[state])})::int as ${sql.ref(state)}`,
    ),
  )

/**
 * How many cases of an organization are in each state, and how many wait for the doctor's answer; follows search, location
 * and on-hold of the list.
 */
export async function countCases(
  db: Db,
  actor: Actor,
  organizationId: number,
  search: Partial<CaseSearch>,
  zone: string,
): Promise<Counts & { questions: number }> {
  permitSearch(actor, search)
  const filter = sql.join(
    [...conditions(actor, search as CaseSearch, zone), sql`c.organization_id = ${organizationId}`],
    sql` and `,
  )
  const counted = await sql<Counts & { questions: number; known: boolean }>`
    select ${knownOrganization(actor, organizationId)} as known, ${countsOf(statusNames(patientStatuses))}, count(*)::int as "all",
      count(*) filter (where ${asksDoctor})::int as questions
    from ${rows(actor.scope, 'case_rows', 'c')} where ${filter}`.execute(db)
  const { known, ...counts } = counted.rows[0]!
  if (!known) throw new NotFound('This organization')
  return counts
}

const beforeCompleted = statusNames(patientStatuses).filter((state) => state !== 'completed')

/**
 * How many cases are in each state but Completed, whose number would be that of the whole past, and in the list of all:
 * each the total of the list that its tab opens (`work/lab-counts`).
 */
export async function countAllCases(
  db: Db,
  actor: Actor,
  sent: Partial<CaseSearch>,
  zone: string,
): Promise<Omit<Counts, 'completed'>> {
  permitSearch(actor, sent)
  const search = sent as CaseSearch
  const where = (asked: CaseSearch) => conditions(actor, withDefaults(actor, asked), zone)
  const ofStates = where({
    ...search,
    'filter[patient_status_id]': beforeCompleted.map((state) => patientStatuses[state].id),
  })
  // As all of them are that are neither archived nor canceled: said again for the index that holds few cases.
  if (!search['filter[archived_only]'] && !search['filter[cancelled]'] && !search['filter[with_cancelled]'])
    ofStates.push(sql`c.active`)
  const { rows: counted } = await sql<Omit<Counts, 'completed'>>`
    select ${countsOf(beforeCompleted)}, (select count(*)::int from (
        select from ${rows(actor.scope, 'case_rows', 'c')} where ${sql.join(where(search), sql` and `)} limit ${countedRows}) c) as "all"
    from ${rows(actor.scope, 'case_rows', 'c')} where ${sql.join(ofStates, sql` and `)}`.execute(db)
  return counted[0]!
}

type Waiting = Omit<Record<WaitingKind, number>, 'unassigned'> & { unassigned: number | null }

/** How many cases wait for the lab, each number the total of the list behind it (`organizations/waiting`). */
export async function countWaiting(
  db: Db,
  actor: Actor,
  chosen: Partial<Pick<CaseSearch, 'chosen_wi_organization_id'>>,
  zone: string,
): Promise<Waiting> {
  const kinds = (Object.keys(waitingLists) as WaitingKind[]).filter(
    (kind) => kind !== 'unassigned' || isStaff(actor.role),
  )
  const searches = kinds.map((kind) => {
    const asked = Object.fromEntries(Object.keys(waitingLists[kind]).map((key) => [key, true]))
    return [kind, { ...asked, ...chosen } as CaseSearch] as const
  })
  const counted = await countLists(db, actor, Object.fromEntries(searches) as Record<WaitingKind, CaseSearch>, zone)
  return { ...counted, unassigned: kinds.includes('unassigned') ? counted.unassigned : null }
}

/** How many cases each of some lists shows, in one statement; of one organization where it is given. */
export async function countLists<Name extends string>(
  db: Db,
  actor: Actor,
  lists: Record<Name, CaseSearch>,
  zone: string,
  organizationId?: number,
): Promise<Record<Name, number>> {
  const counts = (Object.entries(lists) as [Name, CaseSearch][]).map(([name, search]) => {
    const where = conditions(actor, withDefaults(actor, search), zone)
    if (organizationId !== undefined) where.push(sql`c.organization_id = ${organizationId}`)
    return sql`(select count(*)::int from ${rows(actor.scope, 'case_rows', 'c')} where ${sql.join(where, sql` and `)}) as ${sql.ref(name)}`
  })
  if (counts.length === 0) return {} as Record<Name, number>
  const { rows: counted } = await sql<Record<Name, number>>`select ${sql.join(counts)}`.execute(db)
  return counted[0]!
}
