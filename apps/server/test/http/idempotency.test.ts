import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

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

it('a kept answer is read by no one but who sent the key: the database holds neither', async () => {
  const key = `kept-${given.unique()}`
  const { practice, body, call } = await submitWith(key)
  const first = await call()
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect((await call()).body).toEqual(first.body)
  const { rows } = await sql<{ row: string; sealed: Buffer | null }>`
    select k::text as row, sealed from idempotency_keys k where user_id = ${practice.owner.id}`.execute(
    test.connection.db,
  )
  expect(rows).toHaveLength(1)
  const all = rows[0]!.row + rows[0]!.sealed!.toString('latin1')
  for (const secret of [key, body.last_name, 'Ada']) expect(all).not.toContain(secret)
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
