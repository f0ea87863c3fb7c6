import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
