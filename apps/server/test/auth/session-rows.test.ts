import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { Unauthenticated } from '../../src/kernel/errors.ts'
import {
  liveSessions,
  readSession,
  readUser,
  sessionHash,
  startSession,
  touchSession,
} from '../../src/modules/auth/sessions.ts'
import { openTestDatabase, type TestDatabase, ownStores } from '../database.ts'

/** What is kept of a session, and until when it counts (`access/session`, decision 031). */
let test: TestDatabase
beforeAll(() => {
  test = openTestDatabase()
})
afterAll(() => test.close())
afterEach(() => setClock(undefined))

const minute = 60_000
const day = 24 * 60 * minute
const began = new Date('2026-11-20T12:00:00Z')
const after = (milliseconds: number) => setClock(() => new Date(began.getTime() + milliseconds))

type Start = Partial<Parameters<typeof startSession>[1]>
async function start(change: Start = {}) {
  after(0)
  const userId = change.userId ?? (await test.person(change.role))
  const session = await startSession(
    test.db,
    { userId, role: null, rememberMe: false, management: false, address: '10.0.0.1', userAgent: 'browser', ...change },
    test.config,
  )
  return { ...session, userId }
}
const read = (token: string) => readSession(test.db, token, test.config)
const lives = async (token: string) => (await read(token)) !== undefined
const rowOf = async (id: number) =>
  (await test.db.selectFrom('sessions').selectAll().where('id', '=', id).execute())[0]!

describe('a session that starts', () => {
  it('is found by its token, of which only the hash is kept', async () => {
    const { id, token, userId, expiresAt } = await start()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await read(token)).toMatchObject({ session_id: id, id: userId, memberships: [], last_seen_at: began })
    const row = await rowOf(id)
    expect(row).toMatchObject({ user_id: userId, address: '10.0.0.1', user_agent: 'browser', expires_at: expiresAt })
    expect(row.token_hash).toEqual(createHash('sha256').update(token).digest())
    expect(sessionHash(token)).toEqual(row.token_hash)
  })

  it.each<[string, Start, remembered: boolean, hours: number]>([
    ['twelve hours', {}, false, 12],
    ['fourteen days of a practice that asked to be remembered', { role: 'doctor', rememberMe: true }, true, 14 * 24],
    ['twelve hours of management, even if asked', { role: 'tech_support', rememberMe: true }, false, 12],
  ])('lasts %s', async (_what, change, remembered, hours) => {
    const session = await start(change)
    expect(session.remembered).toBe(remembered)
    expect(session.expiresAt).toEqual(new Date(began.getTime() + hours * 3_600_000))
    expect((await rowOf(session.id)).remember_me).toBe(remembered)
    after(hours * 3_600_000 - 1)
    if (change.role !== 'tech_support') expect(await lives(session.token)).toBe(true)
    after(hours * 3_600_000)
    expect(await lives(session.token)).toBe(false)
  })

  it('keeps three hundred letters of what the browser calls itself', async () => {
    expect((await rowOf((await start({ userAgent: 'b'.repeat(301) })).id)).user_agent).toBe('b'.repeat(300))
  })

  it('takes the place of the one that the browser held, and of no other', async () => {
    const first = await start()
    const other = await start({ userId: first.userId })
    const next = await start({ userId: first.userId, before: first.token })
    expect(await Promise.all([first, other, next].map(({ token }) => lives(token)))).toEqual([false, true, true])
  })

  it('needs the password that was looked at, and a person who is not archived', async () => {
    const userId = await test.person()
    const change = (set: { password_hash?: string; deleted_at?: Date }) =>
      test.db.updateTable('users').set(set).where('id', '=', userId).execute()
    await change({ password_hash: 'new' })
    await expect(start({ userId, passwordHash: 'old' })).rejects.toThrow(new Unauthenticated('Please sign in again.'))
    const { token } = await start({ userId, passwordHash: 'new' })
    await change({ deleted_at: began })
    await expect(start({ userId })).rejects.toThrow('Please sign in again.')
    expect(await lives(token)).toBe(false)
    expect(await readUser(test.db, userId)).toBeUndefined()
  })
})

describe('a token', () => {
  it.each(['', 'short', 'a'.repeat(44), `${'a'.repeat(42)}!`, `!${'a'.repeat(43)}`, `${'a'.repeat(43)}!`])(
    'that we never made (%j) opens nothing, even if its hash were kept',
    async (odd) => {
      const { id } = await start()
      await test.db
        .updateTable('sessions')
        .set({ token_hash: sessionHash(odd) })
        .where('id', '=', id)
        .execute()
      expect(await lives(odd)).toBe(false)
      await test.db.deleteFrom('sessions').where('id', '=', id).execute()
    },
  )
})

describe('management', () => {
  it('is let in half an hour after it was last seen, and not later', async () => {
    const { id, token } = await start({ role: 'lab_partner' })
    after(30 * minute)
    expect(await lives(token)).toBe(true)
    expect([...(await liveSessions(test.db, [id], test.config)).keys()]).toEqual([id])
    after(30 * minute + 1)
    expect(await lives(token)).toBe(false)
    expect((await liveSessions(test.db, [id], test.config)).size).toBe(0)
  })
})

describe('a session in use', () => {
  const touch = async (token: string) => {
    const row = (await read(token))!
    await touchSession(test.db, row, test.config)
    return row
  }
  it('moves its end on, at most once a minute', async () => {
    const { id, token, expiresAt } = await start()
    after(minute - 1)
    expect((await touch(token)).expires_at).toEqual(expiresAt)
    expect(await rowOf(id)).toMatchObject({ last_seen_at: began, expires_at: expiresAt })
    after(minute)
    const end = new Date(expiresAt.getTime() + minute)
    expect(await touch(token)).toMatchObject({ last_seen_at: new Date(began.getTime() + minute), expires_at: end })
    expect(await rowOf(id)).toMatchObject({ last_seen_at: new Date(began.getTime() + minute), expires_at: end })
  })
  it.each<[string, Start, step: number, most: number]>([
    ['a day', {}, 11 * 60 * minute, day],
    ['thirty days, remembered', { role: 'doctor', rememberMe: true }, 13 * day, 30 * day],
  ])('ends %s after its start, however busy somebody is', async (_what, change, step, most) => {
    const { token } = await start(change)
    for (const times of [1, 2]) {
      after(times * step)
      await touch(token)
    }
    expect((await read(token))!.expires_at).toEqual(new Date(began.getTime() + most))
  })
  it('stays ended when it was ended in the meantime, and others stay as they are', async () => {
    const { id, token, userId, expiresAt } = await start()
    const other = await start({ userId })
    after(minute)
    const row = (await read(token))!
    await test.db.updateTable('sessions').set({ revoked_at: began }).where('id', '=', id).execute()
    await touchSession(test.db, row, test.config)
    expect(await rowOf(id)).toMatchObject({ last_seen_at: began, expires_at: expiresAt })
    expect(await rowOf(other.id)).toMatchObject({ last_seen_at: began, expires_at: expiresAt })
    expect((await liveSessions(test.db, [id, other.id], test.config)).get(other.id)).toMatchObject({
      userId,
      sessionId: other.id,
      address: '10.0.0.1',
    })
    expect((await liveSessions(test.db, [id], test.config)).size).toBe(0)
  })
})

it('the audit log has a line for each sign-in, with who and where from', async () => {
  const { userId } = await start({ address: '10.7.7.7' })
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
  await owner.connect()
  const { rows } = await owner.query('select action, address from audit_log where user_id = $1', [userId])
  await owner.end()
  expect(rows).toEqual([{ action: 'account.signed_in', address: '10.7.7.7' }])
})

it('people are read with their places, the archived ones left out', async () => {
  const userId = await test.person()
  expect(await readUser(test.db, userId)).toMatchObject({ id: userId, role: 'doctor', memberships: [], places: [] })
  await sql`update users set deleted_at = now() where id = ${userId}`.execute(test.db)
  expect(await readUser(test.db, userId)).toBeUndefined()
})
