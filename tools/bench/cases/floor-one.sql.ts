import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { caseIdentity, caseJoins, occasional } from '../../../apps/server/src/modules/case-core/case-row.sql.ts'
import { workJoin } from '../../../apps/server/src/modules/case-core/facts.ts'
import { statusLookup, workflowJson } from '../../../apps/server/src/modules/case-core/index.ts'
import { requestsJson } from '../../../apps/server/src/modules/cases/queries.ts'
import { rxFormJson } from '../../../apps/server/src/modules/rx-forms/index.ts'

/** The rows of a table that belong to the case `p`, as they are. */
const rowsOf = (table: string, where = 'true') =>
  sql.raw(`coalesce((select jsonb_agg(to_jsonb(t) order by t.id) from ${table} t
    where t.organization_id = p.organization_id and t.patient_id = p.id and ${where}), '[]'::jsonb)`)

/** One case with everything that its page reads, without labels and without what may be done; its id is the only parameter. */
export const onePatient = (id: unknown): RawBuilder<unknown> => sql`
  select jsonb_build_object('patient', jsonb_build_object(${caseIdentity}) || ${occasional} || jsonb_build_object(
    'version', p.version, 'doctor_number', d.account_number, 'doctor_notes', p.doctor_notes,
    'management_notes', p.management_notes, 'internal_notes', p.internal_notes,
    'on_hold_notes', ${rowsOf('on_hold_notes')}, 'treatment_notes', ${rowsOf('treatment_notes')},
    'third_party_partner', (select t.name from organizations t where t.id = p.partner_organization_id),
    'rx_form', case when r.id is null then null else ${rxFormJson} end,
    'patient_files', ${rowsOf('patient_files', 't.deleted_at is null')},
    'initial_case_setup', case when w.id is null then null else
      ${workflowJson('w', sql`${statusLookup(rxFormStatuses)} -> r.status_id::text`, sql`iso(r.status_updated_at)`)} end,
    'customer_requests', ${requestsJson}))::text as body
  from patients p ${caseJoins} ${workJoin}
  where p.id = ${id}`
