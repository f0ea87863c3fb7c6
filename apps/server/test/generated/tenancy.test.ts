import type { Route } from '@archwire/contract/core/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScope, scoped } from '../../src/db/scope.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type GivenCase, type GivenPractice } from '../given.ts'
import { admitted, exampleOf, routes } from './routes.ts'

/** Generated: every route that names a record is called with a record of another organization, by everybody who is not the lab. */
let test: TestApp
let mine: GivenPractice
let theirs: GivenCase
const strangers: [name: string, user: () => TestUser][] = [
  ['an owner', () => mine.owner],
  ['a manager', () => mine.manager],
  ['a member', () => mine.member],
  ['an assistant', () => mine.assistant],
  ['a lab partner', () => mine.partner!.user],
]
let fileId = 0
let viewerId = ''
let notificationId = 0
let requestId = 0
let printId = 0
let shareId = 0
let pinId = 0
let measurementId = 0
const printing = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  shipping_method: 'standard',
} as const

beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  mine = await given.practice({ partner: true })
  theirs = await given.case({ stage: 'approved', form: printing })
  const file = await scoped(test.connection.db, labScope)
    .from('patient_files')
    .select('id')
    .where('patient_id', '=', theirs.id)
    .executeTakeFirstOrThrow()
  fileId = file.id
  viewerId = 'abcdef0123456789abcdef0123456789'.slice(0, 31) + String(theirs.id % 10)
  await sql`update patient_files set viewer_id = ${viewerId}, mesh_key = 'o/x', processing = 'ready' where id = ${fileId}`.execute(
    test.connection.db,
  )
  const link = await scoped(test.connection.db, labScope)
    .add('share_links')
    .values({
      organization_id: theirs.practice.id,
      patient_id: theirs.id,
      kind: 'setup',
      token_hash: Buffer.from(`share ${theirs.id}`),
      created_by: theirs.practice.owner.id,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  shareId = link.id
  const pin = await scoped(test.connection.db, labScope)
    .add('pins')
    .values({
      organization_id: theirs.practice.id,
      patient_id: theirs.id,
      number: 1,
      file_id: fileId,
      x: 0,
      y: 0,
      z: 0,
      text: 'Theirs',
      created_by: theirs.practice.owner.id,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  pinId = pin.id
  const measurement = await scoped(test.connection.db, labScope)
    .add('measurements')
    .values({
      organization_id: theirs.practice.id,
      patient_id: theirs.id,
      scan_kind: 'setup',
      kind: 'tooth_size',
      jaw: 'upper',
      tooth: 8,
      created_by: theirs.practice.owner.id,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  measurementId = measurement.id
  for (const position of [1, 2])
    await scoped(test.connection.db, labScope)
      .add('measurement_points')
      .values({
        organization_id: theirs.practice.id,
        patient_id: theirs.id,
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
    .where('patient_id', '=', theirs.id)
    .executeTakeFirstOrThrow()
  printId = print.id
  requestId = print.customer_request_id
  const note = await test.connection.db
    .insertInto('notifications')
    .values({ user_id: theirs.practice.owner.id, type: 'ready', message: 'm', link: '/' })
    .returning('id')
    .executeTakeFirstOrThrow()
  notificationId = note.id
})
afterAll(() => test.close())

/** The stranger's record that a route names, by the noun in its path; or ids that stand in query and body. */
function target(route: Route): { path: string | number; query?: object; body?: object } | undefined {
  const ids: [RegExp, () => string | number][] = [
    [/^\/patients\/\{id\}/, () => theirs.id],
    [/^\/rx_forms\/\{id\}/, () => theirs.rxFormId],
    [/^\/organizations\/\{id\}/, () => theirs.practice.id],
    [/^\/patient_files\/\{id\}/, () => fileId],
    [/^\/tech-workflows\/\{id\}/, () => theirs.workflowId!],
    [/^\/notifications\/\{id\}/, () => notificationId],
    [/^\/customer_requests\/\{id\}/, () => requestId],
    [/^\/printing_requests\/\{id\}/, () => printId],
    // Nobody's but the lab's: strangers are refused before it is looked for.
    [/^\/settings\/announcements\/\{id\}/, () => 1],
    [/^\/share_links\/\{id\}/, () => shareId],
    [/^\/pins\/\{id\}/, () => pinId],
    [/^\/measurements\/\{id\}/, () => measurementId],
    [/^\/scenes\/\{viewer_id\}/, () => viewerId],
  ]
  const named = ids.find(([pattern]) => pattern.test(route.path))
  if (named) return { path: named[1]() }
  if (route.path === '/customer_requests/bulk_shipping_label_printed') return { path: 0, body: { ids: [requestId] } }
  const places = { query: route.example?.query ?? {}, body: route.example?.body ?? {} }
  const foreign = { organization_id: theirs.practice.id, patient_id: theirs.id }
  const swap = (place: object) => Object.fromEntries(Object.entries(foreign).filter(([key]) => key in place))
  const [query, body] = [swap(places.query), swap(places.body)]
  return Object.keys(query).length + Object.keys(body).length > 0 ? { path: 0, query, body } : undefined
}

const named = routes.filter(
  ([name, route]) =>
    !name.includes('/mailbox') &&
    // The token is the key: it opens to strangers, and to nobody without it.
    !name.includes('/shared_scenes/') &&
    (/\{/.test(route.path) || /organization_id|patient_id|"ids"/.test(JSON.stringify(route.example ?? {}))),
)

it('covers every route with a record in it', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, route]) => target(route) === undefined).map(([name]) => name)).toEqual([])
})

describe.each(named)('%s', (_name, route) => {
  it.each(strangers)('answers 404 to %s of another organization', async (_who, user) => {
    const { path, body } = exampleOf(route, target(route)!)
    const withRecord = route.path.startsWith('/scenes') ? path.replace(/[^/]+$/, viewerId) : path
    const answer = await test.raw(user(), route.method, withRecord, body)
    const role =
      user() === mine.owner
        ? 'owner'
        : user() === mine.manager
          ? 'manager'
          : user() === mine.member
            ? 'member'
            : user() === mine.assistant
              ? 'assistant'
              : 'lab_partner'
    expect(answer.status).toBe(admitted(route, role) ? 404 : 403)
  })
})

it('lists show nothing of another organization', async () => {
  for (const [, route] of routes.filter(
    ([, one]) =>
      one.method === 'GET' && ['/patients', '/rx_forms', '/notifications', '/printing_requests'].includes(one.path),
  )) {
    const answer = await test.raw(mine.owner, 'GET', exampleOf(route, { path: 0 }).path)
    expect(answer).toMatchObject({ status: 200, body: { meta: { total: 0 } } })
  }
})

it('a member sees own cases only', async () => {
  const given = givenIn(test)
  const practice = await given.practice()
  const owners = await given.case({ practice })
  const members = await given.case({ practice, form: { user_id: practice.member.id } })
  const seen = (user: TestUser) =>
    test
      .raw(user, 'GET', '/patients')
      .then(({ body }) => (body.patients as { id: number }[]).map((row) => row.id).sort((a, b) => a - b))
  expect(await seen(practice.owner)).toEqual([owners.id, members.id])
  expect(await seen(practice.assistant)).toEqual([owners.id, members.id])
  expect(await seen(practice.member)).toEqual([members.id])
  expect((await test.raw(practice.member, 'GET', `/patients/${owners.id}`)).status).toBe(404)
  expect((await test.raw(practice.member, 'GET', `/patients/${owners.id}/history`)).status).toBe(404)
})
