import { sql } from 'kysely'
import type { Db, Trx } from '../../src/db/client.ts'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import type { MadeCase, MadePrint, MadeWork } from './made-cases.ts'

/** Works of prints have ids of their own. */
const printWork = 1_000_000

/** Inserts made cases in bulk, past the product's commands; their ready rows are built by the product's own SQL. */
export async function insertCases(db: Db, cases: readonly MadeCase[], userId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertForms(trx, cases)
    await insertPrints(trx, cases)
    await insertWorks(trx, cases)
    await insertTrays(trx, cases, userId)
    await refreshCaseRows(
      trx,
      cases.map(({ id }) => id),
    )
  })
  await sql`analyze`.execute(db).catch(() => {})
}

const printsOf = (cases: readonly MadeCase[]): (MadePrint & { of: MadeCase })[] =>
  cases.flatMap((of) => of.prints.map((print) => ({ ...print, of })))

async function insertForms(trx: Trx, cases: readonly MadeCase[]): Promise<void> {
  const rows = cases.map((made) => ({
    organization_id: made.place.id,
    user_id: made.doctor.id,
    partner: made.of_partner ? made.place.partner : null,
    ...made,
    suffix: made.id,
    deleted_at: made.archived ? made.updated_at : null,
    changes_at: made.changes_asked ? made.updated_at : null,
  }))
  await sql`insert into patients (id, organization_id, user_id, partner_organization_id, first_name, last_name, numeric_suffix,
      patient_status_id, setup_completed_at, completed_at, is_on_hold, deleted_at, created_at, updated_at, changes_asked_at)
    overriding system value
    select id, organization_id, user_id, partner, first_name, last_name, suffix, status, setup_completed_at, completed_at, held,
      deleted_at, created_at, updated_at, changes_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id int, organization_id int, user_id int, partner int, first_name text,
      last_name text, suffix int, status int, setup_completed_at timestamptz, completed_at timestamptz, held boolean,
      deleted_at timestamptz, created_at timestamptz, updated_at timestamptz, changes_at timestamptz)`.execute(trx)
  // The hold before the present one says nothing of it.
  await sql`insert into on_hold_notes (organization_id, patient_id, name, note, is_on_hold_reason, asks_doctor)
    select x.organization_id, x.id, 'Lab', 'Why', true, x.asks = (n = 2)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id int, organization_id int, held boolean, asks boolean),
      generate_series(1, 2) n where x.held order by n`.execute(trx)
  const forms = cases.flatMap(({ id, place, location, form }) =>
    form
      ? [{ id, organization_id: place.id, location, ...form, cancelled_at: form.status === 5 ? form.created_at : null }]
      : [],
  )
  await sql`insert into rx_forms (organization_id, patient_id, status_id, location_id, impression_date, submission_completed_by,
      impression_type, products_list, jaws_id, arch_mode, rush_case, ship_date, cancelled_at, completed_at, created_at, updated_at)
    select organization_id, id, status, location, '2025-01-01', assignment, impression, products, 3, 1, rush, ship_date,
      cancelled_at, approved_at, created_at, created_at
    from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) x(id int, organization_id int, location int, status int,
      assignment int, impression int, products int, rush boolean, ship_date date, cancelled_at timestamptz,
      approved_at timestamptz, created_at timestamptz)`.execute(trx)
}

async function insertPrints(trx: Trx, cases: readonly MadeCase[]): Promise<void> {
  const rows = JSON.stringify(
    printsOf(cases).map(({ of, ...print }) => ({
      ...print,
      organization_id: of.place.id,
      patient_id: of.id,
      request: { 3: 2, 4: 3 }[print.status] ?? 1,
      flawed: print.correction?.status ?? null,
      flawed_at: print.correction?.created_at ?? null,
      cause: print.correction?.cause ?? null,
    })),
  )
  await sql`insert into customer_requests (id, organization_id, patient_id, status_id, created_at, updated_at,
      flawed_trays_status_id, flawed_trays_status_updated_at)
    overriding system value
    select id, organization_id, patient_id, request, created_at, created_at, flawed, flawed_at
    from jsonb_to_recordset(${rows}::jsonb) x(id int, organization_id int, patient_id int, request int, created_at timestamptz,
      flawed int, flawed_at timestamptz)`.execute(trx)
  await sql`insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, created_at, cause)
    select organization_id, patient_id, id, 1, flawed_at, cause
    from jsonb_to_recordset(${rows}::jsonb) x(id int, organization_id int, patient_id int, flawed_at timestamptz, cause text)
    where flawed_at is not null`.execute(trx)
  await sql`insert into printing_requests (id, organization_id, patient_id, customer_request_id, status_id, assignment,
      shipping_method, ship_date, tracking_number, completed_at, created_at, updated_at)
    overriding system value
    select id, organization_id, patient_id, id, status, assignment, method, ship_date, tracking, completed_at, created_at, created_at
    from jsonb_to_recordset(${rows}::jsonb) x(id int, organization_id int, patient_id int, status int, assignment int, method text,
      ship_date date, tracking text, completed_at timestamptz, created_at timestamptz)`.execute(trx)
  await sql`insert into printing_request_items (organization_id, printing_request_id, jaw_type_id, content_type_id, insert_brackets)
    select organization_id, id, jaw, 1, brackets and jaw = 2
    from jsonb_to_recordset(${rows}::jsonb) x(id int, organization_id int, brackets boolean), generate_series(1, 2) jaw`.execute(
    trx,
  )
}

async function insertWorks(trx: Trx, cases: readonly MadeCase[]): Promise<void> {
  const rowOf = (of: MadeCase, work: MadeWork, printId: number | null, requestId: number | null = null) => ({
    ...work,
    id: printId === null && requestId === null ? work.id : printWork + work.id,
    organization_id: of.place.id,
    patient_id: of.id,
    print_id: printId,
    request_id: requestId,
    round: printId === null && requestId === null ? of.round : 1,
    kind: requestId !== null ? 'flawed_tray' : printId === null ? 'initial_case_setup' : 'printing_request',
  })
  const rows = JSON.stringify([
    ...cases.flatMap((made) => (made.setup ? [rowOf(made, made.setup, null)] : [])),
    ...printsOf(cases).flatMap(({ of, id, work }) => (work ? [rowOf(of, work, id)] : [])),
    ...printsOf(cases).flatMap(({ of, id, correction }) => (correction ? [rowOf(of, correction.work, null, id)] : [])),
  ])
  await sql`insert into tech_workflows (id, organization_id, patient_id, kind, assigned_to, printing_request_id, customer_request_id, round)
    overriding system value
    select id, organization_id, patient_id, kind, technician, print_id, request_id, round
    from jsonb_to_recordset(${rows}::jsonb) x(id int, organization_id int, patient_id int, kind text, technician int, print_id int,
      request_id int, round int)`.execute(trx)
  await sql`insert into tech_workflow_processes (organization_id, tech_workflow_id, round, position, step, process, user_id, started_at, finished_at)
    select organization_id, id, round, s.position, 'Step', s.process, technician,
      case when s.position <= finished then finished_at - interval '1 hour' end, case when s.position <= finished then finished_at end
    from jsonb_to_recordset(${rows}::jsonb) x(id int, organization_id int, round int, technician int, steps jsonb, finished int,
      finished_at timestamptz),
      jsonb_array_elements_text(steps) with ordinality s(process, position)`.execute(trx)
}

/** Trays of 8 that were filled one after the other. */
async function insertTrays(trx: Trx, cases: readonly MadeCase[], userId: number): Promise<void> {
  const rows = cases
    .filter(({ in_tray }) => in_tray)
    .map(({ id, place }, index) => ({
      id,
      organization_id: place.id,
      tray: 1 + Math.floor(index / 8),
      at: 1 + (index % 8),
    }))
  await sql`insert into case_trays (id, tray_number, created_by_user_id, created_at, updated_at)
    overriding system value
    select n, 'T' || n, ${userId}, now(), now() from generate_series(1, ${rows.at(-1)!.tray}) n`.execute(trx)
  await sql`insert into case_tray_cases (organization_id, patient_id, case_tray_id, position)
    select organization_id, id, tray, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id int, organization_id int, tray int, at int)`.execute(
    trx,
  )
}
