import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import {
  addOns,
  assignments,
  impressionTypes,
  products,
  scanners,
  type Option,
} from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import { caseIdentity, caseJoins, occasional } from '../../../apps/server/src/modules/case-core/case-row.sql.ts'
import { seenText, setupText } from '../../../apps/server/src/modules/case-core/facts.ts'
import { changesAskedJson, requestsJson } from '../../../apps/server/src/modules/cases/queries.ts'
import { rxFormJson } from '../../../apps/server/src/modules/rx-forms/index.ts'
import { shippingMethodIds, methodName } from '../../../apps/server/src/modules/calendar/index.ts'
import { statusLookup, workflowJson } from '../../../apps/server/src/modules/case-core/index.ts'

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const labelOf = (options: readonly Option[], column: string): RawBuilder<unknown> =>
  sql.raw(
    `coalesce(case ${column} ${options.map(({ id, label }) => `when ${id} then ${text(label)}`).join(' ')} end, '')`,
  )
const labelsOf = (options: readonly Option[], column: string): RawBuilder<unknown> =>
  sql.raw(
    `to_jsonb(array_remove(array[${options.map(({ id, label }) => `case when ${column} & ${id} <> 0 then ${text(label)} end`).join(', ')}], null))`,
  )
const methodLabel = sql.raw(
  `coalesce(case r.shipping_method ${shippingMethodIds.map((id) => `when ${text(id)} then ${text(methodName(id))}`).join(' ')} end, '')`,
)

/** The rules for a supervisor, in SQL. */
const atRest = sql`p.deleted_at is null and not p.is_on_hold and r.cancelled_at is null`
const hasSetup = sql`exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
  and s.kind = 'setup' and s.deleted_at is null)`
const printable = sql`exists (select 1 from patient_files s where s.organization_id = p.organization_id and s.patient_id = p.id
  and (s.kind = 'setup' or s.patient_file_type_id = 1) and s.deleted_at is null)`
const canMarkAsReady = sql`(${atRest} and r.submission_completed_by = 1 and p.patient_status_id = 1 and ${hasSetup})`
const worksHere = sql`(w.id is not null and r.submission_completed_by <> 3)`
const isOpen = sql`r.status_id not in (4, 5)`
const can = sql`jsonb_build_object('approve', false, 'request_changes', false, 'mark_as_ready', ${canMarkAsReady},
  'complete', ${atRest} and p.patient_status_id = 1, 'hold', p.deleted_at is null and not p.is_on_hold and p.patient_status_id <> 5,
  'unhold', p.deleted_at is null and p.is_on_hold, 'work_steps', ${worksHere} and ${atRest} and ${isOpen},
  'request_print', ${atRest} and p.patient_status_id in (4, 5) and ${printable}, 'add_files', p.deleted_at is null, 'add_report', p.deleted_at is null, 'add_ios', p.deleted_at is null,
  'add_setup', ${atRest} and p.patient_status_id in (1, 2), 'write_doctor_notes', p.deleted_at is null,
  'write_management_notes', p.deleted_at is null, 'read_internal_notes', true, 'write_internal_notes', p.deleted_at is null)`
/** Why a permitted action of a supervisor is blocked. */
const restWhy = sql`when p.deleted_at is not null then 'This case is archived.' when p.is_on_hold then 'This case is on hold.'
  when r.cancelled_at is not null then 'The Rx form of this case is canceled.'`
const stateWhy = sql`'This is not possible while the case is ' || (${statusLookup(patientStatuses)} -> p.patient_status_id::text ->> 'label') || '.'`
const archivedWhy = sql`case when p.deleted_at is not null then 'This case is archived.' end`
const whyNot = sql`jsonb_strip_nulls(jsonb_build_object(
  'mark_as_ready', case when r.submission_completed_by is distinct from 1 then null ${restWhy}
    when p.patient_status_id <> 1 then ${stateWhy} when not ${hasSetup} then 'Upload the setup before you notify the doctor.' end,
  'complete', case ${restWhy} when p.patient_status_id <> 1 then ${stateWhy} end,
  'hold', case when p.deleted_at is not null then 'This case is archived.' when p.is_on_hold then 'This case is already on hold.'
    when p.patient_status_id = 5 then 'This case is completed. There is nothing left to put on hold.' end,
  'unhold', case when p.deleted_at is not null then 'This case is archived.' when not p.is_on_hold then 'This case is not on hold.' end,
  'work_steps', case when not ${worksHere} then null ${restWhy} when r.status_id = 4 then 'The Rx form is completed.'
    when r.status_id = 5 then 'The Rx form is canceled.' end,
  'request_print', case ${restWhy} when p.patient_status_id not in (4, 5) then 'A print can be requested once the setup is approved.'
    when not ${printable} then 'Add the IOS file or the setup first. The print is made from it.' end,
  'add_setup', case ${restWhy} when p.patient_status_id not in (1, 2) then 'The setup can be changed only while the case is being worked on.' end,
  'add_files', ${archivedWhy}, 'add_ios', ${archivedWhy}, 'add_report', ${archivedWhy}, 'write_doctor_notes', ${archivedWhy},
  'write_management_notes', ${archivedWhy}, 'write_internal_notes', ${archivedWhy}))`
const whyClosed = sql`case when not ${worksHere} then null
  when p.deleted_at is not null then 'This case is archived.' when p.is_on_hold then 'This case is on hold.'
  when r.cancelled_at is not null then 'The Rx form of this case is canceled.'
  when r.status_id = 4 then 'The Rx form is completed.' when r.status_id = 5 then 'The Rx form is canceled.' end`

/** The Rx form `r` with its labels. */
export const rxFormBody = sql`(${rxFormJson} - 'custom_scanner_type_name') || jsonb_build_object(
  'status', ${statusLookup(rxFormStatuses)} -> r.status_id::text, 'submission_completed_by_name', ${labelOf(assignments, 'r.submission_completed_by')},
  'impression_type_name', ${labelOf(impressionTypes, 'r.impression_type')},
  'scanner_type_name', case when r.scanner_type = 7 then r.custom_scanner_type_name else ${labelOf(scanners, 'r.scanner_type')} end,
  'products_list_names', ${labelsOf(products, 'r.products_list')}, 'addon_options_names', ${labelsOf(addOns, 'r.addon_options')},
  'shipping_method_label', ${methodLabel})`

/** The floor signs nothing: its links are the bare address of the object. */
const link = (column: string) => sql.raw(`'/storage/object?k=' || ${column}`)
const filesBody = sql`coalesce((select jsonb_agg(jsonb_build_object('id', pf.id, 'name', pf.name, 'original_name', pf.original_name,
    'patient_id', pf.patient_id, 'patient_file_type_id', pf.patient_file_type_id, 'kind', pf.kind, 'jaws_id', pf.jaws_id, 'size', pf.size,
    'caption', pf.caption, 'processing', pf.processing, 'problem', pf.problem, 'check_note', pf.check_note, 'report', pf.report, 'viewer_id', pf.viewer_id,
    'uploaded_by', coalesce((select u.full_name from users u where u.id = pf.uploaded_by), ''),
    'file_modification_date', iso(pf.file_modification_date), 'created_at', iso(pf.created_at), 'updated_at', iso(pf.updated_at),
    'thumbnail_url', ${link('pf.thumbnail_key')}, 'url', ${link('pf.display_key')}) order by pf.patient_file_type_id, pf.jaws_id, pf.id)
  from patient_files pf where pf.organization_id = p.organization_id and pf.patient_id = p.id and pf.deleted_at is null), '[]'::jsonb)`

/** The person of the bench has looked at no setup. */
const shownToNobody = sql`exists (select 1 from setup_looks k where k.organization_id = p.organization_id
  and k.patient_id = p.id and k.user_id = 0 and k.setup = ${setupText})`

/** One case in full for a supervisor; its id is the only parameter that changes. */
export const onePatient = (id: unknown): RawBuilder<unknown> => sql`
  select jsonb_build_object('patient', jsonb_build_object(${caseIdentity}) || ${occasional} || jsonb_build_object(
    'version', p.version, 'seen', ${seenText}, 'doctor_number', d.account_number, 'doctor_notes', p.doctor_notes, 'management_notes', p.management_notes,
    'internal_notes', p.internal_notes,
    'on_hold_notes', coalesce((select jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'note', h.note,
        'created_at', iso(h.created_at), 'is_on_hold_reason', h.is_on_hold_reason, 'is_on_hold_note', not h.is_on_hold_reason) order by h.id desc)
      from on_hold_notes h where h.organization_id = p.organization_id and h.patient_id = p.id), '[]'::jsonb),
    'changes_asked', ${changesAskedJson}, 'setup_shown', ${shownToNobody},
    'third_party_partner', (select t.name from organizations t where t.id = p.partner_organization_id),
    'rx_form', case when r.id is null then null else ${rxFormBody} end, 'patient_files', ${filesBody},
    'initial_case_setup', case when w.id is null then null else
      ${workflowJson('w', sql`${statusLookup(rxFormStatuses)} -> r.status_id::text`, sql`iso(r.status_updated_at)`)}
      || jsonb_build_object('why_not', jsonb_strip_nulls(jsonb_build_object('edit', ${whyClosed})),
        'can', jsonb_build_object('edit', ${worksHere} and ${atRest} and ${isOpen})) end,
    'customer_requests', ${requestsJson}, 'can', ${can}, 'why_not', ${whyNot}))::text as body
  from patients p ${caseJoins}
  left join tech_workflows w on w.organization_id = p.organization_id and w.patient_id = p.id and w.kind = 'initial_case_setup'
  where p.id = ${id}`
