import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { Invalid } from '../../src/kernel/errors.ts'
import {
  consumeToken,
  hashOf,
  issueToken,
  openLink,
  renewToken,
  requireToken,
  voidTokens,
  type Purpose,
} from '../../src/modules/auth/one-time-tokens.ts'
import { startSession } from '../../src/modules/auth/sessions.ts'
import { voidAccess } from '../../src/modules/auth/void-access.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'

/** Links and codes: how long each kind opens something, once, and what shuts it before (`access/links`, `access/voids`). */
let test: TestDatabase
beforeAll(() => {
  test = openTestDatabase()
})
afterAll(() => test.close())
afterEach(() => setClock(undefined))

const began = new Date('2026-11-20T12:00:00Z')
const after = (milliseconds: number) => setClock(() => new Date(began.getTime() + milliseconds))
const trx = <T>(work: (trx: Parameters<typeof voidAccess>[0]) => Promise<T>) => test.db.transaction().execute(work)
const dead = new Invalid({ token: ['This link has expired, was already used, or was replaced by a newer email.'] })
const minute = 60_000
const hour = 60 * minute

async function sessionOf(userId: number) {
  const input = { userId, role: null, rememberMe: false, management: false, address: '', userAgent: '' }
  return (await startSession(test.db, input, test.config)).id
}
async function issue(purpose: Purpose) {
  after(0)
  const userId = await test.person()
  const sessionId = purpose === 'desktop' ? await sessionOf(userId) : undefined
  return { userId, sessionId, token: await issueToken(test.db, purpose, userId, sessionId ? { sessionId } : {}) }
}

describe('a token', () => {
  it.each<[Purpose, string, number]>([
    ['verification', '48 hours', 48 * hour],
    ['reset', 'an hour', hour],
    ['initial', 'seven days', 7 * 24 * hour],
    ['email', '48 hours', 48 * hour],
    ['email_cancel', '48 hours', 48 * hour],
    ['desktop', 'five minutes', 5 * minute],
  ])('for %s opens for %s, and not a moment longer', async (purpose, _long, life) => {
    const [soon, late] = [await issue(purpose), await issue(purpose)]
    after(life - 1)
    await requireToken(test.db, [purpose], soon.token)
    expect(await consumeToken(test.db, [purpose], soon.token)).toEqual({
      userId: soon.userId,
      purpose,
      email: null,
      sessionId: soon.sessionId ?? null,
    })
    after(life)
    await expect(requireToken(test.db, [purpose], late.token)).rejects.toThrow(dead)
    await expect(consumeToken(test.db, [purpose], late.token)).rejects.toThrow(dead)
  })

  it('opens once, for what it was made for, and is kept as its hash', async () => {
    const { userId, token } = await issue('reset')
    expect(token).toMatch(/^[\w-]{43}$/)
    const [row] = await test.db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', userId).execute()
    expect(row).toMatchObject({ token_hash: hashOf(token), purpose: 'reset', email: null, session_id: null })
    await expect(consumeToken(test.db, ['verification', 'email'], token)).rejects.toThrow(dead)
    await expect(requireToken(test.db, ['verification'], token)).rejects.toThrow(dead)
    await requireToken(test.db, ['initial', 'reset'], token)
    expect(await consumeToken(test.db, ['initial', 'reset'], token)).toMatchObject({ purpose: 'reset' })
    for (const use of [consumeToken, requireToken]) await expect(use(test.db, ['reset'], token)).rejects.toThrow(dead)
  })

  it('says the address that it verifies', async () => {
    const userId = await test.person()
    const token = await issueToken(test.db, 'email', userId, { email: 'new@example.com' })
    expect(await consumeToken(test.db, ['email'], token)).toMatchObject({ email: 'new@example.com' })
  })

  it('opens nothing of someone archived', async () => {
    const { userId, token } = await issue('reset')
    await test.db.updateTable('users').set({ deleted_at: began }).where('id', '=', userId).execute()
    for (const use of [consumeToken, requireToken]) await expect(use(test.db, ['reset'], token)).rejects.toThrow(dead)
  })

  it('for the desktop opens nothing without its session', async () => {
    const { sessionId, token } = await issue('desktop')
    await test.db.updateTable('sessions').set({ revoked_at: began }).where('id', '=', sessionId!).execute()
    await expect(consumeToken(test.db, ['desktop'], token)).rejects.toThrow(dead)
  })
})

describe('the link of a mail that waits', () => {
  const open = async () => {
    after(0)
    const userId = await test.person()
    return { userId, id: await trx((trx) => openLink(trx, 'reset', userId)) }
  }
  it('gets its token when the mail leaves; a later one voids the former', async () => {
    const { userId, id } = await open()
    const other = await open()
    const first = await renewToken(test.db, id)
    const second = await renewToken(test.db, id)
    expect(first).toMatch(/^[\w-]{43}$/)
    await expect(consumeToken(test.db, ['reset'], first!)).rejects.toThrow(dead)
    expect(await consumeToken(test.db, ['reset'], second!)).toMatchObject({ userId })
    expect(await renewToken(test.db, id), 'used').toBeUndefined()
    expect(await consumeToken(test.db, ['reset'], (await renewToken(test.db, other.id))!)).toMatchObject({
      userId: other.userId,
    })
  })
  it('gets none when it has run out in the meantime', async () => {
    const { id } = await open()
    after(hour - 1)
    expect(await renewToken(test.db, id)).toBeDefined()
    after(hour)
    expect(await renewToken(test.db, id)).toBeUndefined()
  })
  it('carries the address of its change too', async () => {
    const userId = await test.person()
    const id = await trx((trx) => openLink(trx, 'email', userId, { email: 'new@example.com' }))
    const token = (await renewToken(test.db, id))!
    expect(await consumeToken(test.db, ['email'], token)).toMatchObject({ email: 'new@example.com' })
  })
})

describe('shutting', () => {
  const opens = (token: string) =>
    requireToken(test.db, ['reset', 'verification'], token).then(
      () => true,
      () => false,
    )
  it('the links of some kinds leaves the others, and everyone else’s', async () => {
    const { userId, token } = await issue('reset')
    const [verification, stranger] = [await issueToken(test.db, 'verification', userId), await issue('reset')]
    const used = await issueToken(test.db, 'reset', userId)
    await consumeToken(test.db, ['reset'], used)
    after(minute)
    await trx((trx) => voidTokens(trx, ['reset', 'initial'], userId))
    expect(await Promise.all([token, verification, stranger.token].map(opens))).toEqual([false, true, true])
    const { used_at } = await test.db
      .selectFrom('one_time_tokens')
      .select('used_at')
      .where('token_hash', '=', hashOf(used))
      .executeTakeFirstOrThrow()
    expect(used_at, 'of a used one the moment of its use stays').toEqual(began)
  })
  it('every way in ends all links and sessions of this person, and of no one else', async () => {
    const [first, second] = [await issue('reset'), await issue('reset')]
    const sessions = [await sessionOf(first.userId), await sessionOf(second.userId)]
    await trx((trx) => voidAccess(trx, first.userId))
    expect(await Promise.all([first.token, second.token].map(opens))).toEqual([false, true])
    const ended = sessions.map(async (id) => {
      const row = await test.db.selectFrom('sessions').select('revoked_at').where('id', '=', id).executeTakeFirst()
      return row!.revoked_at !== null
    })
    expect(await Promise.all(ended)).toEqual([true, false])
  })
})
