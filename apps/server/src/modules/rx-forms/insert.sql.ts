import type { Day } from '@archwire/contract/core/dates.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'

/** A new case as the rules left it: every value decided. */
export interface NewCase {
  organizationId: number
  doctorId: number
  createdBy: number
  partnerOrganizationId: number | null
  patientStatusId: number
  rxStatusId: number
  form: RxFormValues
  arrivalDate: Day | null
  shipDate: Day | null
  /** Work steps in order; none for in-office submissions. */
  steps: readonly string[]
  at: Date
}

/** What the form's columns are called; the names are the API's. */
const columns = [
  'location_id',
  'impression_date',
  'submission_completed_by',
  'impression_type',
  'scan_submission_type',
  'scanner_type',
  'custom_scanner_type_name',
  'products_list',
  'addon_options',
  'order_more_supplies',
  'boxes',
  'box_size',
  'impression_baggies',
  'jaws_id',
  'arch_mode',
  'rush_case',
  'rush_case_authorized_by',
  'export_type',
  'print_assignment',
  'insert_brackets_assignment',
  'root_integration',
  'bracket_libraries',
  'bonding_date',
  'shipping_location_id',
  'shipping_method',
  'special_instructions',
] as const satisfies readonly (keyof RxFormValues)[]

/**
 * Writes patient, Rx form, work and steps in one statement. The caller holds the lock on the name, so that suffixes have no
 * gaps: none for a name's first case, then the organization's highest plus one, archived cases included.
 */
export async function insertCase(trx: Trx, input: NewCase): Promise<{ patient_id: number; rx_form_id: number }> {
  const { form } = input
  const values = columns.map((name) => (name === 'bracket_libraries' ? sql`${form[name]}::int[]` : sql`${form[name]}`))
  const { rows } = await sql<{ patient_id: number; rx_form_id: number }>`
    with p as (
      insert into patients (organization_id, user_id, created_by_user_id, partner_organization_id, first_name, last_name,
        case_number_text, patient_status_id, numeric_suffix, created_at, updated_at, status_updated_at)
      select ${input.organizationId}::int, ${input.doctorId}::int, ${input.createdBy}::int, ${input.partnerOrganizationId}::int,
        ${form.first_name}, ${form.last_name}, ${form.case_number_text}, ${input.patientStatusId}::int,
        (select max(coalesce(numeric_suffix, 0)) + 1 from patients where organization_id = ${input.organizationId}
          and name_key = plain(${form.first_name}) || ' ' || plain(${form.last_name})),
        ${input.at}::timestamptz, ${input.at}::timestamptz, ${input.at}::timestamptz
      returning id, organization_id
    ), r as (
      insert into rx_forms (organization_id, patient_id, status_id, created_by_user_id, arrival_date, ship_date, created_at,
        updated_at, status_updated_at, ${sql.raw(columns.join(', '))})
      select organization_id, id, ${input.rxStatusId}::int, ${input.createdBy}::int, ${input.arrivalDate}::date, ${input.shipDate}::date,
        ${input.at}::timestamptz, ${input.at}::timestamptz, ${input.at}::timestamptz, ${sql.join(values)} from p
      returning id, patient_id
    ), w as (
      insert into tech_workflows (organization_id, patient_id, kind)
      select organization_id, id, 'initial_case_setup' from p where ${input.steps.length > 0}
      returning id, organization_id
    ), s as (
      insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
      select w.organization_id, w.id, x.position, 'Models', x.process
      from w, unnest(${[...input.steps]}::text[]) with ordinality as x(process, position)
    ), d as (
      delete from rx_form_drafts where organization_id = ${input.organizationId} and user_id = ${input.createdBy}
    )
    select r.patient_id, r.id as rx_form_id from r`.execute(trx)
  return rows[0]!
}
