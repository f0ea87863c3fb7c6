import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../db/database-before.ts'

/** Work from before there were rounds, and before its end ended its steps (`work/rounds`, `work/ends`). */
let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('202612010101_work_rounds.sql')
})
afterAll(() => before.close())

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
type Row = [process: string, started: number | null, finished: number | null]

/** A case by itself: what its rows refer to is not read. */
async function insertCase(
  id: number,
  { rx, asked, over, setup, print }: { rx: number; asked?: number; over?: number; setup: Row[]; print?: Row[] },
): Promise<void> {
  const { client } = before
  const time = (hour: number | null | undefined) => (hour === null || hour === undefined ? null : at(hour))
  await client.query(
    `insert into patients (id, organization_id, first_name, last_name, patient_status_id, changes_asked_at)
      overriding system value values ($1, 1, 'Ada', 'Case ' || $1::int, 2, $2)`,
    [id, time(asked)],
  )
  await client.query(
    `insert into rx_forms (id, organization_id, patient_id, status_id, impression_type, impression_date, created_by_user_id, products_list,
      submission_completed_by, jaws_id, arch_mode, completed_at)
      overriding system value values ($1, 1, $1, $2, 1, '2026-11-20', 1, 1, 1, 1, 1, $3)`,
    [id, rx, time(over)],
  )
  if (print)
    await client.query(
      `insert into printing_requests (id, organization_id, patient_id, customer_request_id, assignment, status_id, tracking_number, completed_at)
        overriding system value values ($1, 1, $1, $1, 1, 3, '1Z999AA10123456784', $2)`,
      [id, at(20)],
    )
  for (const [kind, steps] of Object.entries({ initial_case_setup: setup, printing_request: print ?? [] })) {
    if (steps.length === 0) continue
    const workflow = kind === 'initial_case_setup' ? id : id + 100
    await client.query(
      `insert into tech_workflows (id, organization_id, patient_id, kind, printing_request_id)
        overriding system value values ($1, 1, $2, $3, $4)`,
      [workflow, id, kind, kind === 'initial_case_setup' ? null : id],
    )
    for (const [position, [process, started, finished]] of steps.entries())
      await client.query(
        `insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process, started_at, finished_at)
          values (1, $1, $2, 'Models', $3, $4, $5)`,
        [workflow, position + 1, process, time(started), time(finished)],
      )
  }
  const work = { status: {}, next_step: { process: 'Stale', tech_name: null } }
  await client.query(
    `insert into case_rows select (jsonb_populate_record(null::case_rows,
      (select jsonb_object_agg(attname, case when atttypid = 'boolean'::regtype then 'false'::jsonb
          when atttypid in ('integer'::regtype, 'text'::regtype) then '"0"'::jsonb
          when atttypid = 'jsonb'::regtype then '{}'::jsonb when atttypid = 'timestamptz'::regtype then '"2026-11-01"'::jsonb
          else 'null'::jsonb end)
        from pg_attribute where attrelid = 'case_rows'::regclass and attnum > 0 and not attisdropped and attgenerated = '')
      || jsonb_build_object('patient_id', $1::int, 'organization_id', 1, 'print_assignments', '{}'::int[], 'rx_status_id', $2::int,
        'row', jsonb_build_object('workflow_data', $3::jsonb)))).*`,
    [id, rx, JSON.stringify({ initial_case_setup: work, printing_request: null })],
  )
}

it('gets its second round, and the end of its running steps, by the migrations', async () => {
  await before.client.query('set session_replication_role = replica')
  // Changes are asked: one step was left running before, one started since.
  await insertCase(1, {
    rx: 2,
    asked: 12,
    setup: [
      ['Scan', 7, 8],
      ['Sculpt', 13, 14],
      ['Base', 9, null],
      ['Uploaded', 10, 11],
    ],
  })
  // Being worked on: nothing changes.
  await insertCase(2, { rx: 2, setup: [['Sculpt', 8, null]] })
  // Done, with steps that still run.
  await insertCase(3, {
    rx: 4,
    over: 16,
    setup: [
      ['Sculpt', 8, null],
      ['Base', null, null],
    ],
    print: [['Generate Tray', 18, null]],
  })
  await before.migrate()

  const { rows } = await before.client.query<Record<'work' | 'round' | 'process' | 'from' | 'to', unknown>>(`
    select s.tech_workflow_id as work, s.round, s.process, iso(s.started_at) as from, iso(s.finished_at) as to
    from tech_workflow_processes s order by 1, 2, s.position`)
  const row = (work: number, round: number, process: string, from: number | null, to: number | null) => ({
    work,
    round,
    process,
    from: from === null ? null : at(from),
    to: to === null ? null : at(to),
  })
  expect(rows).toEqual([
    row(1, 1, 'Scan', 7, 8),
    row(1, 1, 'Base', 9, 12),
    row(1, 1, 'Uploaded', 10, 11),
    row(1, 2, 'Sculpt', 13, 14),
    row(1, 2, 'Base', null, null),
    row(1, 2, 'Uploaded', null, null),
    row(2, 1, 'Sculpt', 8, null),
    row(3, 1, 'Sculpt', 8, 16),
    row(3, 1, 'Base', null, null),
    row(103, 1, 'Generate Tray', 18, 20),
  ])
  const works = await before.client.query(
    'select id, round, version, (select array_agg(iso(t)) from unnest(rounds_asked_at) t) as asked from tech_workflows order by id',
  )
  expect(works.rows).toEqual([
    { id: 1, round: 2, version: 2, asked: [at(12)] },
    { id: 2, round: 1, version: 1, asked: null },
    { id: 3, round: 1, version: 1, asked: null },
    { id: 103, round: 1, version: 1, asked: null },
  ])
  const lines = await before.client.query(
    `select row #>> '{workflow_data,initial_case_setup,next_step,process}' as next from case_rows order by patient_id`,
  )
  // The second one's line was not rebuilt.
  expect(lines.rows).toEqual([{ next: 'Base' }, { next: 'Stale' }, { next: 'Base' }])
})
