import { createHash } from 'node:crypto'
import type { Route } from '@archwire/contract/core/route.ts'
import { sql } from 'kysely'
import { labScope, scoped } from '../../src/db/scope.ts'
import type { TestApp, TestUser } from '../app.ts'
import { givenIn, type CaseStage, type GivenCase, type GivenPractice } from '../given.ts'
import { recordOf, type CaseKind, type Kind } from './kinds.ts'
import { isIdList, kindOfPath, namesOf } from './names.ts'

/** Ids that a route names: in its path, its query, its body. */
export interface Target {
  path: string | number
  query?: object
  body?: object
}

/** One record of every kind that a route may name, all of one case of one practice. */
export interface Records {
  testCase: GivenCase
  viewerId: string
  ids: Record<Kind, string | number>
  /** Texts that stand in these records and nowhere else: a list that shows one of them shows the record. */
  marks: string[]
  /** The records that a route names, by its path and its example. */
  target(route: Route): Target | undefined
}

/** Of an Rx form whose approved setup is printed by the lab. */
export const printing = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const

/** Makes a case, by default one that is approved and printed, with a scan, a share link, a pin, a measurement, a bite and a notification. */
export async function recordsOf(
  test: TestApp,
  practice?: GivenPractice,
  { doctor, stage = 'approved', form }: { doctor?: TestUser; stage?: CaseStage | undefined; form?: object } = {},
): Promise<Records> {
  const given = givenIn(test)
  const mark = `Marked${given.unique()}`
  const testCase = await given.case({
    stage,
    form: { ...printing, ...form, last_name: mark, ...(doctor ? { user_id: doctor.id } : {}) },
    ...(practice ? { practice } : {}),
  })
  // Before a setup is sent there is none; what a route says of a file needs one.
  if (stage === 'in_progress' || stage === 'new')
    await given.scanFile(testCase, await given.user('supervisor'), {
      bytes: given.scan('upper', 2),
      kind: 'setup',
      jaws_id: 1,
      name: 'setup.stl',
    })
  const file = await scoped(test.connection.db, labScope)
    .from('patient_files')
    .select('id')
    .where('patient_id', '=', testCase.id)
    .executeTakeFirstOrThrow()
  const fileId = file.id
  const viewerId = createHash('md5').update(`scene ${testCase.id}`).digest('hex')
  await sql`update patient_files set viewer_id = ${viewerId}, mesh_key = 'o/x', processing = 'ready' where id = ${fileId}`.execute(
    test.connection.db,
  )
  const link = await scoped(test.connection.db, labScope)
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
  const pin = await scoped(test.connection.db, labScope)
    .add('pins')
    .values({
      organization_id: testCase.practice.id,
      patient_id: testCase.id,
      number: 1,
      file_id: fileId,
      x: 0,
      y: 0,
      z: 0,
      text: 'Theirs',
      created_by: testCase.practice.owner.id,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const measurement = await scoped(test.connection.db, labScope)
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
  const measurementId = measurement.id
  for (const position of [1, 2])
    await scoped(test.connection.db, labScope)
      .add('measurement_points')
      .values({
        organization_id: testCase.practice.id,
        patient_id: testCase.id,
        measurement_id: measurementId,
        position,
        file_id: fileId,
        x: position,
        y: 0,
        z: 0,
      })
      .execute()
  // Of another kind than the scan: examples place the arches of its scene for the first time.
  await sql`with bite as (
      insert into bites (organization_id, patient_id, scan_kind, version, method, created_by, created_at)
      values (${testCase.practice.id}, ${testCase.id}, 'correction', 1, 'by_hand', ${testCase.practice.owner.id}, now()) returning id)
    insert into bite_places (organization_id, patient_id, bite_id, file_id, rotation, "offset")
    select ${testCase.practice.id}, ${testCase.id}, bite.id, ${fileId}, '{1,0,0,0,1,0,0,0,1}', '{0,0,0}' from bite`.execute(
    test.connection.db,
  )
  const print = await scoped(test.connection.db, labScope)
    .from('printing_requests')
    .select(['id', 'customer_request_id'])
    .where('patient_id', '=', testCase.id)
    .executeTakeFirst()
  const { rows: items } = await sql<{ id: number }>`
    select id from printing_request_items where printing_request_id = ${print?.id ?? 0} order by id limit 1`.execute(
    test.connection.db,
  )
  const { rows: facts } = await sql<{ practice: string; email: string }>`
    select o.name as practice, u.email from organizations o join users u on u.id = ${testCase.practice.owner.id}
    where o.id = ${testCase.practice.id}`.execute(test.connection.db)
  const { practice: name, email } = facts[0]!
  const ofCase: Record<CaseKind, string | number> = {
    patients: testCase.id,
    rx_forms: testCase.rxFormId,
    patient_files: fileId,
    scenes: viewerId,
    'tech-workflows': testCase.workflowId!,
    tech_workflow_processes: testCase.processIds[0]!,
    customer_requests: print?.customer_request_id ?? 0,
    printing_requests: print?.id ?? 0,
    printing_request_items: items[0]?.id ?? 0,
    share_links: link.id,
    pins: pin.id,
    measurements: measurementId,
    open_patient: testCase.id,
    open_file: fileId,
  }
  const others = Object.entries(recordOf).map(async ([kind, make]) => [kind, await make(test, { testCase, mark })])
  const ids = { ...ofCase, ...Object.fromEntries(await Promise.all(others)) } as Records['ids']

  const target: Records['target'] = (route) => {
    const named = namesOf(route)
    const swap = (place: 'query' | 'body') =>
      Object.fromEntries(
        named
          .filter(
            (name) =>
              name.place === place &&
              name.keys.length === 1 &&
              Object.hasOwn(route.example?.[place] ?? {}, name.keys[0]!),
          )
          .map(({ keys: [key], kind }) => [key, isIdList(key!) ? [ids[kind]] : ids[kind]]),
      )
    const kind = kindOfPath(route)
    const [query, body] = [swap('query'), swap('body')]
    if (kind) return { path: ids[kind], query, body }
    return Object.keys(query).length + Object.keys(body).length > 0 ? { path: 0, query, body } : undefined
  }
  return { testCase, viewerId, ids, marks: [mark, name, email], target }
}
