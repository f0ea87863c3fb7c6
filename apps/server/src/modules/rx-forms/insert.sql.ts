import type { Day } from '@archwire/contract/core/dates.ts'
import { rxFormColumns, rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import type { DB } from '../../db/schema.gen.ts'
import type { Trx } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'

/** A new case as the rules completed it: every value is set. */
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
  /** The draft that it was, which goes with it. */
  draft: string | null
}

/** A field of the table without a column is a compile error. */
const columns: readonly (keyof DB['rx_forms'] & keyof RxFormValues)[] = rxFormColumns

type Written = Omit<NewCase, 'form'> & RxFormValues
const insert = prepared<Written, { patient_id: number; rx_form_id: number }>('rx-forms.insert', (values) => {
  const chosen = columns.map((name) =>
    rxFormFields[name].kind === 'libraries' ? sql`${values[name]}::int[]` : sql`${values[name]}`,
  )
  return sql`
    with p as (
      insert into patients (organization_id, user_id, created_by_user_id, partner_organization_id, first_name, last_name,
        case_number_text, patient_status_id, numeric_suffix, created_at, updated_at, status_updated_at)
      select ${values.organizationId}::int, ${values.doctorId}::int, ${values.createdBy}::int, ${values.partnerOrganizationId}::int,
        ${values.first_name}, ${values.last_name}, ${values.case_number_text}, ${values.patientStatusId}::int,
        (select max(coalesce(numeric_suffix, 0)) + 1 from patients where organization_id = ${values.organizationId}
          and name_key = plain(${values.first_name}) || ' ' || plain(${values.last_name})),
        ${values.at}::timestamptz, ${values.at}::timestamptz, ${values.at}::timestamptz
      returning id, organization_id
    ), r as (
      insert into rx_forms (organization_id, patient_id, status_id, created_by_user_id, arrival_date, ship_date, created_at,
        updated_at, status_updated_at, ${sql.raw(columns.join(', '))})
      select organization_id, id, ${values.rxStatusId}::int, ${values.createdBy}::int, ${values.arrivalDate}::date, ${values.shipDate}::date,
        ${values.at}::timestamptz, ${values.at}::timestamptz, ${values.at}::timestamptz, ${sql.join(chosen)} from p
      returning id, patient_id
    ), w as (
      insert into tech_workflows (organization_id, patient_id, kind)
      select organization_id, id, 'initial_case_setup' from p where cardinality(${values.steps}::text[]) > 0
      returning id, organization_id
    ), s as (
      insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
      select w.organization_id, w.id, x.position, 'Models', x.process
      from w, unnest(${values.steps}::text[]) with ordinality as x(process, position)
    ), d as (
      delete from case_drafts where organization_id = ${values.organizationId} and user_id = ${values.createdBy} and key = ${values.draft}
    )
    select r.patient_id, r.id as rx_form_id from r`
})

/**
 * Writes patient, Rx form, work and steps in one statement. The caller holds the lock on the name, so that suffixes
 * have no gaps: no suffix for a name's first case, then the organization's highest plus one, archived cases included.
 */
export async function insertCase(
  trx: Trx,
  { form, ...decided }: NewCase,
): Promise<{ patient_id: number; rx_form_id: number }> {
  const [ids] = await insert(trx, { ...form, ...decided })
  return ids!
}
