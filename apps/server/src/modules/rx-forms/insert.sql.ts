import type { Day } from '@archwire/contract/core/dates.ts'
import { rxFormColumns, rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import type { PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { sql } from 'kysely'
import type { DB } from '../../db/schema.gen.ts'
import type { Trx } from '../../db/client.ts'
import { alikeTo } from '../../db/names.ts'
import { prepared } from '../../db/prepared.ts'
import { insertCharges, type NewCharge } from '../charges/index.ts'

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
  /** By when its setup is to be approved. */
  approveBy: Date | null
  /** Work steps in order; none for in-office submissions. */
  steps: readonly string[]
  /** What the case costs, by which list and own prices of the practice; null: it costs nothing. */
  priceList: number | null
  priceOverrides: number
  priceLines: readonly PriceLine[] | null
  /** The rows of the ledger, by whom; the statement that makes case and form fills them in. */
  charges: readonly NewCharge[]
  by: string
  at: Date
  /** The draft that it was, which goes with it; its key stays marked as submitted. */
  draft: string | null
  /** What the page that submits knew of the draft, as with `saveDraft`; null: not said. */
  page: string | null
  known: string | null
}

/** A field of the table without a column is a compile error. */
const columns: readonly (keyof DB['rx_forms'] & keyof RxFormValues)[] = rxFormColumns

type Written = Omit<NewCase, 'form' | 'priceLines' | 'charges'> &
  Omit<RxFormValues, 'tooth_chart'> & { tooth_chart: string; priceLinesJson: string | null; chargesJson: string }
/** `marked`: the draft's key was not a case's yet. */
interface Inserted {
  patient_id: number
  rx_form_id: number
  marked: boolean
}
const insert = prepared<Written, Inserted>('rx-forms.insert', (values) => {
  const chosen = columns.map((name) => {
    const { kind } = rxFormFields[name]
    if (kind === 'teeth') return sql`${values[name]}::jsonb`
    return kind === 'libraries' ? sql`${values[name]}::int[]` : sql`${values[name]}`
  })
  return sql`
    with p as (
      insert into patients (organization_id, user_id, created_by_user_id, partner_organization_id, first_name, last_name,
        case_number_text, patient_status_id, numeric_suffix, created_at, updated_at, status_updated_at)
      select ${values.organizationId}::int, ${values.doctorId}::int, ${values.createdBy}::int, ${values.partnerOrganizationId}::int,
        ${values.first_name}, ${values.last_name}, ${values.case_number_text}, ${values.patientStatusId}::int,
        (select max(coalesce(numeric_suffix, 0)) + 1 from patients where organization_id = ${values.organizationId}
          and ${alikeTo('patients', values)}),
        ${values.at}::timestamptz, ${values.at}::timestamptz, ${values.at}::timestamptz
      returning id, organization_id
    ), r as (
      insert into rx_forms (organization_id, patient_id, status_id, created_by_user_id, arrival_date, ship_date, approve_by, created_at,
        updated_at, status_updated_at, price_list, price_overrides, price_lines, ${sql.raw(columns.join(', '))})
      select organization_id, id, ${values.rxStatusId}::int, ${values.createdBy}::int, ${values.arrivalDate}::date, ${values.shipDate}::date, ${values.approveBy}::timestamptz,
        ${values.at}::timestamptz, ${values.at}::timestamptz, ${values.at}::timestamptz, ${values.priceList}::int, ${values.priceOverrides}::int, ${values.priceLinesJson}::jsonb,
        ${sql.join(chosen)} from p
      returning id, patient_id
    ), w as (
      insert into tech_workflows (organization_id, patient_id, kind)
      select organization_id, id, 'initial_case_setup' from p where cardinality(${values.steps}::text[]) > 0
      returning id, organization_id
    ), s as (
      insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
      select w.organization_id, w.id, x.position, 'Models', x.process
      from w, unnest(${values.steps}::text[]) with ordinality as x(process, position)
    ), m as (
      insert into case_drafts (organization_id, user_id, key, data, updated_at, discarded_at, submitted_at)
      select ${values.organizationId}::int, ${values.createdBy}::int, ${values.draft}::text, '{}'::jsonb, ${values.at}::timestamptz,
        ${values.at}::timestamptz, ${values.at}::timestamptz where ${values.draft}::text is not null
      on conflict (organization_id, user_id, key) do update
        set data = '{}', discarded_at = excluded.discarded_at, submitted_at = excluded.submitted_at
        where case_drafts.submitted_at is null and (${values.page}::text is null or case_drafts.discarded_at is not null
          or case_drafts.page = ${values.page} or date_trunc('milliseconds', case_drafts.updated_at) = ${values.known}::timestamptz)
      returning key
    ), c as (${insertCharges({
      rows: sql`${values.chargesJson}`,
      organizationId: sql`${values.organizationId}`,
      by: { userId: sql`${values.createdBy}`, name: sql`${values.by}`, at: sql`${values.at}` },
      ids: { patient: sql`r.patient_id`, source: sql`r.id`, from: sql`r` },
    })})
    select r.patient_id, r.id as rx_form_id, exists (select from m) as marked from r`
})

/**
 * Writes patient, Rx form, work, steps and rows of the ledger in one statement. The caller holds the lock on the name, so that suffixes
 * have no gaps: no suffix for a name's first case, then the organization's highest plus one, archived cases included.
 * @returns the ids; null when the draft must not become this case (`overtakenDraft` says why)
 */
export async function insertCase(
  trx: Trx,
  { form, priceLines, charges, ...decided }: NewCase,
): Promise<{ patient_id: number; rx_form_id: number } | null> {
  const [{ marked, ...ids }] = (await insert(trx, {
    ...form,
    ...decided,
    tooth_chart: JSON.stringify(form.tooth_chart),
    priceLinesJson: priceLines && JSON.stringify(priceLines),
    chargesJson: JSON.stringify(charges),
  })) as [Inserted]
  return marked || decided.draft === null ? ids : null
}
