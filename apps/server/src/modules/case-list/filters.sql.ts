import { addDays, dayIn, weekday } from '@archwire/contract/core/dates.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { lateIf } from '@archwire/contract/patients/acting.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { patientSearch } from '@archwire/contract/patients/search.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { PrintStep } from '@archwire/contract/tech-workflows/steps.ts'
import { sql, type RawBuilder } from 'kysely'
import { startOf, withinDays } from '../../db/days.ts'
import { ids } from '../../db/ids.ts'
import type { Actor } from '../../kernel/actor.ts'
import { permit } from '../../kernel/errors.ts'
import { addBusinessDays } from '../calendar/index.ts'
import { parcelsIn, shipsWithin } from './parcels.sql.ts'
import { doctorNamed, doctorOrPracticeNamed, typedSearch } from './search.sql.ts'
import { asksOpenWork, finishedSteps, workConditions } from './work-filters.sql.ts'

export type CaseSearch = SearchOf<typeof patientSearch>
type Condition = RawBuilder<unknown>

/**
 * What a list shows without a search (`work/practice-list`, `work/lab-list`). The lab: active cases of its own, held
 * ones left out, by ship date. A search for a name, a state or inactive cases covers all cases, so these defaults do
 * not apply to it.
 */
export function withDefaults(actor: Actor, search: CaseSearch): CaseSearch {
  if (!actor.isManagement) return { ...search, orderBy: search.orderBy ?? 'created_at', order: search.order ?? 'desc' }
  const asked =
    search['filter[search]'] !== undefined ||
    search['filter[doctor]'] !== undefined ||
    search['filter[patient_status_id]'] !== undefined ||
    search['filter[active_request_only]'] === false ||
    // What these look for is hardly ever being worked on.
    search['filter[tracking_number]'] !== undefined ||
    search['filter[completed_case_between]'] !== undefined ||
    search['filter[approved_between]'] !== undefined ||
    search['filter[worked_between]'] !== undefined ||
    search['filter[shipped_between]'] !== undefined ||
    wantsArchived(search) ||
    search['filter[cancelled]'] === true ||
    search['filter[only_on_hold]'] === true ||
    search['filter[asks_doctor_only]'] === true
  const own = actor.role === 'lab_partner' || asked ? undefined : [1]
  return {
    ...search,
    'filter[active_request_only]': search['filter[active_request_only]'] ?? !asked,
    requestAssignments: search.requestAssignments ?? own,
    orderBy: search.orderBy ?? 'ship_date',
    order: search.order ?? 'asc',
  }
}

const wantsArchived = (search: Partial<CaseSearch>): boolean =>
  search['filter[archived_only]'] === true || search['filter[only_deleted]'] === true

/**
 * Hides archived cases from practices' lists (`cases/archived`): only the lab searches for them, or people with
 * organization.view-archived. Likewise who works on a case.
 * @throws Forbidden
 */
export function permitSearch(actor: Actor, search: Partial<CaseSearch>): void {
  permit(!wantsArchived(search) || actor.permissions.has('organization.view-archived'), null)
  // Who works on a case, or that no one does, is read by staff only (`work/named`); so is who looks after a practice.
  const ofStaff =
    search['filter[unassigned_only]'] === true ||
    search['filter[customer_service_manager]'] !== undefined ||
    search['filter[worked_by]'] !== undefined ||
    search['filter[assigned_to]'] !== undefined
  permit(!ofStaff || isStaff(actor.role), null)
  permitTypes(actor, search)
}

/** Types of organizations are read by people who assign them (`organizations/types`). @throws Forbidden */
export function permitTypes(actor: Actor, search: { 'filter[organization_type]'?: number[] | undefined }): void {
  const asks = search['filter[organization_type]'] !== undefined
  permit(!asks || actor.permissions.has('organizations.assign-organization-type'), null)
}

/** Cases `c` of organizations of these types. */
export const ofTypes = (types: readonly number[]) =>
  sql`c.organization_id = any(array(select o.id from organizations o where o.organization_type_id = any(${types}::int[])))`

/** The lab must act, or the partner on its own work (`work/late`). The other conditions follow from it; they let PostgreSQL use the indexes. */
export const toDo = ({ role }: Actor) =>
  sql`c.acting = ${sql.lit(lateIf(role))} and c.active and not c.is_on_hold and c.patient_status_id <> ${ids(patientStatuses.awaiting_approval)}`

/**
 * The current work of the ready row `c`: a correction that waits, before it the open print, before it the setup.
 */
export const currentWork = sql`case when c.row ? 'has_pending_flawed_tray_request' then c.row #> '{workflow_data,flawed_tray}'
  when jsonb_typeof(c.row #> '{workflow_data,printing_request}') = 'object'
  then c.row #> '{workflow_data,printing_request}' else c.row #> '{workflow_data,initial_case_setup}' end`

/**
 * Who has the current work of `c`, as JSON: a correction that waits, before it the open print, before it the setup. As the
 * index `case_rows_untaken` has it.
 */
export const takenBy = sql`(case when c.row ? 'has_pending_flawed_tray_request' then c.row #> '{workflow_data,flawed_tray,assigned_to}'
      when jsonb_typeof(c.row #> '{workflow_data,printing_request}') = 'object' then c.row #> '{workflow_data,printing_request,assigned_to}'
      else c.row #> '{workflow_data,initial_case_setup,assigned_to}' end)`
const takenByNobody = sql`${takenBy} = 'null'::jsonb`

/** No one asked for changes of the setup of `c`: it has no second round (`work/rounds`). */
export const inFirstRound = sql`not exists (select 1 from tech_workflows w where w.organization_id = c.organization_id
  and w.patient_id = c.patient_id and w.kind = 'initial_case_setup' and w.round > 1)`

const readyToShip: readonly PrintStep[] = ['Ship QA', 'Ship']
/** The open print of `c` is the lab's, and is to be checked for shipping, or shipped, next. */
export const shipsNext = sql`c.row #>> '{workflow_data,printing_request,next_step,process}' = any(${readyToShip}::text[])
  and exists (select 1 from printing_requests pr where pr.organization_id = c.organization_id
    and pr.customer_request_id = (c.row ->> 'open_request_id')::int and pr.assignment = ${assignment.ownLab})`

/**
 * It ships today or on the next business day, the lab must act, and its print is not about to be shipped
 * (`today/at-risk`). The partner's own work for a partner.
 */
function isAtRisk(actor: Actor, zone: string): Condition {
  const today = dayIn(zone, actor.now)
  const isReady = sql`coalesce(c.row #>> '{workflow_data,printing_request,next_step,process}' = any(${readyToShip}::text[]), false)`
  return sql`${toDo(actor)} and c.ship_date between ${today}::date and ${addBusinessDays(today, 1)}::date and not ${isReady}`
}

/** The lab must act, and the current work has been in its state for more than three business days (`today/stuck`). */
function isStuck(actor: Actor, zone: string): Condition {
  const since = startOf(addBusinessDays(dayIn(zone, actor.now), -3), zone)
  return sql`${toDo(actor)} and (${currentWork} ->> 'status_updated_at')::timestamptz < ${since}`
}

/** A print of `c` arrives this week, on a Saturday in the coming one, as far as it is planned (`today/arriving`). */
export function arrives(actor: Pick<Actor, 'now'>, zone: string): Condition {
  const today = dayIn(zone, actor.now)
  // No parcel arrives on a weekend: on its first day the week is over.
  const left = (13 - weekday(today)) % 7 || 7
  return sql`pr.status_id <> ${ids(printingRequestStatuses.canceled)} and pr.assignment <> ${sql.lit(assignment.inOffice)}
    and pr.expected_arrival_date between ${today}::date and ${addDays(today, left)}::date`
}

/** On hold, and the doctor was told why, who is to answer (`cases/hold`). */
export const asksDoctor = sql`c.is_on_hold and (select n.asks_doctor from on_hold_notes n where n.organization_id = c.organization_id
  and n.patient_id = c.patient_id and n.is_on_hold_reason order by n.id desc limit 1)`

const inNoTray = sql`not exists (select 1 from case_tray_cases t
  where t.organization_id = c.organization_id and t.patient_id = c.patient_id and t.left_at is null)`

/** The conditions of a search on ready rows `c`, which are within the scope. `search` already includes its defaults. */
export function conditions(actor: Actor, search: CaseSearch, zone: string): Condition[] {
  const list: Condition[] = [sql`true`]
  const add = <T>(value: T | undefined, make: (value: T) => Condition) =>
    void (value !== undefined && list.push(make(value)))
  const on = (value: boolean | undefined, make: () => Condition) => void (value && list.push(make()))
  const [archived, cancelled] = [wantsArchived(search), search['filter[cancelled]'] ?? false]
  const active = search['filter[active_request_only]'] ?? false
  // Active cases are neither; stating it again would force a read of the table instead of the working list's index.
  // Written out, not as parameters: otherwise no plan that is kept could use an index of such cases alone.
  if (!active || archived) list.push(archived ? sql`c.archived` : sql`not c.archived`)
  if ((!active && !search['filter[with_cancelled]']) || cancelled)
    list.push(cancelled ? sql`c.cancelled` : sql`not c.cancelled`)
  add(search['filter[search]'], (text) => typedSearch(actor, text).found)
  add(search['filter[doctor]'], doctorNamed)
  add(search['filter[doctor_or_organization]'], doctorOrPracticeNamed)
  add(search['filter[patient_status_id]'], (ids) => sql`c.patient_status_id = any(${ids}::int[])`)
  // Open work of a case that is neither archived nor canceled makes it active: said for the index that holds few cases.
  const isOpen = asksOpenWork(search) && !archived && !cancelled && !search['filter[with_cancelled]']
  on(active || isOpen, () => sql`c.active`)
  if (search['filter[only_on_hold]']) list.push(sql`c.is_on_hold`)
  // Held cases are left out of the working list only: a search that includes inactive ones includes them.
  else if (
    actor.isManagement &&
    active &&
    search['filter[search]'] === undefined &&
    !search['filter[asks_doctor_only]']
  )
    list.push(sql`not c.is_on_hold`)
  on(search['filter[rush_case_only]'], () => sql`c.rush_case`)
  on(search['filter[late_only]'], () => sql`${toDo(actor)} and c.ship_date < ${dayIn(zone, actor.now)}::date`)
  on(search['filter[at_risk_only]'], () => isAtRisk(actor, zone))
  on(search['filter[stuck_only]'], () => isStuck(actor, zone))
  on(
    search['filter[arriving_only]'],
    () => sql`exists (select 1 from printing_requests pr where pr.organization_id = c.organization_id
      and pr.patient_id = c.patient_id and ${arrives(actor, zone)})`,
  )
  on(search['filter[unassigned_only]'], () => sql`${toDo(actor)} and ${takenByNobody}`)
  add(search['filter[assigned_to]'], (id) => sql`${toDo(actor)} and (${takenBy} ->> 'id')::int = ${id}`)
  on(search['filter[asks_doctor_only]'], () => asksDoctor)
  on(search['filter[changes_asked_only]'], () => sql`c.changes_asked`)
  on(search['filter[first_round_only]'], () => inFirstRound)
  on(search['filter[shipping]'], () => shipsNext)
  on(search['filter[without_tray]'], () => inNoTray)
  add(search['filter[impression_type]'], (ids) => sql`c.impression_type = any(${ids}::int[])`)
  add(search['filter[products_list]'], (flags) => sql`c.products_list & ${flags} = ${flags}`)
  add(search['filter[locations]'], (ids) => sql`c.location_id = any(${ids}::int[])`)
  for (const doctor of [search.queryUser, search['filter[user_id]']]) add(doctor, (id) => sql`c.doctor_id = ${id}`)
  for (const organization of [search.queryOrganization, search['filter[organization_id]']])
    add(organization, (id) => sql`c.organization_id = ${id}`)
  add(
    search['filter[customer_service_manager]'],
    (id) =>
      sql`c.organization_id = any(array(select o.id from organizations o where o.customer_service_manager_id = ${id}))`,
  )
  add(search['filter[organization_type]'], ofTypes)
  add(search.chosen_wi_organization_id, (ids) => sql`c.organization_id = any(${ids}::int[])`)
  add(search['filter[completed_case_between]'], (days) => withinDays(sql`c.completed_at`, days, zone))
  add(search['filter[approved_between]'], (days) => withinDays(sql`c.approved_at`, days, zone))
  const parcels = parcelsIn(actor, search, zone)
  // In order of parcels the days are those of the print that is meant: a case may have others.
  if (parcels) list.push(parcels.found)
  else add(search['filter[ship_date_between]'], (range) => shipsWithin(sql`c.ship_date`, range))
  list.push(...workConditions(search, zone), ...finishedSteps(search, zone))
  return list
}

/**
 * The best plan for texts and prints depends on the values searched for; all other filters may share one cached plan.
 */
export const plannedAnew = (search: CaseSearch): boolean =>
  (
    [
      'filter[search]',
      'filter[doctor]',
      'filter[shipped_between]',
      'filter[worked_between]',
      'filter[worked_step]',
      'filter[worked_by]',
      'filter[flaw_cause]',
      'filter[insert_brackets]',
      'filter[request_step]',
      'filter[shipping_type_filter]',
      'filter[tracking_number]',
      'requestTypeStatus',
    ] as const
  ).some((key) => search[key] !== undefined)
