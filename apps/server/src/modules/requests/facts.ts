import type { Day } from '@archwire/contract/core/dates.ts'
import { statusById } from '@archwire/contract/core/statuses.ts'
import {
  flawedTrayStatuses,
  flawedWorkStatuses,
  type FlawedWorkStatus,
} from '@archwire/contract/flawed-trays/lifecycle.ts'
import {
  customerRequestStatuses,
  printingRequestStatuses,
  type CustomerRequestStatus,
  type PrintingRequestStatus,
} from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { named } from '../../db/prepared.ts'
import { rows, type Scope } from '../../db/scope.ts'
import { NotFound } from '../../kernel/errors.ts'
import { lockCase, parcelOf, readCase, type CaseFacts } from '../case-core/index.ts'

const { ownLab } = assignment

/** What policies and rules of a request need besides the case's own facts. */
export interface RequestFacts {
  id: number
  organization_id: number
  status: CustomerRequestStatus
  print_id: number | null
  print_status: PrintingRequestStatus | null
  print_version: number
  assignment: number | null
  /** Where the print ships. */
  location_id: number | null
  shipping_method: string | null
  /** The method whose fee holds instead of that of its own (`requests/keep-fee`); null: its own. */
  charged_method: string | null
  expected_arrival_date: Day | null
  delivery_date_from: Day | null
  delivery_date_to: Day | null
  ship_date: Day | null
  workflow_id: number | null
  work_started: boolean
  patient_label_printed: boolean
  shipping_label_printed: boolean
  /** An item of the print replaces a flawed tray (`corrections/print`). */
  prints_trays: boolean
  /** Flawed trays of the request, and how many of them wait for their corrected file. */
  trays: number
  trays_waiting: number
  /** The work on its flawed trays; null without any. */
  flawed_status: FlawedWorkStatus | null
  flawed_workflow_id: number | null
  flawed_work_started: boolean
  /** The notice that its last tray is corrected was sent. */
  correction_told: boolean
  /** The lab charges nothing for its print (`requests/free`). */
  is_free: boolean
  /** It was put into the parcel that it ships in now. */
  packed: boolean
  /** Open requests on the case, this one included. */
  open_requests: number
}

type Row = Omit<RequestFacts, 'status' | 'print_status' | 'flawed_status'> & {
  status_id: number
  print_status_id: number | null
  flawed_status_id: number | null
}

const countTrays = (condition: RawBuilder<unknown>) => sql`(select count(*)::int from flawed_trays t
    where t.organization_id = cr.organization_id and t.customer_request_id = cr.id and ${condition})`

export const requestColumns = sql`
  cr.id, cr.organization_id, cr.status_id, pr.id as print_id, pr.status_id as print_status_id, coalesce(pr.version, 1) as print_version, pr.assignment, pr.location_id,
  pr.shipping_method, pr.charged_method, pr.expected_arrival_date, pr.delivery_date_from, pr.delivery_date_to, pr.ship_date,
  tw.id as workflow_id,
  exists (select 1 from tech_workflow_processes s where s.organization_id = tw.organization_id and s.tech_workflow_id = tw.id
    and s.started_at is not null) as work_started,
  exists (select 1 from printing_request_items i where i.organization_id = pr.organization_id and i.printing_request_id = pr.id
    and i.flawed_tray_id is not null) as prints_trays,
  ${countTrays(sql`true`)} as trays, ${countTrays(sql`t.status_id = ${ids(flawedTrayStatuses.awaiting_fix)}`)} as trays_waiting,
  cr.flawed_trays_status_id as flawed_status_id, fw.id as flawed_workflow_id, exists (select 1 from tech_workflow_processes s where s.organization_id = fw.organization_id and s.tech_workflow_id = fw.id
    and s.started_at is not null) as flawed_work_started,
  cr.flawed_trays_told_at is not null as correction_told,
  pr.patient_label_printed_at is not null as patient_label_printed, pr.shipping_label_printed_at is not null as shipping_label_printed,
  pr.free_reason is not null as is_free,
  coalesce(pr.packed_into = ${parcelOf('pr')}, false) as packed,
  (select count(*)::int from customer_requests o where o.organization_id = cr.organization_id and o.patient_id = cr.patient_id
    and o.status_id = ${ids(customerRequestStatuses.pending)}) as open_requests`

export const requestJoins = sql`
  left join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
  left join tech_workflows tw on tw.organization_id = pr.organization_id and tw.printing_request_id = pr.id
  left join tech_workflows fw on fw.organization_id = cr.organization_id and fw.customer_request_id = cr.id`

export const requestFactsOf = ({ status_id, print_status_id, flawed_status_id, ...row }: Row): RequestFacts => ({
  ...row,
  status: statusById(customerRequestStatuses, status_id),
  print_status: print_status_id === null ? null : statusById(printingRequestStatuses, print_status_id),
  flawed_status: flawed_status_id === null ? null : statusById(flawedWorkStatuses, flawed_status_id),
})

export type ByRequest =
  | { request: number }
  | { print: number }
  | { item: number }
  | { tray: number }
  | { workflow: number }

export const requestKey = (by: ByRequest): RawBuilder<unknown> =>
  'request' in by
    ? sql`cr.id = ${by.request}`
    : 'print' in by
      ? sql`(cr.organization_id, cr.id) = (select x.organization_id, x.customer_request_id from printing_requests x
          where x.id = ${by.print})`
      : 'item' in by
        ? sql`(cr.organization_id, cr.id) = (select x.organization_id, x.customer_request_id from printing_request_items i
          join printing_requests x on x.organization_id = i.organization_id and x.id = i.printing_request_id
          where i.id = ${by.item})`
        : 'tray' in by
          ? sql`(cr.organization_id, cr.id) = (select x.organization_id, x.customer_request_id from flawed_trays x
          where x.id = ${by.tray})`
          : sql`(cr.organization_id, cr.id) = (select t.organization_id, coalesce(t.customer_request_id, x.customer_request_id)
          from tech_workflows t
          left join printing_requests x on x.organization_id = t.organization_id and x.id = t.printing_request_id
          where t.id = ${by.workflow})`

/** The case of a request, within reach; undefined outside. */
export async function caseOfRequest(db: Db, scope: Scope, by: ByRequest): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    select p.id from customer_requests cr
    join ${rows(scope, 'patients', 'p')} on p.organization_id = cr.organization_id and p.id = cr.patient_id
    where ${requestKey(by)}`.execute(db)
  return found.rows[0]?.id
}

/** The parcel that a print of the lab ships in, as `parcelOf` in SQL has it, whatever became of the print; null: in none. */
export const parcelOfRequest = ({ assignment, location_id, shipping_method, ship_date }: RequestFacts): string | null =>
  assignment !== ownLab || location_id === null || shipping_method === null || ship_date === null
    ? null
    : `${ship_date}.${location_id}.${shipping_method}`

interface BothFacts {
  facts: CaseFacts
  request: RequestFacts
}

/** Locks the case of a request and reads both facts; 404 for unknown and foreign ones alike. */
export const lockRequest = (trx: Trx, scope: Scope, by: ByRequest): Promise<BothFacts> =>
  bothFacts(trx, scope, by, (patient) => lockCase(trx, scope, { patient }))

/** Reads both facts without waiting for anybody; 404 for unknown and foreign ones alike. */
export const readRequest = (db: Db, scope: Scope, by: ByRequest): Promise<BothFacts> =>
  bothFacts(db, scope, by, (patient) => readCase(db, scope, { patient }))

async function bothFacts(
  db: Db,
  scope: Scope,
  by: ByRequest,
  factsOf: (patient: number) => Promise<CaseFacts>,
): Promise<BothFacts> {
  const what = 'item' in by ? 'This item' : 'tray' in by ? 'This flawed tray' : 'This request'
  const patient = await caseOfRequest(db, scope, by)
  if (patient === undefined) throw new NotFound(what)
  const facts = await factsOf(patient)
  const found = await named(
    'requests.facts',
    sql<Row>`select ${requestColumns} from customer_requests cr ${requestJoins}
      where cr.organization_id = ${facts.organization_id} and ${requestKey(by)}`,
  ).execute(db)
  // An item or a tray may have been taken out while this waited for the case.
  if (!found.rows[0]) throw new NotFound(what)
  return { facts, request: requestFactsOf(found.rows[0]) }
}
