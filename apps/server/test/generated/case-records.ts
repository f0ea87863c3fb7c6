import { createHash } from 'node:crypto'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { labScope, scoped } from '../../src/db/scope.ts'
import type { TestApp } from '../app.ts'
import { givenIn, type CaseStage, type GivenCase } from '../given.ts'
import { madeFile } from '../made-file.ts'
import { updateRows } from '../shown-case.ts'
import type { CaseKind, Kind } from './kinds.ts'

interface About {
  testCase: GivenCase
  stage: CaseStage
  /** Another record of the same case. */
  id: (kind: Kind) => Promise<string | number>
}
type Make = (test: TestApp, about: About) => Promise<string | number>

/** How a record that belongs to a case is found or made. */
export const caseRecordOf: Record<CaseKind, Make> = {
  patients: async (_, { testCase }) => testCase.id,
  open_patient: async (_, { testCase }) => testCase.id,
  rx_forms: async (_, { testCase }) => testCase.rxFormId,
  'tech-workflows': async (_, { testCase }) => testCase.workflowId!,
  tech_workflow_processes: async (_, { testCase }) => testCase.processIds[0]!,
  patient_files: aScanInAScene,
  open_file: (_, { id }) => id('patient_files'),
  async scenes(_, { testCase, id }) {
    await id('patient_files')
    return viewerIdOf(testCase)
  },
  customer_requests: aRequestInWork,
  printing_requests: async (test, { testCase }) => (await printOf(test, testCase))?.id ?? 0,
  async printing_request_items({ connection }, { id }) {
    const { rows } = await sql<{ id: number }>`
      select id from printing_request_items where printing_request_id = ${await id('printing_requests')} order by id limit 1`.execute(
      connection.db,
    )
    return rows[0]?.id ?? 0
  },
  ios_files: anIosFile,
  flawed_trays: aFlawedTray,
  correction_files: aCorrectionFile,
  async share_links({ connection }, { testCase }) {
    const link = await scoped(connection.db, labScope)
      .add('share_links')
      .values({
        organization_id: testCase.practice.id,
        patient_id: testCase.id,
        kind: 'setup',
        token_hash: Buffer.from(`share ${testCase.id}`),
        created_by: testCase.practice.owner.id,
        created_at: new Date(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return link.id
  },
  async pins({ connection }, { testCase, id }) {
    const pin = await scoped(connection.db, labScope)
      .add('pins')
      .values({
        organization_id: testCase.practice.id,
        patient_id: testCase.id,
        number: 1,
        file_id: Number(await id('patient_files')),
        x: 0,
        y: 0,
        z: 0,
        text: 'Theirs',
        created_by: testCase.practice.owner.id,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pin.id
  },
  async measurements({ connection }, { testCase, id }) {
    const fileId = Number(await id('patient_files'))
    const measurement = await scoped(connection.db, labScope)
      .add('measurements')
      .values({
        organization_id: testCase.practice.id,
        patient_id: testCase.id,
        scan_kind: 'setup',
        kind: 'tooth_size',
        jaw: 'upper',
        tooth: 8,
        created_by: testCase.practice.owner.id,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const position of [1, 2])
      await scoped(connection.db, labScope)
        .add('measurement_points')
        .values({
          organization_id: testCase.practice.id,
          patient_id: testCase.id,
          measurement_id: measurement.id,
          position,
          file_id: fileId,
          x: position,
          y: 0,
          z: 0,
        })
        .execute()
    return measurement.id
  },
}

/** A scan that the viewer shows, with a bite of another kind: examples place the arches of its scene for the first time. */
async function aScanInAScene(test: TestApp, { testCase, stage }: About): Promise<number> {
  const { db } = test.connection
  const given = givenIn(test)
  // Before a setup is sent there is none; what a route says of a file needs one.
  if (stage === 'in_progress' || stage === 'new')
    await given.scanFile(testCase, await given.user('supervisor'), {
      bytes: given.scan('upper', 2),
      kind: 'setup',
      jaws_id: 1,
      name: 'setup.stl',
    })
  const { id } = await scoped(db, labScope)
    .from('patient_files')
    .select('id')
    .where('patient_id', '=', testCase.id)
    .executeTakeFirstOrThrow()
  await sql`update patient_files set viewer_id = ${viewerIdOf(testCase)}, mesh_key = 'o/x', processing = 'ready' where id = ${id}`.execute(
    db,
  )
  await sql`with bite as (
      insert into bites (organization_id, patient_id, scan_kind, version, method, created_by, created_at)
      values (${testCase.practice.id}, ${testCase.id}, 'correction', 1, 'by_hand', ${testCase.practice.owner.id}, now()) returning id)
    insert into bite_places (organization_id, patient_id, bite_id, file_id, rotation, "offset")
    select ${testCase.practice.id}, ${testCase.id}, bite.id, ${id}, '{1,0,0,0,1,0,0,0,1}', '{0,0,0}' from bite`.execute(
    db,
  )
  return id
}

/** Someone at the lab has the lab's print: an example takes it from them. */
async function aRequestInWork(test: TestApp, { testCase }: About): Promise<number> {
  const print = await printOf(test, testCase)
  if (print?.assignment !== assignment.ownLab) return print?.customer_request_id ?? 0
  // Due today, so that the list of the day shows it; the call below writes the line of the case.
  const today = dayIn(test.config.labZone, new Date())
  await sql`update printing_requests set ship_date = ${today}::date where id = ${print.id}`.execute(test.connection.db)
  const tech = await givenIn(test).user('supervisor')
  const { status } = await test.as(tech).call(customerRequests.managementData, {
    params: { id: print.customer_request_id },
    body: { kind: 'printing_request', assigned_to: tech.id },
  })
  if (status !== 200) throw new TypeError(`The print of request ${print.customer_request_id} was not taken: ${status}`)
  return print.customer_request_id
}

/** The desktop file of a case whose trays are made in the office: a correction of them can be requested. */
async function anIosFile(test: TestApp, { testCase, id }: About): Promise<number> {
  const { db } = test.connection
  await sql`update printing_request_items set assignment = ${assignment.inOffice}
    where jaw_type_id = 2 and printing_request_id = ${await id('printing_requests')}`.execute(db)
  return madeFile(test, givenIn(test), testCase, 'ios')
}

/** One that waits for its corrected file. */
async function aFlawedTray(test: TestApp, { testCase, id }: About): Promise<number> {
  const { db } = test.connection
  const print = await printOf(test, testCase)
  if (!print) return 0
  const ios = Number(await id('ios_files'))
  const { rows } = await sql<{ id: number }>`
    with cr as (
      update customer_requests set flawed_trays_status_id = 1, flawed_trays_status_updated_at = now()
      where id = ${print.customer_request_id} returning id, organization_id, patient_id
    ), w as (
      insert into tech_workflows (organization_id, patient_id, kind, customer_request_id)
      select organization_id, patient_id, 'flawed_tray', id from cr returning id, organization_id
    ), s as (
      insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
      select organization_id, id, 1, 'Flawed', 'CFT' from w
    )
    insert into flawed_trays (organization_id, patient_id, customer_request_id, jaw_type_id, file_id, remark)
    select organization_id, patient_id, id, 1, ${ios}, 'It rocks.' from cr returning id`.execute(db)
  await updateRows(test, testCase.id, sql`select 1`)
  return rows[0]!.id
}

async function aCorrectionFile(test: TestApp, { testCase, id }: About): Promise<number> {
  await id('flawed_trays')
  return madeFile(test, givenIn(test), testCase, 'stl', 'correction')
}

const viewerIdOf = (testCase: GivenCase): string => createHash('md5').update(`scene ${testCase.id}`).digest('hex')

const printOf = ({ connection }: TestApp, testCase: GivenCase) =>
  scoped(connection.db, labScope)
    .from('printing_requests')
    .select(['id', 'customer_request_id', 'assignment'])
    .where('patient_id', '=', testCase.id)
    .executeTakeFirst()
