import type { CaseEventName } from '@archwire/contract/events.ts'
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
import { seenText, setupText, workJoin } from '../../../apps/server/src/modules/case-core/facts.ts'
import { changesAskedJson, requestsJson } from '../../../apps/server/src/modules/cases/queries.ts'
import { rxFormJson, unreadJson } from '../../../apps/server/src/modules/rx-forms/index.ts'
import { shippingMethodIds, methodName } from '../../../apps/server/src/modules/calendar/index.ts'
import { statusLookup, workflowJson } from '../../../apps/server/src/modules/case-core/index.ts'
import { canJson, rulesJoins, stepsDecided, whyNotJson } from './floor-rules.sql.ts'

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

/** What the case costs, in dollars: a supervisor and an owner read it. */
const priceJson = sql`case when r.price_list is not null and r.price_lines is not null then jsonb_build_object(
  'price_list', r.price_list, 'price_overrides', r.price_overrides,
  'lines', coalesce((select jsonb_agg(l.line || jsonb_build_object('unit', (l.line ->> 'unit')::numeric / 100,
      'amount', (l.line ->> 'amount')::numeric / 100) order by l.position)
    from jsonb_array_elements(r.price_lines) with ordinality l(line, position)), '[]'::jsonb),
  'total', coalesce((select sum((l.line ->> 'amount')::numeric) / 100 from jsonb_array_elements(r.price_lines) l(line)), 0)) end`

/** The Rx form `r` with its labels; who filled it in is named without a role. */
export const rxFormBody = sql`(((${rxFormJson}) #- '{created_by_user,role}') - array['custom_scanner_type_name', 'price_list', 'price_overrides', 'price_lines']) || jsonb_build_object(
  'status', ${statusLookup(rxFormStatuses)} -> r.status_id::text, 'submission_completed_by_name', ${labelOf(assignments, 'r.submission_completed_by')},
  'impression_type_name', ${labelOf(impressionTypes, 'r.impression_type')},
  'scanner_type_name', case when r.scanner_type = 7 then r.custom_scanner_type_name else ${labelOf(scanners, 'r.scanner_type')} end,
  'products_list_names', ${labelsOf(products, 'r.products_list')}, 'addon_options_names', ${labelsOf(addOns, 'r.addon_options')},
  'shipping_method_label', ${methodLabel}, 'price', ${priceJson})`

/** The floor signs nothing: its links are the bare address of the object. */
const link = (column: string) => sql.raw(`'/storage/object?k=' || ${column}`)
const filesBody = sql`coalesce((select jsonb_agg(jsonb_build_object('id', pf.id, 'name', pf.name, 'original_name', pf.original_name,
    'patient_id', pf.patient_id, 'patient_file_type_id', pf.patient_file_type_id, 'kind', pf.kind, 'jaws_id', pf.jaws_id, 'size', pf.size,
    'caption', pf.caption, 'photo_view', pf.photo_view, 'version', pf.version, 'processing', pf.processing, 'problem', pf.problem, 'check_note', pf.check_note, 'report', pf.report, 'viewer_id', pf.viewer_id,
    'uploaded_by', coalesce((select u.full_name from users u where u.id = pf.uploaded_by), ''),
    'file_modification_date', iso(pf.file_modification_date), 'created_at', iso(pf.created_at), 'updated_at', iso(pf.updated_at),
    'thumbnail_url', ${link('pf.thumbnail_key')}, 'url', ${link('pf.display_key')}) order by pf.patient_file_type_id, pf.jaws_id, pf.id)
  from patient_files pf where pf.organization_id = p.organization_id and pf.patient_id = p.id and pf.deleted_at is null), '[]'::jsonb)`

/** The person of the bench (0: no one's id) has looked at no setup, and read no change of a form. */
const shownToNobody = sql`exists (select 1 from setup_looks k where k.organization_id = p.organization_id
  and k.patient_id = p.id and k.user_id = 0 and k.setup = ${setupText})`

/** The last of some entries of the history: who changed a note, and when. */
const lastOf = (...events: CaseEventName[]) => sql`(select jsonb_build_object('at', iso(h.at), 'user_name', h.user_name)
  from case_history h where h.organization_id = p.organization_id and h.patient_id = p.id
    and h.event in (${sql.join(events.map((name) => sql.lit(name)))}) order by h.at desc, h.id desc limit 1)`
const notesChanged = sql`jsonb_build_object('doctor_notes', ${lastOf('doctor_notes_changed', 'changes_requested')},
  'management_notes', ${lastOf('management_notes_changed')}, 'internal_notes', ${lastOf('internal_notes_changed')})`

/** Changes of the form that the person has not read; who made each is named without a role. */
const unread = sql`coalesce((select jsonb_agg(u.change - 'role' order by u.position)
  from jsonb_array_elements(${unreadJson(0)}) with ordinality u(change, position)), '[]'::jsonb)`

/** One case in full for a supervisor; its id is the only parameter that changes. */
export const onePatient = (id: unknown): RawBuilder<unknown> => sql`
  select jsonb_build_object('patient', jsonb_build_object(${caseIdentity}) || ${occasional} || jsonb_build_object(
    'version', p.version, 'seen', ${seenText}, 'doctor_number', d.account_number, 'doctor_notes', p.doctor_notes, 'management_notes', p.management_notes,
    'internal_notes', p.internal_notes,
    'on_hold_notes', coalesce((select jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'note', h.note,
        'created_at', iso(h.created_at), 'is_on_hold_reason', h.is_on_hold_reason, 'is_on_hold_note', not h.is_on_hold_reason) order by h.id desc)
      from on_hold_notes h where h.organization_id = p.organization_id and h.patient_id = p.id), '[]'::jsonb),
    'notes_changed', ${notesChanged},
    'treatment_notes', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'note', t.note, 'updated_at', iso(t.updated_at)) order by t.updated_at desc, t.id desc)
      from treatment_notes t where t.organization_id = p.organization_id and t.patient_id = p.id), '[]'::jsonb),
    'changes_asked', ${changesAskedJson}, 'setup_shown', ${shownToNobody},
    'third_party_partner', (select t.name from organizations t where t.id = p.partner_organization_id),
    'rx_form', case when r.id is null then null else ${rxFormBody} end, 'rx_form_unread', ${unread}, 'patient_files', ${filesBody},
    'initial_case_setup', case when w.id is null then null else
      ${workflowJson('w', sql`${statusLookup(rxFormStatuses)} -> r.status_id::text`, sql`iso(r.status_updated_at)`)}
      || ${stepsDecided} end,
    'customer_requests', ${requestsJson}, 'can', ${canJson}, 'why_not', ${whyNotJson}))::text as body
  from patients p ${caseJoins} ${workJoin} ${rulesJoins}
  where p.id = ${id}`
