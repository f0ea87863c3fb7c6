import { openStatuses } from '@archwire/contract/core/statuses.ts'
import type { KindAndState } from '@archwire/contract/core/search.ts'
import { bareTracking } from '@archwire/contract/requests/couriers.ts'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { flawedSteps } from '@archwire/contract/tech-workflows/steps.ts'
import type { WorkflowKind } from '@archwire/contract/workflow-kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import { withinDays } from '../../db/days.ts'
import { ids } from '../../db/ids.ts'
import { correctedBySql, isShipped } from '../case-core/index.ts'
import type { CaseSearch } from './filters.sql.ts'

type Condition = RawBuilder<unknown>

/** What a list asks of the work on a case: its kind, whose it is, when it was created, its next step, its parcel. */

/** Whether a search asks for open work of any kind: its next step, or how its print ships. */
export const asksOpenWork = (search: CaseSearch): boolean =>
  search.requestTypeStatus === undefined &&
  (search['filter[request_step]'] !== undefined || search['filter[shipping_type_filter]'] !== undefined)

/**
 * Conditions on ready rows `c` about work of the requested kinds, or about the case when none is given. Without a kind,
 * the makers of the setup and of its prints are at work (`work/assigned`). Several kinds are alternatives; the
 * conditions on a print must all hold for the same print (`work/filters`).
 */
export function workConditions(search: CaseSearch, zone: string): Condition[] {
  const { requestTypeStatus: kinds, requestAssignments: who, 'filter[request_step]': steps } = search
  const [created, methods] = [search['filter[created_at_between]'], search['filter[shipping_type_filter]']]
  const byMethod = methods && sql`pr.shipping_method = any(${methods}::text[])`
  const ofPrint = printConditions(search, zone)
  /** Of a print that no kind asks for: a method is that of an open one. */
  const ofAnyPrint = [...ofPrint, ...(byMethod ? [sql`${isOpenPrint} and ${byMethod}`] : [])]
  const caused = causedBy(search)
  const anyTray = caused && someCorrection(someTray(caused))
  const anyPrint = ofAnyPrint.length > 0 && (knownOfPrints(search, zone) ?? somePrint(all(...ofAnyPrint)))
  if (!kinds)
    return [
      who &&
        sql`(c.submission_completed_by = any(${who}::int[]) or c.print_assignments && ${who}::int[]
          or c.submission_completed_by is null)`,
      created && withinDays(sql`c.created_at`, created, zone),
      steps && openWorkAt(steps),
      anyPrint,
      anyTray,
    ].filter((condition) => condition !== undefined && condition !== false)
  const conditionOf = ({ kind, status }: KindAndState<WorkflowKind>): Condition => {
    switch (kind) {
      case 'initial_case_setup':
        return all(
          withinDays(sql`c.submitted_at`, created ?? [null, null], zone),
          status !== 0 && sql`c.rx_status_id = ${status}`,
          who && sql`c.submission_completed_by = any(${who}::int[])`,
          steps && setupAt(steps),
          anyPrint,
          anyTray,
        )
      case 'printing_request':
        return all(
          somePrint(
            all(
              created ? withinDays(sql`pr.created_at`, created, zone) : sql`true`,
              status !== 0 && sql`pr.status_id = ${status}`,
              who && sql`pr.assignment = any(${who}::int[])`,
              steps && printAt(steps),
              byMethod,
              ...ofPrint,
            ),
          ),
          anyTray,
        )
      case 'flawed_tray':
        return someCorrection(
          all(
            someTray(all(created ? withinDays(sql`t.created_at`, created, zone) : sql`true`, caused)),
            status !== 0 &&
              sql`cr.flawed_trays_status_id = ${status} and cr.status_id <> ${ids(customerRequestStatuses.canceled)}`,
            who && sql`${correctedBySql('c')} = any(${who}::int[])`,
            steps && correctionAt(steps),
            anyPrint,
          ),
        )
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

/** A request `cr` with flawed trays of the case `c` meets a condition. */
const someCorrection = (condition: Condition): Condition =>
  sql`exists (select 1 from customer_requests cr where cr.organization_id = c.organization_id and cr.patient_id = c.patient_id
    and cr.flawed_trays_status_id is not null and ${condition})`

/** A flawed tray `t` of the request `cr` meets a condition. */
const someTray = (condition: Condition): Condition =>
  sql`exists (select 1 from flawed_trays t where t.organization_id = cr.organization_id and t.customer_request_id = cr.id and ${condition})`

/** A flawed tray `t` has one of the causes that are asked for. */
const causedBy = ({ 'filter[flaw_cause]': causes }: CaseSearch): Condition | undefined =>
  causes && sql`t.cause = any(${causes}::text[])`

/** A step of the work on `c`, of any kind and round, was finished in these days, is one of these, and is this person's. */
export function finishedSteps(search: CaseSearch, zone: string): Condition[] {
  const [days, steps] = [search['filter[worked_between]'], search['filter[worked_step]']]
  const by = search['filter[worked_by]']
  if (days === undefined && steps === undefined && by === undefined) return []
  const finished = all(
    withinDays(sql`s.finished_at`, days ?? [null, null], zone),
    steps && sql`s.process = any(${steps}::text[])`,
    by !== undefined && sql`s.user_id = ${by}`,
  )
  return [
    sql`exists (select 1 from tech_workflows w join tech_workflow_processes s on s.organization_id = w.organization_id and s.tech_workflow_id = w.id
      where w.organization_id = c.organization_id and w.patient_id = c.patient_id and ${finished})`,
  ]
}

/** Conditions on a print `pr`, of whatever kind of work a list is. */
export function printConditions(search: CaseSearch, zone: string): Condition[] {
  const [shipped, number] = [search['filter[shipped_between]'], search['filter[tracking_number]']]
  return [
    shipped && sql`${isShipped('pr')} and ${withinDays(sql`pr.completed_at`, shipped, zone)}`,
    search['filter[insert_brackets]'] && wantsBrackets,
    number !== undefined && trackedAs(number),
  ].filter((condition) => condition !== undefined && condition !== false)
}

/**
 * What the ready row itself knows of its prints: whether any wants brackets, and the first and the last day on which
 * one shipped, from which the answer follows unless there are three. Undefined where one print has to meet several
 * conditions.
 */
function knownOfPrints(search: CaseSearch, zone: string): Condition | undefined {
  const [shipped, brackets] = [search['filter[shipped_between]'], search['filter[insert_brackets]']]
  const others = search['filter[tracking_number]'] ?? search['filter[shipping_type_filter]']
  if (others !== undefined || (shipped && brackets)) return undefined
  if (brackets) return sql`c.brackets_first_at is not null`
  if (!shipped) return undefined
  const [first, last] = [
    withinDays(sql`c.shipped_first_at`, shipped, zone),
    withinDays(sql`c.shipped_last_at`, shipped, zone),
  ]
  return sql`(${first} or ${last} or c.prints > 2 and ${somePrint(all(...printConditions(search, zone)))})`
}

const isOpenPrint = sql`pr.status_id in (${ids(...openStatuses(printingRequestStatuses))})`

const wantsBrackets = sql`exists (select 1 from printing_request_items i
  where i.organization_id = pr.organization_id and i.printing_request_id = pr.id and i.insert_brackets)`

/** Written as the index `printing_requests_tracking_signs` has it: without what people write between the signs. */
const trackedAs = (number: string): Condition =>
  sql`upper(translate(pr.tracking_number, ' -', '')) = ${bareTracking(number)}`

const setupAt = (steps: string[]): Condition =>
  sql`c.row #>> '{workflow_data,initial_case_setup,next_step,process}' = any(${steps}::text[])`

/** The next step of the print `pr`. */
const nextOfPrint = sql`(
  select s.process from tech_workflows w
  join tech_workflow_processes s on s.organization_id = w.organization_id and s.tech_workflow_id = w.id
  where w.organization_id = pr.organization_id and w.printing_request_id = pr.id and s.round = w.round and s.finished_at is null
  order by s.position limit 1)`
const printAt = (steps: string[]): Condition => sql`${nextOfPrint} = any(${steps}::text[])`

/** The next step of the correction of the request `cr`. */
const nextOfCorrection = sql`(
  select s.process from tech_workflows w
  join tech_workflow_processes s on s.organization_id = w.organization_id and s.tech_workflow_id = w.id
  where w.organization_id = cr.organization_id and w.customer_request_id = cr.id and s.finished_at is null
  order by s.position limit 1)`
const correctionAt = (steps: string[]): Condition => sql`${nextOfCorrection} = any(${steps}::text[])`

/**
 * The setup is open and at one of these steps, or an open print is, or the correction of an open request: the ready row
 * knows the step of a case's only print.
 */
const openWorkAt = (steps: string[]): Condition => {
  const correction = sql`${isOpenCorrection} and ${correctionAt(steps)}`
  return sql`(c.rx_status_id in (${ids(...openStatuses(rxFormStatuses))}) and ${setupAt(steps)}
    or c.prints = 1 and c.row #>> '{workflow_data,printing_request,next_step,process}' = any(${steps}::text[])
    or c.prints > 1 and ${somePrint(sql`${isOpenPrint} and ${printAt(steps)}`)}
    or ${asksCorrection(steps) ? someCorrection(correction) : sql`false`})`
}

const isOpenCorrection = sql`cr.status_id = ${ids(customerRequestStatuses.pending)}
    and cr.flawed_trays_status_id <> ${ids(flawedWorkStatuses.completed)}`

/** The steps at which open work of the case `c` is, each once, as `openWorkAt` finds it. */
export const openSteps = sql`(
  select c.row #>> '{workflow_data,initial_case_setup,next_step,process}' as process where c.rx_status_id in (${ids(...openStatuses(rxFormStatuses))})
  union select c.row #>> '{workflow_data,printing_request,next_step,process}' where c.prints = 1
  union select ${nextOfPrint} from printing_requests pr
    where c.prints > 1 and pr.organization_id = c.organization_id and pr.patient_id = c.patient_id and ${isOpenPrint}
  union select ${nextOfCorrection} from customer_requests cr
    where cr.organization_id = c.organization_id and cr.patient_id = c.patient_id and cr.flawed_trays_status_id is not null and ${isOpenCorrection})`

const asksCorrection = (steps: string[]): boolean => flawedSteps.some((step) => steps.includes(step))
