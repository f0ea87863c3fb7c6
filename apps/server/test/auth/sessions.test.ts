import { auth } from '@archwire/contract/auth/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../src/modules/auth/index.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { openAccessLog } from '../../src/http/access-log.ts'
import { apiBase } from '../../src/http/serve.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { listen as listenTo } from '../listen.ts'
import { ownStores } from '../database.ts'
import { solveBotCheck } from '../solve-bot-check.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const password = 'Right-one-1'
/** A person with a password, and the email to sign in with. */
async function person(role: 'doctor' | 'tech_support' = 'doctor'): Promise<{ user: TestUser; email: string }> {
  const user = await given.user(role)
  const { email } = await test.connection.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', user.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { user, email }
}
const login = (email: string, word: string, more: object = {}) =>
  test.raw(null, 'POST', '/login', { email, password: word, ...more })
/** Another address for each test: failures are counted by it. */
const from = (address: string) => ({ remoteAddress: address })

describe('signing in', () => {
  it('answers a bearer token and sets a cookie that no script can read', async () => {
    const { email } = await person()
    const answer = await login(email.toUpperCase(), password, { remember_me: true, time_zone: 'Europe/Berlin' })
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email, is_management: false, time_zone: 'Europe/Berlin' } },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^archwire_session=[\w-]{43}; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
    )
    const me = await test.app.fastify.inject({
      url: `${apiBase}/me`,
      headers: { authorization: `Bearer ${answer.body.token as string}` },
    })
    expect(me.statusCode).toBe(200)
    expect(me.headers['cache-control']).toBe('no-store')
  })

  it('keeps the first zone that a browser sends, by any of its names; what is none a page leaves out (screens/dates)', async () => {
    const { email } = await person()
    const unknown = await login(email, password, { time_zone: 'Mars/Olympus' })
    expect(unknown).toMatchObject({ status: 422, body: { error: { time_zone: ['This time zone is unknown.'] } } })
    const zoneAfter = async (time_zone: string) => {
      const { body } = await login(email, password, { time_zone })
      return (body.user as { time_zone: string | null }).time_zone
    }
    expect(await zoneAfter('America/Indiana/Indianapolis')).toBe('America/Indiana/Indianapolis')
    expect(await zoneAfter('Asia/Kolkata')).toBe('America/Indiana/Indianapolis')
  })

  it('says the same of a wrong password and an unknown email; more only after the right password', async () => {
    const { user, email } = await person()
    const wrong = { status: 401, body: { error: 'Wrong email or password.', code: 401 } }
    expect(await login(email, 'Wrong-one-1')).toMatchObject(wrong)
    expect(await login('nobody-at-all@example.com', password)).toMatchObject(wrong)
    await test.connection.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', user.id).execute()
    expect(await login(email, 'Wrong-one-1')).toMatchObject(wrong)
    expect(await login(email, password)).toMatchObject({ status: 403, body: { code: 2200 } })
    await test.connection.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', user.id).execute()
    expect(await login(email, password)).toMatchObject({
      status: 403,
      body: { error: 'This account has been archived.' },
    })
  })

  it('waits after ten failures of one account, whatever the address, and says how long', async () => {
    const { email } = await person()
    const solved = async () => solveBotCheck((await test.raw(null, 'GET', '/bot_check')).body)
    const attempt = async (index: number) =>
      test.app.fastify.inject({
        method: 'POST',
        url: `${apiBase}/login`,
        payload: { email, password: 'Wrong-one-1', bot_check: await solved() },
        ...from(`10.1.${index}.1`),
      })
    for (let index = 0; index < 10; index += 1) expect((await attempt(index)).statusCode).toBe(401)
    const refused = await attempt(11)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect(
      (
        await test.app.fastify.inject({
          method: 'POST',
          url: `${apiBase}/login`,
          payload: { email, password },
          ...from('10.9.9.9'),
        })
      ).statusCode,
    ).toBe(429)
  })

  it('a write with the cookie has to come from our own pages', async () => {
    const { email } = await person()
    const { body } = await login(email, password)
    const send = (headers: Record<string, string>) =>
      test.app.fastify.inject({
        method: 'POST',
        url: `${apiBase}/logout`,
        headers: { cookie: `archwire_session=${body.token as string}`, host: 'portal.test', ...headers },
      })
    expect((await send({})).statusCode).toBe(403)
    expect((await send({ origin: 'https://evil.test' })).statusCode).toBe(403)
    expect((await send({ origin: 'https://portal.test' })).statusCode).toBe(200)
    expect((await send({ origin: 'https://portal.test' })).statusCode).toBe(401)
  })

  it('practices are remembered for 14 days, management never and only for 30 idle minutes', async () => {
    const days = (answer: Awaited<ReturnType<typeof login>>) =>
      (new Date(answer.body.expires_at as string).getTime() - Date.now()) / 86_400_000
    const doctor = await login((await person()).email, password, { remember_me: true })
    const tech = await login((await person('tech_support')).email, password, { remember_me: true })
    expect(days(doctor)).toBeCloseTo(14, 1)
    expect(days(tech)).toBeCloseTo(0.5, 1)
    try {
      setClock(() => new Date(Date.now() + 31 * 60_000))
      const me = (token: unknown) =>
        test.app.fastify.inject({ url: `${apiBase}/me`, headers: { authorization: `Bearer ${token as string}` } })
      expect((await me(doctor.body.token)).statusCode).toBe(200)
      expect((await me(tech.body.token)).statusCode).toBe(401)
    } finally {
      setClock(undefined)
    }
  })
})

describe('the event stream', () => {
  const listen = async (user: TestUser, server: TestApp = test) =>
    listenTo(server, { authorization: `Bearer ${await test.token(user)}` })

  it('sends events of a case only to people who see it', async () => {
    const testCase = await given.case()
    const tech = await given.user('tech_support')
    const stranger = await given.practice()
    const [owner, lab, outside] = [
      await listen(testCase.practice.owner),
      await listen(tech),
      await listen(stranger.owner),
    ]
    await test
      .as(testCase.practice.owner)
      .call(patients.toggleHold, { params: { id: testCase.id }, body: { on_hold: true, reason: 'Waiting' } })
    await vi.waitFor(() => expect([owner, lab].map((stream) => stream.about(testCase.id))).toEqual([true, true]), {
      timeout: 20_000,
    })
    expect(outside.about(testCase.id)).toBe(false)
    for (const stream of [owner, lab, outside]) stream.close()
  })

  it('ends within five seconds of the session’s end', async () => {
    const user = await given.user('tech_support')
    const stream = await listen(user)
    await test.as(user).call(auth.logout, {})
    await vi.waitFor(() => expect(stream.ended()).toBe(true), { timeout: 20_000, interval: 100 })
    expect(stream.heard.at(-1)?.event).toBe('session.ended')
  })

  it('ends, and calls are refused, within five seconds on another server too', async () => {
    const second = await openTestApp()
    try {
      const user = await given.user('supervisor')
      const token = await test.token(user)
      const stream = await listen(user, second)
      const asked = () => second.raw(null, 'GET', '/me', undefined, { authorization: `Bearer ${token}` })
      expect((await asked()).status).toBe(200)
      await test.as(user).call(auth.logout, {})
      await vi.waitFor(async () => expect((await asked()).status).toBe(401), { timeout: 20_000, interval: 100 })
      await vi.waitFor(() => expect(stream.ended()).toBe(true), { timeout: 20_000, interval: 100 })
    } finally {
      await second.close()
    }
  })
})

describe('logs', () => {
  it('a read leaves one row of access, a change one of audit, a denial one more', async () => {
    const testCase = await given.case()
    const stranger = await given.user('doctor')
    await test.as(testCase.practice.owner).call(patients.get, { params: { id: testCase.id } })
    await test.as(stranger).call(patients.get, { params: { id: testCase.id } })
    await test.app.flush()
    const owner = await import('pg').then(
      ({ default: pg }) =>
        new pg.Client({
          connectionString: (test.connection.pool.options as { connectionString: string }).connectionString,
        }),
    )
    await owner.connect()
    await expect(owner.query('delete from audit_log')).rejects.toThrow(/permission denied/)
    await expect(owner.query('update access_log set route = $1', ['x'])).rejects.toThrow(/permission denied/)
    await owner.end()
    const { rows } = await sql<{ access: number; audit: number; denied: number }>`select 1 as access`
      .execute(test.connection.db)
      .then(() => adminCounts(testCase.id, testCase.practice.owner.id, stranger.id))
    expect(rows[0]).toMatchObject({ access: 1, denied: 1 })
    expect(rows[0]!.audit).toBeGreaterThan(0)
  })

  it('no log line holds what people search for', async () => {
    const lines: string[] = []
    const { default: Fastify } = await import('fastify')
    const { requestLine } = await import('../../src/app.ts')
    const quiet = Fastify({
      logger: {
        level: 'info',
        stream: { write: (line: string) => void lines.push(line) },
        serializers: { req: requestLine },
      },
    })
    quiet.get('/*', async () => ({}))
    await quiet.inject({ url: '/patients?filter[search]=Rosa+Journey' })
    // Nor what opens a share link.
    for (const url of ['/shared/SECRET', '/viewer/s_SECRET', `${apiBase}/shared_scenes/SECRET`])
      await quiet.inject({ url })
    await quiet.close()
    expect(lines.join('')).toContain('/patients')
    expect(lines.join('')).not.toContain('Rosa')
    expect(lines.join('')).toContain('/shared/…')
    expect(lines.join('')).not.toContain('SECRET')
  })
})

it('a reader who has hung up costs no one a line of the access log', async () => {
  const lines: unknown[] = []
  const log = openAccessLog(test.connection.db, { error: (line: unknown) => void lines.push(line) } as never)
  const practice = await given.practice()
  const actor = await given.actor(practice.owner)
  for (const address of ['127.0.0.1', undefined]) log.read({ ...actor, address: address as string }, 'GET /x', [9])
  await log.close()
  expect(lines).toEqual([])
  expect((await adminCounts(9, practice.owner.id, 0)).rows[0]!.access).toBe(2)
})

/** The application's role cannot read the logs; the owner can. */
async function adminCounts(patientId: number, readerId: number, strangerId: number) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: ownStores().databaseUrl })
  await client.connect()
  try {
    return await client.query<{ access: number; audit: number; denied: number }>(
      `select (select count(*)::int from access_log where user_id = $2 and $1 = any(ids)) as access,
        (select count(*)::int from audit_log where patient_id = $1 and outcome = 'done') as audit,
        (select count(*)::int from audit_log where user_id = $3 and outcome = 'denied') as denied`,
      [patientId, readerId, strangerId],
    )
  } finally {
    await client.end()
  }
}
