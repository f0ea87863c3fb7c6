import { openStatuses, statusesAtWork } from '@archwire/contract/core/statuses.ts'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { prepared } from '../../db/prepared.ts'
import type { DB } from '../../db/schema.gen.ts'
import { labScope, rows, scoped } from '../../db/scope.ts'
import { correctedBySql, correctionUploaded } from './corrected-by.sql.ts'
import { setupIsNewer } from './facts.ts'
import { fullNameSql } from './names.sql.ts'
import { isShipped } from './shipped.sql.ts'
import { statusLookup } from './status-lookup.sql.ts'
import { printSince, workflowSummaryJson } from './workflow.sql.ts'

/** The fields that a list line and the full case share, over `p` patients, `o` organizations, `r` rx_forms, `d` doctor, `f` files. */
export const caseIdentity = sql`
  'id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'full_name', ${fullNameSql},
  'formatted_name', p.last_name || ', ' || p.first_name || coalesce(' (' || p.numeric_suffix || ')', ''),
  'case_number_text', p.case_number_text, 'case_code', 'C-' || p.id, 'numeric_suffix', p.numeric_suffix,
  'patient_status_id', p.patient_status_id, 'patient_status', ${statusLookup(patientStatuses)} -> p.patient_status_id::text,
  'organization_id', p.organization_id,
  'organization', jsonb_build_object('id', o.id, 'name', o.name, 'account_number', o.account_number),
  'user_id', p.user_id,
  'user', case when d.id is null then null else jsonb_build_object('id', d.id, 'full_name', d.full_name, 'account_number', d.account_number) end,
  'is_on_hold', p.is_on_hold, 'rush_case', coalesce(r.rush_case, false),
  'has_ios_file', coalesce(f.ios, false), 'has_stl_file', coalesce(f.stl, false),
  'created_at', iso(p.created_at), 'updated_at', iso(p.updated_at), 'setup_completed_at', iso(p.setup_completed_at),
  'completed_at', iso(p.completed_at), 'deleted_at', iso(p.deleted_at), 'cancelled_at', iso(r.cancelled_at),
  'ship_date', coalesce(q.ship_date, r.ship_date)::text, 'bonding_date', r.bonding_date::text,
  'submission_completed_by', r.submission_completed_by, 'impression_type', r.impression_type,
  'submission_viewer_id', f.submission_viewer_id, 'setup_viewer_id', f.setup_viewer_id,
  'open_request_id', q.open_request_id, 'duplicated', q.open_requests > 1`

/**
 * Who is to work on the case now (`work/late`): the party that corrects a waiting tray, else the one that prints, else the
 * one that makes the setup. No one while the doctor decides, the case is stopped, or two requests wait until one is canceled.
 */
const acting = sql`case when p.deleted_at is not null or r.cancelled_at is not null or p.is_on_hold or q.open_requests > 1 then null
  when q.tray_waits then ${correctedBySql('r')}
  when q.open_requests = 1 then q.print_assignment
  when p.patient_status_id in (${ids(...statusesAtWork(patientStatuses))})
    then coalesce(r.submission_completed_by, ${sql.lit(assignment.ownLab)}) end`

/** By when the waiting setup is to be approved (`cases/approve-by`); no one is late for one that came after it. */
const approveBy = sql`case when p.patient_status_id = ${ids(patientStatuses.awaiting_approval)} and p.deleted_at is null
  and r.cancelled_at is null and not p.is_on_hold and r.approve_by > r.ready_at then iso(r.approve_by) end`

/** Beside `caseIdentity`: not every case has these. */
export const occasional = sql`case when p.changes_asked_at is null then '{}'::jsonb
  else jsonb_build_object('changes_asked_at', iso(p.changes_asked_at)) end
  || jsonb_strip_nulls(jsonb_build_object('acting', ${acting}, 'approve_by', ${approveBy}))
  || case when y.id is null then '{}'::jsonb else jsonb_build_object('case_tray_number', y.tray_number,
    'case_tray', jsonb_build_object('id', y.id, 'shipping_id_text', y.shipping_id_text)) end
  || case when q.tray_waits then '{"has_pending_flawed_tray_request": true}'::jsonb || case when ${correctionUploaded} then '{"correction_uploaded": true}'::jsonb else '{}' end else '{}' end
  || case when f.scans_waiting then '{"scans_waiting": true}'::jsonb else '{}'::jsonb end`

/** The joins that `caseIdentity` requires. */
export const caseJoins = sql`
  join organizations o on o.id = p.organization_id
  left join users d on d.id = p.user_id
  left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id
  left join lateral (
    select bool_or(patient_file_type_id = ${ids(patientFileTypes.ios)}) as ios, bool_or(patient_file_type_id = ${ids(patientFileTypes.stl)} and kind = 'submission') as stl,
      coalesce(max(viewer_id) filter (where kind = 'submission' and patient_file_type_id = ${ids(patientFileTypes.stl)}), max(viewer_id) filter (where kind = 'submission')) as submission_viewer_id,
      max(viewer_id) filter (where kind = 'setup') as setup_viewer_id,
      bool_or(processing = 'waiting' and patient_file_type_id in (${ids(patientFileTypes.ios, patientFileTypes.stl)})) as scans_waiting
    from patient_files pf where pf.organization_id = p.organization_id and pf.patient_id = p.id and pf.deleted_at is null
  ) f on true
  left join lateral (
    select max(cr.id) as open_request_id, count(*)::int as open_requests,
      coalesce(bool_or(cr.flawed_trays_status_id in (${ids(...openStatuses(flawedWorkStatuses))})), false) as tray_waits,
      (array_agg(pr.ship_date order by cr.id desc))[1] as ship_date,
      (array_agg(pr.assignment order by cr.id desc))[1] as print_assignment
    from customer_requests cr
    left join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id
    where cr.organization_id = p.organization_id and cr.patient_id = p.id and cr.status_id = ${ids(customerRequestStatuses.pending)}
  ) q on true
  left join lateral (
    select k.id, k.tray_number, k.shipping_id_text from case_tray_cases m join case_trays k on k.id = m.case_tray_id
    where m.organization_id = p.organization_id and m.patient_id = p.id and m.left_at is null
  ) y on true`

const workJoin = sql`
  left join lateral (
    select ${workflowSummaryJson('w', sql`${statusLookup(rxFormStatuses)} -> r.status_id::text`, sql`iso(r.status_updated_at)`)} as summary
    from tech_workflows w
    where w.organization_id = p.organization_id and w.patient_id = p.id and w.kind = 'initial_case_setup' and r.id is not null
  ) work on true
  left join lateral (
    select ${workflowSummaryJson('w', sql`${statusLookup(printingRequestStatuses)} -> pr.status_id::text`, printSince)} as summary
    from printing_requests pr
    join tech_workflows w on w.organization_id = pr.organization_id and w.printing_request_id = pr.id
    where pr.organization_id = p.organization_id and pr.customer_request_id = q.open_request_id
  ) printing on true
  left join lateral (
    select ${workflowSummaryJson('w', sql`${statusLookup(flawedWorkStatuses)} -> cr.flawed_trays_status_id::text`, sql`iso(cr.flawed_trays_status_updated_at)`)} as summary
    from customer_requests cr
    join tech_workflows w on w.organization_id = cr.organization_id and w.customer_request_id = cr.id
    where cr.organization_id = p.organization_id and cr.id = q.open_request_id and cr.flawed_trays_status_id is not null
  ) flawed on true`

/**
 * First and last moments of the prints of a case, for the counts of the dashboard; and who prints besides the maker of
 * the setup, for the lists.
 */
const printMoments = sql`
  left join lateral (
    select count(*)::int as prints, min(pr.created_at) as print_first_at, max(pr.created_at) as print_last_at,
      min(pr.created_at) filter (where b.wanted) as brackets_first_at, max(pr.created_at) filter (where b.wanted) as brackets_last_at,
      min(pr.completed_at) filter (where b.shipped) as shipped_first_at, max(pr.completed_at) filter (where b.shipped) as shipped_last_at,
      array_agg(distinct pr.assignment order by pr.assignment) filter (where pr.status_id <> ${ids(printingRequestStatuses.canceled)}
        and pr.assignment is distinct from r.submission_completed_by) as assignments
    from printing_requests pr, lateral (select ${isShipped('pr')} as shipped,
      exists (select 1 from printing_request_items i where i.organization_id = pr.organization_id
        and i.printing_request_id = pr.id and i.insert_brackets) as wanted) b
    where pr.organization_id = p.organization_id and pr.patient_id = p.id
  ) m on true`

const openForms = ids(...openStatuses(rxFormStatuses))
const openCases = ids(...openStatuses(patientStatuses))

const rowJson = sql`jsonb_build_object(${caseIdentity},
      'workflow_data', jsonb_build_object('initial_case_setup', work.summary, 'printing_request', printing.summary)
        || case when flawed.summary is null then '{}'::jsonb else jsonb_build_object('flawed_tray', flawed.summary) end)
    || ${occasional}
    || case when p.changes_asked_at is not null and ${setupIsNewer} then '{"setup_is_newer": true}'::jsonb else '{}'::jsonb end`

/** Every column of `case_rows` but its organization, with the expression it is built from. */
const columns = {
  patient_id: sql`p.id`,
  doctor_id: sql`p.user_id`,
  created_by_user_id: sql`p.created_by_user_id`,
  partner_organization_id: sql`p.partner_organization_id`,
  patient_status_id: sql`p.patient_status_id`,
  rx_status_id: sql`r.status_id`,
  submission_completed_by: sql`r.submission_completed_by`,
  print_assignments: sql`coalesce(m.assignments, '{}')`,
  impression_type: sql`r.impression_type`,
  products_list: sql`coalesce(r.products_list, 0)`,
  location_id: sql`r.location_id`,
  is_on_hold: sql`p.is_on_hold`,
  rush_case: sql`coalesce(r.rush_case, false)`,
  changes_asked: sql`p.changes_asked_at is not null`,
  acting,
  archived: sql`p.deleted_at is not null`,
  cancelled: sql`r.cancelled_at is not null`,
  active: sql`p.deleted_at is null and r.cancelled_at is null
    and (coalesce(r.status_id in (${openForms}), p.patient_status_id in (${openCases})) or q.open_requests > 0)`,
  last_name: sql`plain(p.last_name)`,
  case_number_text: sql`p.case_number_text`,
  doctor_name: sql`coalesce(plain(d.full_name), '')`,
  organization_name: sql`plain(o.name)`,
  search_text: sql`plain(p.first_name || ' ' || p.last_name || ', ' || p.first_name || ' | ' || p.case_number_text || ' | C-' || p.id)
    || case when p.first_name || p.last_name ~ '[ -]' then ' | ' || alike(p.first_name) || ' ' || alike(p.last_name) else '' end`,
  ship_date: sql`coalesce(q.ship_date, r.ship_date)`,
  created_at: sql`p.created_at`,
  updated_at: sql`p.updated_at`,
  setup_completed_at: sql`p.setup_completed_at`,
  completed_at: sql`p.completed_at`,
  submitted_at: sql`r.created_at`,
  approved_at: sql`r.completed_at`,
  prints: sql`m.prints`,
  print_first_at: sql`m.print_first_at`,
  print_last_at: sql`m.print_last_at`,
  brackets_first_at: sql`m.brackets_first_at`,
  brackets_last_at: sql`m.brackets_last_at`,
  shipped_first_at: sql`m.shipped_first_at`,
  shipped_last_at: sql`m.shipped_last_at`,
  row: rowJson,
} satisfies Record<Exclude<keyof DB['case_rows'], 'organization_id'>, RawBuilder<unknown>>
const names = Object.keys(columns)
const listed = (wordOf: (name: string) => string) => sql.raw(names.map(wordOf).join(', '))

/**
 * The one SELECT that builds the ready row of a case, JSON and filter columns alike. Used inside the transaction of
 * every change and by the nightly comparison: stored rows must equal what this builds.
 */
const build = (where: RawBuilder<unknown>) => sql`
  select p.organization_id, ${sql.join(Object.entries(columns).map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`))}
  from ${rows(labScope, 'patients', 'p')} ${caseJoins} ${workJoin} ${printMoments}
  where ${where}`

const refresh = prepared<{ patientIds: number[] }, never>(
  'cases.refresh-rows',
  ({ patientIds }) =>
    sql`insert into case_rows (organization_id, ${listed((name) => name)}) ${build(sql`p.id = any(${patientIds}::int[])`)}
    on conflict (patient_id) do update set ${listed((name) => `${name} = excluded.${name}`)}
    where case_rows.organization_id = excluded.organization_id`,
)

/** Rebuilds the rows of these cases from what the transaction sees now. */
export async function refreshCaseRows(trx: Trx, patientIds: number[]): Promise<void> {
  await refresh(trx, { patientIds })
}

/** Rebuilds the rows of all cases of a doctor whose name has changed. */
export const refreshRowsOfDoctor = (db: Db, doctorId: number): Promise<void> => refreshRowsOf(db, 'user_id', doctorId)

/** Rebuilds the rows of all cases of an organization whose name has changed. */
export const refreshRowsOfOrganization = (db: Db, id: number): Promise<void> => refreshRowsOf(db, 'organization_id', id)

/** Rebuilds rows in batches, so that no case stays locked for long. */
async function refreshRowsOf(db: Db, column: 'user_id' | 'organization_id', value: number): Promise<void> {
  let after = 0
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      // Locked like a change of the case itself: a row must not be built from data that another change is about to
      // replace.
      const rows = await scoped(trx, labScope)
        .from('patients', { archived: true })
        .select('id')
        .where(column, '=', value)
        .where('id', '>', after)
        .orderBy('id')
        .limit(200)
        .forUpdate()
        .execute()
      const portion = rows.map(({ id }) => id)
      if (portion.length > 0) await refreshCaseRows(trx, portion)
      return portion
    })
    if (ids.length === 0) return
    after = ids.at(-1)!
  }
}

/** Ids among these cases whose stored row differs from a rebuilt one. */
async function staleAmong(db: Db | Trx, patientIds: number[]): Promise<number[]> {
  const all = (table: string) => listed((name) => `${table}.${name}`)
  const stale = await sql<{ patient_id: number }>`
    with built as (${build(sql`p.id = any(${patientIds}::int[])`)})
    select built.patient_id from built left join ${rows(labScope, 'case_rows', 'kept')} using (patient_id)
    where (kept.organization_id, ${all('kept')}) is distinct from (built.organization_id, ${all('built')})
    order by 1`.execute(db)
  return stale.rows.map((row) => row.patient_id)
}

/** Reads all cases in batches: a statement over all of them would exceed its time limit, and hold its snapshot. */
async function* portionsOfCases(db: Db, size = 500): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const rows = await scoped(db, labScope)
      .from('patients', { archived: true })
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    yield rows.map(({ id }) => id)
  }
}

/** Ids of cases whose stored row differs from a rebuilt one. For tests: a change in progress may look like one. */
export async function staleCaseRows(db: Db): Promise<number[]> {
  const stale: number[] = []
  for await (const ids of portionsOfCases(db)) stale.push(...(await staleAmong(db, ids)))
  return stale
}

/**
 * Compares all stored rows with rebuilt ones and rebuilds those that differ. Each is checked again under its case's
 * lock, so that a change in progress is neither reported nor overwritten. Returns the ids of those that were really
 * wrong.
 */
export async function verifyCaseRows(db: Db, signal?: AbortSignal): Promise<number[]> {
  const wrong: number[] = []
  for await (const ids of portionsOfCases(db)) {
    signal?.throwIfAborted()
    for (const id of await staleAmong(db, ids))
      await db.transaction().execute(async (trx) => {
        await scoped(trx, labScope)
          .from('patients', { archived: true })
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .execute()
        if ((await staleAmong(trx, [id])).length === 0) return
        await refreshCaseRows(trx, [id])
        wrong.push(id)
      })
  }
  return wrong
}
