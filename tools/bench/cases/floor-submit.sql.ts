import { rxFormColumns, rxFormFields, type RxFormField } from '@archwire/contract/rx-forms/fields.ts'
import { sql, type RawBuilder } from 'kysely'
import { rxFormJson } from '../../../apps/server/src/modules/rx-forms/index.ts'

/** What changes from submit to submit. */
export interface SubmitValues {
  organization: unknown
  user: unknown
  key: unknown
  /** The body as it was sent. */
  form: unknown
  hash: unknown
  at: unknown
  arrival: unknown
  approveBy: unknown
  /** What the case costs by the list that holds, as JSON. */
  priceLines: unknown
  steps: unknown
}

/** The columns of a form that one value each goes into, with their types. */
const columns = rxFormColumns.flatMap((name): [name: string, type: string][] => {
  const field: RxFormField = rxFormFields[name]
  switch (field.kind) {
    case 'libraries':
    case 'teeth':
      return []
    case 'toggle':
      return [[name, 'boolean']]
    case 'day':
      return [[name, 'date']]
    case 'line':
    case 'text':
    case 'method':
      return [[name, 'text']]
    case 'choice':
      return [[name, typeof field.options[0]?.id === 'string' ? 'text' : 'int']]
    default:
      return [[name, 'int']]
  }
})
const formColumns = columns.map((column) => column.join(' ')).join(', ')
const names = columns.map(([name]) => name).join(', ')

/** Everything that a submit writes except the ready row and the stored response: one statement. Returns ids. */
export const insertSubmitted = (v: SubmitValues): RawBuilder<unknown> => sql`
  with f as materialized (
    select * from jsonb_to_record(${v.form}::jsonb) as f(first_name text, last_name text, case_number_text text, user_id int, ${sql.raw(formColumns)})
  ), k as (
    insert into idempotency_keys (user_id, key, route, body_hash) values (${v.user}::int, ${v.key}, 'POST /organizations/{id}/rx_forms', ${v.hash})
  ), p as (
    insert into patients (organization_id, user_id, created_by_user_id, first_name, last_name, case_number_text, patient_status_id,
      numeric_suffix, created_at, updated_at, status_updated_at)
    select ${v.organization}::int, f.user_id, ${v.user}::int, f.first_name, f.last_name, f.case_number_text, 2,
      (select max(coalesce(numeric_suffix, 0)) + 1 from patients where organization_id = ${v.organization}::int
        and name_key = plain(f.first_name) || ' ' || plain(f.last_name)), ${v.at}::timestamptz, ${v.at}::timestamptz, ${v.at}::timestamptz
    from f returning id, organization_id, user_id
  ), r as (
    insert into rx_forms (organization_id, patient_id, status_id, created_by_user_id, arrival_date, approve_by, created_at, updated_at, status_updated_at,
      price_list, price_overrides, price_lines,
      ${sql.raw(names)})
    select p.organization_id, p.id, 1, ${v.user}::int, ${v.arrival}::date, ${v.approveBy}::timestamptz, ${v.at}::timestamptz, ${v.at}::timestamptz, ${v.at}::timestamptz,
      (select max(l.version) from price_lists l),
      (select coalesce(max(x.version), 0) from price_overrides x where x.organization_id = ${v.organization}::int), ${v.priceLines}::jsonb,
      coalesce(f.location_id, (select l.id from locations l where l.organization_id = ${v.organization}::int and l.is_main)),
      ${sql.raw(names.replace('location_id, ', ''))}
    from p, f returning id, patient_id
  ), c as (
    insert into charges (organization_id, patient_id, source, source_id, fee, kind, label, why, times, unit_cents, cents, price_list,
      price_overrides, day, user_id, user_name, created_at)
    select p.organization_id, p.id, 'form', r.id, x.fee, case when x.fee like 'arch.%' then 'arch' else 'fee' end, x.label, x.why,
      x.quantity, x.unit, x.amount, l.version,
      (select coalesce(max(o.version), 0) from price_overrides o where o.organization_id = ${v.organization}::int),
      (${v.at}::timestamptz at time zone 'America/Denver')::date + (l.prices #>> '{settings,delay_case_charging}')::int,
      u.id, u.full_name, ${v.at}::timestamptz
    from p, r, users u, (select version, prices from price_lists order by version desc limit 1) l,
      jsonb_to_recordset(${v.priceLines}::jsonb) as x(fee text, label text, why text, quantity int, unit int, amount int, due text)
    where u.id = ${v.user}::int and x.due = 'case'
  ), w as (
    insert into tech_workflows (organization_id, patient_id, kind) select organization_id, id, 'initial_case_setup' from p returning id, organization_id
  ), s as (
    insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
    select w.organization_id, w.id, x.position, 'Models', x.process from w, unnest(${v.steps}::text[]) with ordinality as x(process, position)
  ), h as (
    insert into case_history (at, organization_id, patient_id, user_id, user_name, event, to_status)
    select ${v.at}::timestamptz, p.organization_id, p.id, u.id, u.full_name, 'submitted', 'new' from p, users u where u.id = ${v.user}::int returning id
  ), a as (
    insert into audit_log (at, user_id, organization_id, patient_id, subject, subject_id, action, address)
    select ${v.at}::timestamptz, ${v.user}::int, organization_id, id, 'case', id, 'case.submitted', '127.0.0.1' from p
  ), o as (
    insert into outbox (kind, name, payload)
    select 'activity', 'case.submitted', jsonb_build_object('subject', 'case', 'id', p.id, 'event', 'submitted', 'at', iso(${v.at}::timestamptz),
      'user_id', ${v.user}::int, 'history_id', h.id, 'patient_id', p.id, 'organization_id', p.organization_id, 'announce', true) from h, p
    union all select 'event', 'patient.changed', jsonb_build_object('id', id, 'organization_id', organization_id, 'partner', null,
      'own', jsonb_build_object('doctor', user_id, 'creator', ${v.user}::int)) from p
  )
  select r.patient_id, r.id from r`

/** Builds the response and stores it with the key: one statement. */
export const answerSubmitted = (v: { rxForm: unknown; user: unknown; key: unknown }): RawBuilder<unknown> => sql`
  with answer as (
    select jsonb_build_object('rx_form', ${rxFormJson}, 'message', 'The case was submitted.') as body
    from rx_forms r join patients p on p.organization_id = r.organization_id and p.id = r.patient_id where r.id = ${v.rxForm}
  ), kept as (
    update idempotency_keys set status = 200, sealed = convert_to(answer.body::text, 'UTF8') from answer where user_id = ${v.user} and key = ${v.key}
  )
  select body::text as body from answer`
