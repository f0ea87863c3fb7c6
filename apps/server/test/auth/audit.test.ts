import { auth } from '@archwire/contract/auth/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openAccessLog } from '../../src/http/access-log.ts'
import { hashPassword } from '../../src/modules/auth/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { ownStores } from '../database.ts'

/** Lines that auditors find: who came in, who was refused what, who looked and who took. */
let test: TestApp
let given: Given
let owner: pg.Client
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  owner = new pg.Client({ connectionString: ownStores().databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test.close()
})

interface Line {
  action: string
  outcome: string
  address: string
  organization_id: number | null
  patient_id: number | null
  data: unknown
}
/** The application may not read its audit log; its owner may. */
const linesOf = async (userId: number): Promise<Line[]> => {
  await test.app.flush()
  const { rows } = await owner.query<Line>(
    'select action, outcome, address, organization_id, patient_id, data from audit_log where user_id = $1 order by id',
    [userId],
  )
  return rows
}

it('a sign-in, a failed one and a sign-out', async () => {
  const user = await given.user('doctor')
  const { email } = await test.connection.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('Right-one-1') })
    .where('id', '=', user.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  const login = (password: string, to = email) => test.as(null).call(auth.login, { body: { email: to, password } })
  await login('Wrong-one-1')
  const { body } = await login('Right-one-1')
  await test.raw(null, 'POST', '/logout', {}, { authorization: `Bearer ${body.token}` })
  expect((await linesOf(user.id)).map(({ action, outcome, address }) => [action, outcome, address])).toEqual([
    ['account.sign_in_failed', 'denied', '127.0.0.1'],
    ['account.signed_in', 'done', '127.0.0.1'],
    ['account.signed_out', 'done', '127.0.0.1'],
  ])
  const typed = `Secret-${given.unique()}@example.com`
  await login('Wrong-one-1', typed)
  const { rows } = await owner.query<{ line: string }>(
    'select a::text as line from audit_log a order by id desc limit 5',
  )
  expect(rows[0]!.line).toContain('account.sign_in_failed')
  for (const { line } of rows) expect(line.toLowerCase()).not.toContain(typed.toLowerCase())
})

it('a denial names the record', async () => {
  const testCase = await given.case()
  const stranger = await given.user('doctor')
  await test.as(stranger).call(patients.get, { params: { id: testCase.id } })
  await test.as(stranger).call(organizations.waiveStartupFee, { params: { id: testCase.practice.id } })
  expect((await linesOf(stranger.id)).filter(({ outcome }) => outcome === 'denied')).toMatchObject([
    { action: 'GET /patients/{id}', outcome: 'denied', patient_id: testCase.id, data: { id: String(testCase.id) } },
    { outcome: 'denied', organization_id: testCase.practice.id },
  ])
})

it('a view of a share link, with its address, and a download', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval' })
  await sql`update patient_files set mesh_key = 'o/m', processing = 'ready' where patient_id = ${testCase.id}`.execute(
    test.connection.db,
  )
  const { body } = await test
    .as(testCase.practice.owner)
    .call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'setup' } })
  await test.as(null).call(shareLinks.scene, { params: { token: body.url.split('/').at(-1)! } })
  const viewed = await owner.query<Line>(
    `select * from audit_log where patient_id = $1 and action = 'share_link.viewed'`,
    [testCase.id],
  )
  expect(viewed.rows).toMatchObject([
    {
      user_id: null,
      address: '127.0.0.1',
      organization_id: testCase.practice.id,
      data: { share_link_id: body.share_link.id },
    },
  ])
  const [file] = (await test.as(testCase.practice.owner).call(patients.get, { params: { id: testCase.id } })).body
    .patient.patient_files
  await test.as(testCase.practice.owner).call(patientFiles.downloadLink, { params: { id: file!.id } })
  expect((await linesOf(testCase.practice.owner.id)).at(-1)).toMatchObject({
    action: 'file.downloaded',
    patient_id: testCase.id,
    data: { patient_file_id: file!.id },
  })
})

it('a row that the table refuses costs itself alone', async () => {
  const said = vi.fn()
  const log = openAccessLog(test.connection.db, { error: said, warn: said } as never)
  const { owner: reader } = await given.practice()
  const actor = await given.actor(reader)
  const marks = [1, 2, 3].map((number) => `GET /bad-row/${number}`)
  log.denied(actor, marks[0]!)
  log.denied(actor, marks[1]!, { patient_id: 3_000_000_000 })
  log.denied(actor, marks[2]!)
  await log.close()
  expect((await linesOf(reader.id)).map(({ action }) => action)).toEqual([marks[0], marks[2]])
  expect(said).toHaveBeenCalledTimes(1)
})

it('what the database does not take now is written once it is there again', async () => {
  const said = vi.fn()
  const { owner: reader } = await given.practice()
  const actor = await given.actor(reader)
  let away = true
  const db = new Proxy(test.connection.db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      const fail = () => Promise.reject(Object.assign(new Error('Connection terminated'), { code: 'ECONNREFUSED' }))
      if (key === 'executeQuery' && away) return fail
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const log = openAccessLog(db, { error: said, warn: said } as never)
  log.denied(actor, 'GET /while-away')
  await log.flush()
  expect(await linesOf(reader.id)).toEqual([])
  away = false
  await log.flush()
  expect((await linesOf(reader.id)).map(({ action }) => action)).toEqual(['GET /while-away'])
  await log.close()
})

it('signing out clears what the browser kept, and so does a dead session', async () => {
  const user = await given.user('doctor')
  const cookie = `archwire_session=${await test.token(user)}`
  const me = () => test.raw(null, 'GET', '/me', undefined, { cookie })
  expect((await me()).headers['clear-site-data']).toBeUndefined()
  const out = await test.raw(null, 'POST', '/logout', {}, { authorization: `Bearer ${await test.token(user)}` })
  expect(out.headers['clear-site-data']).toBe('"cache"')
  expect(await me()).toMatchObject({ status: 401, headers: { 'clear-site-data': '"cache"' } })
})

it('every fact says what it is about', async () => {
  await given.case({ stage: 'approved' })
  const { rows } = await owner.query<{ subjects: string[]; wrong: string[] }>(`
    select array_agg(distinct subject) filter (where subject is not null) as subjects,
      array_agg(distinct action) filter (where subject is null or action not like subject || '.%' or subject_id is null) as wrong
    from audit_log where outcome = 'done'`)
  expect(rows[0]!.subjects).toEqual(expect.arrayContaining(['account', 'case', 'share_link']))
  expect(rows[0]!.wrong).toBeNull()
})

it('what happens to a location, from its first day to its last', async () => {
  const practice = await given.practice()
  const id = await given.location(practice)
  const main = await given.location(practice)
  for (const [method, place, body] of [
    ['PUT', id, { city: 'Golden' }],
    ['PUT', main, { is_main: true }],
    ['DELETE', id, undefined],
  ] as const)
    expect((await test.raw(practice.owner, method, `/locations/${place}`, body)).status).toBe(200)
  expect(
    (await linesOf(practice.owner.id))
      .slice(1)
      .map(({ action, organization_id, data }) => [action, organization_id, data]),
  ).toEqual([
    ['location.changed', practice.id, { fields: ['city'] }],
    ['location.changed', practice.id, { fields: ['is_main'] }],
    ['location.made_main', practice.id, null],
    ['location.deleted', practice.id, null],
  ])
})
