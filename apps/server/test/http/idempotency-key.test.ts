import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withIdempotencyKey } from '../../src/http/idempotency.ts'
import type { Actor } from '../../src/kernel/actor.ts'
import { Conflict, Invalid } from '../../src/kernel/errors.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'

/** An effect runs once per person and key; what it answered is kept so that only who has the key can read it. */
let test: TestDatabase
beforeAll(() => {
  test = openTestDatabase()
})
afterAll(() => test.close())

type Attempt = Parameters<typeof withIdempotencyKey>[2]
let effects = 0
const answer = () => {
  effects += 1
  return Promise.resolve({ id: effects, name: 'Ada – ß', nothing: null })
}
const attemptOf = (change: Partial<Attempt> = {}): Attempt => ({
  key: `key-${test.unique()}`,
  route: 'POST /x',
  hash: 'h',
  secret: false,
  ...change,
})
const act = (userId: number, attempt: Attempt, effect: () => Promise<unknown> = answer) =>
  test.db.transaction().execute((trx) => withIdempotencyKey(trx, { userId } as Actor, attempt, effect))
const rowsOf = (userId: number) =>
  test.db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', userId).execute()
const keptKey = (userId: number, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('hex')

describe('an effect under a key', () => {
  it('runs once and is answered alike', async () => {
    const [userId, attempt] = [await test.person(), attemptOf()]
    const first = await act(userId, attempt)
    const before = effects
    expect(await act(userId, attempt)).toEqual(first)
    expect(await act(userId, attempt)).toEqual(first)
    expect(effects).toBe(before)
  })

  it('runs again for another person and for another key, and leaves the others as they are', async () => {
    const [person, other, attempt] = [await test.person(), await test.person(), attemptOf()]
    const more = attemptOf()
    const first = await act(person, attempt)
    expect(await act(other, attempt)).not.toEqual(first)
    const second = await act(person, more)
    expect(second).not.toEqual(first)
    expect([await act(person, attempt), await act(person, more)]).toEqual([first, second])
  })

  it('is refused for another route or another body', async () => {
    const [userId, attempt] = [await test.person(), attemptOf()]
    await act(userId, attempt)
    const refusal = new Invalid('This Idempotency-Key was already used for a different request.')
    await expect(act(userId, { ...attempt, route: 'POST /y' })).rejects.toThrow(refusal)
    await expect(act(userId, { ...attempt, hash: 'i' })).rejects.toThrow(refusal)
  })

  it('that failed leaves the key free', async () => {
    const [userId, attempt] = [await test.person(), attemptOf()]
    await expect(act(userId, attempt, () => Promise.reject(new Conflict('Not now.')))).rejects.toThrow('Not now.')
    expect(await rowsOf(userId)).toEqual([])
    expect(await act(userId, attempt)).toMatchObject({ id: effects })
  })

  it('whose answer is a secret is answered once', async () => {
    const [userId, attempt] = [await test.person(), attemptOf({ secret: true })]
    expect(await act(userId, attempt)).toMatchObject({ id: effects })
    expect(await rowsOf(userId)).toMatchObject([{ status: 200, sealed: null }])
    await expect(act(userId, attempt)).rejects.toThrow(
      new Conflict('This was already done. Its answer is shown only once and is not stored.'),
    )
  })
})

describe('what is kept', () => {
  it('is the hash of key and person, and the answer under the key', async () => {
    const [userId, attempt] = [await test.person(), attemptOf()]
    const text = JSON.stringify(await act(userId, attempt))
    const [row] = await rowsOf(userId)
    expect(row).toMatchObject({
      key: keptKey(userId, attempt.key),
      route: 'POST /x',
      body_hash: 'h',
      status: 200,
    })
    expect(row!.sealed!.length).toBe(12 + 16 + Buffer.byteLength(text))
  })

  /** Independent of the code: what every release seals, so that the next one reads it. */
  function sealed(userId: number, { key, route, hash }: Attempt, text: string): Buffer {
    const secret = new Uint8Array(hkdfSync('sha256', key, String(userId), 'archwire kept answer', 32))
    const nonce = Buffer.alloc(12, 7)
    const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(`${route} ${hash}`))
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), bytes])
  }
  const keep = (userId: number, { route, hash }: Attempt, key: string, bytes: Buffer) =>
    sql`insert into idempotency_keys (user_id, key, route, body_hash, sealed)
      values (${userId}, ${key}, ${route}, ${hash}, ${bytes})`.execute(test.db)

  it('is read by the release after', async () => {
    const [userId, attempt] = [await test.person(), attemptOf()]
    await keep(userId, attempt, keptKey(userId, attempt.key), sealed(userId, attempt, '{"kept":"ß"}'))
    expect(await act(userId, attempt)).toEqual({ kept: 'ß' })
  })

  it('is not read when it was sealed for another route or body', async () => {
    const [userId, attempt] = [await test.person(), attemptOf()]
    const moved = sealed(userId, { ...attempt, route: 'POST /y' }, '{}')
    await keep(userId, attempt, keptKey(userId, attempt.key), moved)
    await expect(act(userId, attempt)).rejects.toThrow()
  })
})
