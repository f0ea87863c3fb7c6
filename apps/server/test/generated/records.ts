import type { Route } from '@archwire/contract/core/route.ts'
import { sql } from 'kysely'
import { labScope, scoped } from '../../src/db/scope.ts'
import type { TestApp } from '../app.ts'
import { givenIn, type GivenCase, type GivenPractice } from '../given.ts'

/** Ids that a route names: in its path, its query, its body. */
export interface Target {
  path: string | number
  query?: object
  body?: object
}

/** A case with one record of every kind on it, and the record that a route is about. */
export interface Records {
  one: GivenCase
  viewerId: string
  /** The record of this case that a route names, by the noun in its path; or ids that stand in query and body. */
  target(route: Route): Target | undefined
}

const printing = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const

/** Makes a case that is approved and printed, with a scan, a share link, a pin, a measurement and a notification. */
export async function recordsOf(test: TestApp, practice?: GivenPractice): Promise<Records> {
  const given = givenIn(test)
  const one = await given.case({ stage: 'approved', form: printing, ...(practice ? { practice } : {}) })
  const file = await scoped(test.connection.db, labScope)
    .from('patient_files')
    .select('id')
    .where('patient_id', '=', one.id)
    .executeTakeFirstOrThrow()
  const fileId = file.id
  const viewerId = 'abcdef0123456789abcdef0123456789'.slice(0, 31) + String(one.id % 10)
  await sql`update patient_files set viewer_id = ${viewerId}, mesh_key = 'o/x', processing = 'ready' where id = ${fileId}`.execute(
    test.connection.db,
  )
  const link = await scoped(test.connection.db, labScope)
    .add('share_links')
    .values({
      organization_id: one.practice.id,
      patient_id: one.id,
      kind: 'setup',
      token_hash: Buffer.from(`share ${one.id}`),
      created_by: one.practice.owner.id,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pin = await scoped(test.connection.db, labScope)
    .add('pins')
    .values({
      organization_id: one.practice.id,
      patient_id: one.id,
      number: 1,
      file_id: fileId,
      x: 0,
      y: 0,
      z: 0,
      text: 'Theirs',
      created_by: one.practice.owner.id,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const measurement = await scoped(test.connection.db, labScope)
    .add('measurements')
    .values({
      organization_id: one.practice.id,
      patient_id: one.id,
      scan_kind: 'setup',
      kind: 'tooth_size',
      jaw: 'upper',
      tooth: 8,
      created_by: one.practice.owner.id,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const measurementId = measurement.id
  for (const position of [1, 2])
    await scoped(test.connection.db, labScope)
      .add('measurement_points')
      .values({
        organization_id: one.practice.id,
        patient_id: one.id,
        measurement_id: measurementId,
        position,
        file_id: fileId,
        x: position,
        y: 0,
        z: 0,
      })
      .execute()
  const print = await scoped(test.connection.db, labScope)
    .from('printing_requests')
    .select(['id', 'customer_request_id'])
    .where('patient_id', '=', one.id)
    .executeTakeFirstOrThrow()
  const note = await test.connection.db
    .insertInto('notifications')
    .values({ user_id: one.practice.owner.id, type: 'ready', message: 'm', link: '/' })
    .returning('id')
    .executeTakeFirstOrThrow()

  const target: Records['target'] = (route) => {
    const ids: [RegExp, () => string | number][] = [
      [/^\/patients\/\{id\}/, () => one.id],
      [/^\/rx_forms\/\{id\}/, () => one.rxFormId],
      [/^\/organizations\/\{id\}/, () => one.practice.id],
      [/^\/patient_files\/\{id\}/, () => fileId],
      [/^\/tech-workflows\/\{id\}/, () => one.workflowId!],
      [/^\/notifications\/\{id\}/, () => note.id],
      [/^\/customer_requests\/\{id\}/, () => print.customer_request_id],
      [/^\/printing_requests\/\{id\}/, () => print.id],
      // Nobody's but the lab's: strangers are refused before it is looked for.
      [/^\/settings\/announcements\/\{id\}/, () => 1],
      [/^\/share_links\/\{id\}/, () => link.id],
      [/^\/pins\/\{id\}/, () => pin.id],
      [/^\/measurements\/\{id\}/, () => measurementId],
      [/^\/scenes\/\{viewer_id\}/, () => viewerId],
    ]
    const named = ids.find(([pattern]) => pattern.test(route.path))
    if (named) return { path: named[1]() }
    if (route.path === '/customer_requests/bulk_shipping_label_printed')
      return { path: 0, body: { ids: [print.customer_request_id] } }
    const places = { query: route.example?.query ?? {}, body: route.example?.body ?? {} }
    const foreign = { organization_id: one.practice.id, patient_id: one.id }
    const swap = (place: object) => Object.fromEntries(Object.entries(foreign).filter(([key]) => key in place))
    const [query, body] = [swap(places.query), swap(places.body)]
    return Object.keys(query).length + Object.keys(body).length > 0 ? { path: 0, query, body } : undefined
  }
  return { one, viewerId, target }
}
