import { dayIn } from '@archwire/contract/core/dates.ts'
import type { KindAndState, SearchOf } from '@archwire/contract/core/search.ts'
import type { WorkflowKind } from '@archwire/contract/workflow-kinds.ts'
import { lateIf } from '@archwire/contract/patients/acting.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { patientSearch } from '@archwire/contract/patients/search.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { PrintStep } from '@archwire/contract/tech-workflows/steps.ts'
import { sql, type RawBuilder } from 'kysely'
import { withinDays } from '../../db/days.ts'
import { ids } from '../../db/ids.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden } from '../../kernel/errors.ts'
import { isShipped } from '../case-core/index.ts'
import { doctorNamed, doctorOrPracticeNamed, typedSearch } from './search.sql.ts'

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

/**
 * Hides archived cases from practices' lists (`cases/archived`): only the lab searches for them, or people with
 * organization.view-archived. Likewise who works on a case.
 * @throws Forbidden
 */
export function permitSearch(actor: Actor, search: Partial<CaseSearch>): void {
  if (search['filter[archived_only]'] === true && !actor.permissions.has('organization.view-archived'))
    throw new Forbidden()
  // Who works on a case, or that nobody does, is read by staff only (`work/named`).
  if (search['filter[unassigned_only]'] === true && !isStaff(actor.role)) throw new Forbidden()
}

/** The lab must act, or the partner on its own work (`work/late`). The other conditions follow from it; they let PostgreSQL use the indexes. */
export const toDo = ({ role }: Actor) =>
  sql`c.acting = ${sql.lit(lateIf(role))} and c.active and not c.is_on_hold and c.patient_status_id <> ${ids(patientStatuses.awaiting_approval)}`

/** Nobody has taken the current work: the open print, before it the setup. As the index `case_rows_unassigned` has it. */
const takenByNobody = sql`(case when jsonb_typeof(c.row #> '{workflow_data,printing_request}') = 'object' then c.row #> '{workflow_data,printing_request,assigned_to}'
      else c.row #> '{workflow_data,initial_case_setup,assigned_to}' end) = 'null'::jsonb`

const readyToShip: readonly PrintStep[] = ['Ship QA', 'Ship']
/** The open print of `c` is the lab's, and is to be checked for shipping, or shipped, next. */
export const shipsNext = sql`c.row #>> '{workflow_data,printing_request,next_step,process}' = any(${readyToShip}::text[])
  and exists (select 1 from printing_requests pr where pr.organization_id = c.organization_id
    and pr.customer_request_id = (c.row ->> 'open_request_id')::int and pr.assignment = ${assignment.ownLab})`

const inNoTray = sql`not exists (select 1 from case_tray_cases t
  where t.organization_id = c.organization_id and t.patient_id = c.patient_id and t.left_at is null)`

/** The conditions of a search on ready rows `c`, which are within the scope. `search` already includes its defaults. */
export function conditions(actor: Actor, search: CaseSearch, zone: string): Condition[] {
  const list: Condition[] = [sql`true`]
  const add = <T>(value: T | undefined, make: (value: T) => Condition) =>
    void (value !== undefined && list.push(make(value)))
  const on = (value: boolean | undefined, make: () => Condition) => void (value && list.push(make()))
  const [archived, cancelled] = [search['filter[archived_only]'] ?? false, search['filter[cancelled]'] ?? false]
  const active = search['filter[active_request_only]'] ?? false
  // Active cases are neither; stating it again would force a read of the table instead of the working list's index.
  if (!active || archived) list.push(sql`c.archived = ${archived}`)
  if ((!active && !search['filter[with_cancelled]']) || cancelled) list.push(sql`c.cancelled = ${cancelled}`)
  add(search['filter[search]'], (text) => typedSearch(actor, text).found)
  add(search['filter[doctor]'], doctorNamed)
  add(search['filter[doctor_or_organization]'], doctorOrPracticeNamed)
  add(search['filter[patient_status_id]'], (ids) => sql`c.patient_status_id = any(${ids}::int[])`)
  on(active, () => sql`c.active`)
  if (search['filter[only_on_hold]']) list.push(sql`c.is_on_hold`)
  // Held cases are left out of the working list only: a search that includes inactive ones includes them.
  else if (actor.isManagement && active && search['filter[search]'] === undefined) list.push(sql`not c.is_on_hold`)
  on(search['filter[rush_case_only]'], () => sql`c.rush_case`)
  on(search['filter[late_only]'], () => sql`${toDo(actor)} and c.ship_date < ${dayIn(zone, actor.now)}::date`)
  on(search['filter[unassigned_only]'], () => sql`${toDo(actor)} and ${takenByNobody}`)
  on(search['filter[changes_asked_only]'], () => sql`c.changes_asked`)
  on(search['filter[shipping]'], () => shipsNext)
  on(search['filter[without_tray]'], () => inNoTray)
  add(search['filter[impression_type]'], (ids) => sql`c.impression_type = any(${ids}::int[])`)
  add(search['filter[products_list]'], (flags) => sql`c.products_list & ${flags} = ${flags}`)
  add(search['filter[locations]'], (ids) => sql`c.location_id = any(${ids}::int[])`)
  add(search.queryUser, (id) => sql`c.doctor_id = ${id}`)
  add(search.queryOrganization, (id) => sql`c.organization_id = ${id}`)
  add(search.chosen_wi_organization_id, (ids) => sql`c.organization_id = any(${ids}::int[])`)
  add(search['filter[completed_case_between]'], (days) => withinDays(sql`c.completed_at`, days, zone))
  add(
    search['filter[ship_date_between]'],
    ([from, to]) => sql`c.ship_date between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`,
  )
  add(search['filter[shipped_between]'], (days) =>
    somePrint(sql`${isShipped('pr')} and ${withinDays(sql`pr.completed_at`, days, zone)}`),
  )
  list.push(...workConditions(search, zone))
  return list
}

/**
 * Whose work, created when, wanting brackets: of the requested kinds of work, or of the case when none is given. Without
 * a kind, whoever makes the setup or a print is at work (`work/assigned`). Several kinds are alternatives; the conditions on a print must all hold for the same print (`work/filters`).
 */
function workConditions(search: CaseSearch, zone: string): Condition[] {
  const { requestTypeStatus: kinds, requestAssignments: who } = search
  const [created, brackets] = [search['filter[created_at_between]'], search['filter[insert_brackets]']]
  if (!kinds) {
    const list: Condition[] = []
    if (who)
      list.push(sql`(c.submission_completed_by = any(${who}::int[]) or c.print_assignments && ${who}::int[]
        or c.submission_completed_by is null)`)
    if (created) list.push(withinDays(sql`c.created_at`, created, zone))
    if (brackets) list.push(somePrint(wantsBrackets))
    return list
  }
  const conditionOf = ({ kind, status }: KindAndState<WorkflowKind>): Condition => {
    switch (kind) {
      case 'initial_case_setup':
        return all(
          withinDays(sql`c.submitted_at`, created ?? [null, null], zone),
          status !== 0 && sql`c.rx_status_id = ${status}`,
          who && sql`c.submission_completed_by = any(${who}::int[])`,
          brackets && somePrint(wantsBrackets),
        )
      case 'printing_request':
        return somePrint(
          all(
            created ? withinDays(sql`pr.created_at`, created, zone) : sql`true`,
            status !== 0 && sql`pr.status_id = ${status}`,
            who && sql`pr.assignment = any(${who}::int[])`,
            brackets && wantsBrackets,
          ),
        )
      case 'flawed_tray':
        // No case has a flawed tray until corrections of trays exist.
        return sql`false`
    }
  }
  return [sql`(${sql.join(kinds.map(conditionOf), sql` or `)})`]
}

const all = (...list: (Condition | false | undefined)[]): Condition =>
  sql`(${sql.join(
    list.filter((condition) => condition !== undefined && condition !== false),
    sql` and `,
  )})`

/** A print of the case `c` meets a condition on `pr`. */
const somePrint = (condition: Condition): Condition =>
  sql`exists (select 1 from printing_requests pr where pr.organization_id = c.organization_id and pr.patient_id = c.patient_id and ${condition})`

const wantsBrackets = sql`exists (select 1 from printing_request_items i
  where i.organization_id = pr.organization_id and i.printing_request_id = pr.id and i.insert_brackets)`

/**
 * The best plan for texts and prints depends on the values searched for; all other filters may share one cached plan.
 */
export const plannedAnew = (search: CaseSearch): boolean =>
  (
    [
      'filter[search]',
      'filter[doctor]',
      'filter[shipped_between]',
      'filter[insert_brackets]',
      'requestTypeStatus',
    ] as const
  ).some((key) => search[key] !== undefined)
