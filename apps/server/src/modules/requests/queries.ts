import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import type { printSearch } from '@archwire/contract/requests/search.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { workflowActions } from '@archwire/contract/tech-workflows/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { listPage, orderByFilled, whenSet } from '../../kernel/list-page.ts'
import { ids } from '../../db/ids.ts'
import { named } from '../../db/prepared.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide } from '../../kernel/decide.ts'
import { NotFound } from '../../kernel/errors.ts'
import { presentPrint, printJson, type PrintRow } from './json.ts'
import { correctedFilesJson, presentTray, traysJson, type TrayRow } from './tray-json.ts'
import {
  correctedBy,
  factColumns,
  factJoins,
  factsOf,
  fullNameSql,
  presentWorkflow,
  printSince,
  statusLookup,
  workflowJson,
  type WorkflowRow,
} from '../case-core/index.ts'
import { shownName } from '../organizations/index.ts'
import { decideRequest, mayRequest, requestBlocked } from './policy.ts'
import { seenOfRequest } from './seen.ts'
import { requestColumns, requestFactsOf, requestJoins, requestKey, type ByRequest } from './facts.ts'

type RequestRow = Omit<
  CustomerRequest,
  | 'can'
  | 'why_not'
  | 'seen'
  | 'printing_request'
  | 'workflow'
  | 'flawed_trays'
  | 'flawed_trays_workflow'
  | 'corrected_by'
> & {
  printing_request: PrintRow | null
  workflow: WorkflowRow | null
  flawed_trays: TrayRow[]
  flawed_trays_workflow: WorkflowRow | null
}

const requestJson = sql`jsonb_build_object(
  'id', cr.id, 'organization_id', cr.organization_id, 'organization_name', ${shownName('org')}, 'status_id', cr.status_id,
  'status', ${statusLookup(customerRequestStatuses)} -> cr.status_id::text, 'patient_id', p.id,
  'patient', jsonb_build_object('id', p.id, 'full_name', ${fullNameSql},
    'case_number_text', p.case_number_text, 'case_code', 'C-' || p.id, 'numeric_suffix', p.numeric_suffix,
    'doctor_name', (select d.full_name from users d where d.id = p.user_id),
    'patient_status', ${statusLookup(patientStatuses)} -> p.patient_status_id::text, 'is_on_hold', p.is_on_hold, 'case_tray_number', (
      select k.tray_number from case_tray_cases y join case_trays k on k.id = y.case_tray_id
      where y.organization_id = p.organization_id and y.patient_id = p.id and y.left_at is null)),
  'duplicated', cr.status_id = ${ids(customerRequestStatuses.pending)} and (select count(*) from customer_requests o where o.organization_id = cr.organization_id
    and o.patient_id = cr.patient_id and o.status_id = ${ids(customerRequestStatuses.pending)}) > 1,
  'printing_request', case when pr.id is null then null else ${printJson} end,
  'workflow', case when tw.id is null then null else
    ${workflowJson('tw', sql`${statusLookup(printingRequestStatuses)} -> pr.status_id::text`, printSince)} end,
  'flawed_trays', ${traysJson}, 'flawed_trays_status_id', cr.flawed_trays_status_id,
  'flawed_trays_workflow', case when fw.id is null then null else
    ${workflowJson('fw', sql`${statusLookup(flawedWorkStatuses)} -> cr.flawed_trays_status_id::text`, sql`iso(cr.flawed_trays_status_updated_at)`)} end,
  'corrected_files', ${correctedFilesJson}, 'third_party_partner', (select t.name from organizations t where t.id = p.partner_organization_id),
  'assignable_partner', (select t.name from organizations t
    where t.id = coalesce(p.partner_organization_id, (select n.third_party_partner_id from organizations n where n.id = p.organization_id))),
  'special_instructions', coalesce((select rx.special_instructions from rx_forms rx where rx.organization_id = p.organization_id and rx.patient_id = p.id), ''),
  'supplies', (select case when rx.order_more_supplies then jsonb_build_object('boxes', rx.boxes, 'box_size', rx.box_size,
      'impression_baggies', rx.impression_baggies) end from rx_forms rx where rx.organization_id = p.organization_id and rx.patient_id = p.id),
  'created_at', iso(cr.created_at), 'updated_at', iso(cr.updated_at), 'completed_at', iso(cr.completed_at))`

interface ReadRequest {
  json: RequestRow
  request: Parameters<typeof requestFactsOf>[0]
  facts: Parameters<typeof factsOf>[0]
}

/** Requests in full, in one statement; those out of reach are left out. */
export async function readRequests(db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<CustomerRequest[]> {
  const found = await named(
    'requests.read',
    sql<ReadRequest>`
      select ${requestJson} as json,
        (select to_jsonb(x) from (select ${requestColumns}) x) as request,
        (select to_jsonb(fact) from (select ${factColumns} from patients p ${factJoins}
          where p.organization_id = cr.organization_id and p.id = cr.patient_id) fact) as facts
      from customer_requests cr ${requestJoins}
      join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = cr.organization_id and p.id = cr.patient_id
      join organizations org on org.id = cr.organization_id
      where ${where}`,
  ).execute(db)
  return found.rows.map((row) => presentRequest(actor, row))
}

/** A request in full, in one statement; 404 outside the scope. */
export async function getRequest(db: Db, actor: Actor, by: ByRequest): Promise<CustomerRequest> {
  const [request] = await readRequests(db, actor, requestKey(by))
  if (!request) throw new NotFound('This request')
  return request
}

/** Requests in full, in this order, in one statement; those out of reach are left out. */
export async function getRequests(db: Db, actor: Actor, wanted: readonly number[]): Promise<CustomerRequest[]> {
  const read = await readRequests(db, actor, sql`cr.id = any(${[...wanted]}::int[])`)
  return read.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
}

function presentRequest(actor: Actor, row: ReadRequest): CustomerRequest {
  const facts = factsOf(row.facts)
  const request = requestFactsOf(row.request)
  const stepsBy = (action: 'work_steps' | 'flawed_work_steps') =>
    decide(
      workflowActions,
      () => mayRequest[action](actor, facts, request),
      () => requestBlocked[action](facts, request, actor),
    )
  const { workflow, flawed_trays_workflow: corrections } = row.json
  return {
    ...row.json,
    seen: seenOfRequest(facts, request),
    corrected_by: correctedBy(facts),
    flawed_trays: row.json.flawed_trays.map((tray) => presentTray(actor, tray, facts, request)),
    flawed_trays_workflow:
      corrections && presentWorkflow(actor, corrections, correctedBy(facts), stepsBy('flawed_work_steps')),
    printing_request: row.json.printing_request && presentPrint(actor, row.json.printing_request),
    workflow: workflow && presentWorkflow(actor, workflow, request.assignment, stepsBy('work_steps')),
    ...decideRequest(actor, facts, request),
  }
}

const printOrders = { created_at: sql`pr.created_at`, updated_at: sql`pr.updated_at` }

/** Prints within reach with their total, in one statement. */
export async function listPrints(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof printSearch>,
): Promise<{ printing_requests: PrintingRequest[]; meta: Meta }> {
  const { rows: prints, meta } = await listPage<PrintRow>(db, search, {
    from: sql`printing_requests pr join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = pr.organization_id and p.id = pr.patient_id`,
    where: [
      sql`p.deleted_at is null`,
      ...whenSet(search['patient.user_id'], (id) => sql`p.user_id = ${id}`),
      ...whenSet(search.patient_id, (id) => sql`p.id = ${id}`),
      ...whenSet(search.printing_request_status_id, (id) => sql`pr.status_id = ${Number(id)}`),
    ],
    row: printJson,
    order: orderByFilled({ by: search.orderBy ?? 'updated_at', way: search.order ?? 'desc' }, printOrders, sql`pr.id`),
  })
  return { printing_requests: prints.map((row) => presentPrint(actor, row)), meta }
}

/**
 * Requests in the one order in which many at once may be locked: that of their cases, because cases are locked. Two
 * batches never deadlock. Those out of reach come last and are refused when they are locked.
 */
export async function inOrderOfCases(db: Db, { scope }: Actor, ids: number[]): Promise<number[]> {
  const ordered = await sql<{ id: number }>`
    select wanted.id from unnest(${ids}::int[]) wanted (id) left join ${rows(scope, 'customer_requests', 'cr')} on cr.id = wanted.id
    order by cr.patient_id nulls last, wanted.id`.execute(db)
  return ordered.rows.map(({ id }) => id)
}
