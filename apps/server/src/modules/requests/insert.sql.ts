import type { Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { PrintItem } from './print.ts'

export interface NewPrint {
  organizationId: number
  patientId: number
  createdBy: number
  /** Who prints: 1 own lab, 2 in-office, 3 third party. */
  assignment: number
  locationId: number | null
  shippingMethod: string | null
  arrival: Day | null
  from: Day | null
  to: Day | null
  ship: Day | null
  /** The ship date that the practice knows, where the lab has moved it already (`exports/on-time`). */
  promised?: Day | null
  /** By which list and own prices of the practice it is charged (`billing/print-rows`). */
  priceList: number
  priceOverrides: number
  /** Why it is free of charge; null: it is not. */
  freeReason: string | null
  items: PrintItem[]
  steps: readonly string[]
  at: Date
}

/** Writes the customer request, its printing request, the items and the work, in one statement. Returns the request's id. */
export async function insertPrint(trx: Trx, input: NewPrint): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with c as (
      insert into customer_requests (organization_id, patient_id, created_by_user_id, created_at, updated_at)
      values (${input.organizationId}, ${input.patientId}, ${input.createdBy}, ${input.at}, ${input.at})
      returning id, organization_id, patient_id
    ), p as (
      insert into printing_requests (organization_id, patient_id, customer_request_id, assignment, location_id, shipping_method,
        expected_arrival_date, delivery_date_from, delivery_date_to, ship_date, promised_ship_date, price_list, price_overrides, free_reason, created_at, updated_at)
      select organization_id, patient_id, id, ${input.assignment}::int, ${input.locationId}::int, ${input.shippingMethod}::text,
        ${input.arrival}::date, ${input.from}::date, ${input.to}::date, ${input.ship}::date, ${input.promised ?? null}::date, ${input.priceList}::int, ${input.priceOverrides}::int,
        ${input.freeReason}::text, ${input.at}::timestamptz, ${input.at}::timestamptz
      from c returning id, organization_id, patient_id
    ), i as (
      insert into printing_request_items (organization_id, printing_request_id, jaw_type_id, content_type_id, insert_brackets)
      select p.organization_id, p.id, x.jaw_type_id, x.content_type_id, x.insert_brackets
      from p, jsonb_to_recordset(${JSON.stringify(input.items)}::jsonb) as x(jaw_type_id int, content_type_id int, insert_brackets boolean)
    ), w as (
      insert into tech_workflows (organization_id, patient_id, kind, printing_request_id)
      select organization_id, patient_id, 'printing_request', id from p where ${input.steps.length > 0}
      returning id, organization_id
    ), s as (
      insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
      select w.organization_id, w.id, x.position, 'Print', x.process
      from w, unnest(${[...input.steps]}::text[]) with ordinality as x(process, position)
    )
    select id from c`.execute(trx)
  return rows[0]!.id
}

/** Writes the work on a print that has none; without steps there is none. */
export async function insertPrintSteps(
  trx: Trx,
  print: { organization_id: number; print_id: number | null },
  steps: readonly string[],
): Promise<void> {
  if (steps.length === 0) return
  await sql`
    with w as (
      insert into tech_workflows (organization_id, patient_id, kind, printing_request_id)
      select pr.organization_id, pr.patient_id, 'printing_request', pr.id from printing_requests pr
      where pr.organization_id = ${print.organization_id} and pr.id = ${print.print_id}
      returning id, organization_id
    )
    insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
    select w.organization_id, w.id, x.position, 'Print', x.process
    from w, unnest(${[...steps]}::text[]) with ordinality as x(process, position)`.execute(trx)
}
