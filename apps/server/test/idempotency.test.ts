import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withIdempotencyKey } from '../src/http/idempotency.ts'
import type { Actor } from '../src/kernel/actor.ts'
import { openTestApp, type TestApp } from './app.ts'
import { givenIn, type Given } from './given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

async function submitWith(key: string) {
  const practice = await given.practice()
  const body = given.form(practice, { last_name: `Secretname${given.unique()}` })
  const call = () =>
    test
      .as(practice.owner)
      .call(
        rxForms.submitForOrganization,
        { params: { id: practice.id }, body: body as never },
        { 'idempotency-key': key },
      )
  return { practice, body, call }
}

it('a kept answer is read by nobody but who sent the key: the database holds neither', async () => {
  const key = `kept-${given.unique()}`
  const { practice, body, call } = await submitWith(key)
  const first = await call()
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect((await call()).body).toEqual(first.body)
  const { rows } = await sql<{ row: string; sealed: Buffer | null; answer: unknown }>`
    select k::text as row, sealed, answer from idempotency_keys k where user_id = ${practice.owner.id}`.execute(
    test.connection.db,
  )
  expect(rows).toHaveLength(1)
  const all = rows[0]!.row + rows[0]!.sealed!.toString('latin1')
  for (const secret of [key, body.last_name, 'Ada']) expect(all).not.toContain(secret)
  expect(rows[0]!.answer).toBeNull()
})

it('a key that a server of the release before has kept is not acted on again', async () => {
  const key = `kept-${given.unique()}`
  const { practice, call } = await submitWith(key)
  const first = await call()
  await sql`update idempotency_keys set key = ${key}, sealed = null, answer = ${JSON.stringify(first.body)}::jsonb
    where user_id = ${practice.owner.id}`.execute(test.connection.db)
  expect((await call()).body).toEqual(first.body)
})

it('a key that spells what the database keeps of another key is a key like any other', async () => {
  const { practice, body, call } = await submitWith(`kept-${given.unique()}`)
  expect((await call()).status).toBe(200)
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_keys where user_id = ${practice.owner.id}`.execute(test.connection.db)
  const other = () =>
    test
      .as(practice.owner)
      .call(
        rxForms.submitForOrganization,
        { params: { id: practice.id }, body: { ...body, last_name: 'Other' } as never },
        { 'idempotency-key': rows[0]!.key },
      )
  const second = await other()
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  expect((await other()).body).toEqual(second.body)
})

/** What a server of the release before begins with. */
const asBefore = (userId: number, key: string) =>
  sql`insert into idempotency_keys (user_id, key, route, body_hash) values (${userId}, ${key}, 'POST /x', 'y')
    on conflict do nothing returning key`.execute(test.connection.db)

it('what this release has done is not done again by a server of the release before, and no key is kept for it', async () => {
  const key = `kept-${given.unique()}`
  const { practice, call } = await submitWith(key)
  expect((await call()).status).toBe(200)
  // That server answers 409 to this code.
  await expect(asBefore(practice.owner.id, key)).rejects.toMatchObject({ code: '23505' })
  const { rows } = await sql<{
    key: string
  }>`select key from idempotency_keys where user_id = ${practice.owner.id}`.execute(test.connection.db)
  expect(rows).toEqual([{ key: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect((await asBefore(practice.owner.id, `other-${key}`)).rows).toHaveLength(1)
})

it('nor while it is being done: the server of the release before waits for it', async () => {
  const { owner } = await given.practice()
  const key = `kept-${given.unique()}`
  const attempt = { key, route: 'POST /x', hash: 'y', secret: false }
  let before: Promise<unknown> | undefined
  await test.connection.db.transaction().execute((trx) =>
    withIdempotencyKey(trx, { userId: owner.id } as Actor, attempt, async () => {
      before = asBefore(owner.id, key).catch((error: unknown) => error)
      expect(await Promise.race([before, pause(150)])).toBeUndefined()
      return { done: true }
    }),
  )
  expect(await before).toMatchObject({ code: '23505' })
})

it('links that an earlier release kept in its answers are forgotten by the migration, other answers are not', async () => {
  const { owner } = await given.practice()
  const { db } = test.connection
  const links = `POST ${shareLinks.create.path}`
  for (const [key, route] of [
    ['link', links],
    ['case', 'POST /x'],
  ])
    await sql`insert into idempotency_keys (user_id, key, route, body_hash, answer)
      values (${owner.id}, ${key}, ${route}, 'y', '{"url": "https://portal.test/shared/secret"}')`.execute(db)
  const migration = readFileSync(
    join(import.meta.dirname, '../migrations/202611220501_records_keys_between_releases.sql'),
    'utf8',
  )
  await sql.raw(/^update [^;]*;/m.exec(migration)![0]).execute(db)
  const { rows } = await sql`select key, answer is null as forgotten from idempotency_keys where user_id = ${owner.id}
    order by key`.execute(db)
  expect(rows).toEqual([
    { key: 'case', forgotten: false },
    { key: 'link', forgotten: true },
  ])
})
