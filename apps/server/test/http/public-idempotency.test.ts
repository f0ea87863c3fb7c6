import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

/** A sign-up whose check is for one try, as any browser sends it again that got no answer. */
async function signUpWith(key: string, email = `${given.unique()}@example.com`) {
  const challenge = (await test.as(null).call(accounts.botCheck, {})).body
  const words = { first_name: 'Ria', last_name: 'Repeated', password: 'Tall-Hedge-41' }
  const body = { ...words, password_confirmation: words.password, email, bot_check: await solveBotCheck(challenge) }
  const send = (more: object = {}) =>
    test.as(null).call(accounts.register, { body: { ...body, ...more } as never }, { 'idempotency-key': key })
  return { body, send }
}
const accountsOf = async (email: string) => {
  const { rows } = await sql<{ people: number; mails: number }>`
    select (select count(*)::int from users where email = ${email}) as people,
      (select count(*)::int from access_wishes where email = ${email}) as mails`.execute(test.connection.db)
  return rows[0]
}

it('a sign-up whose answer was lost is answered again, and happened once', async () => {
  const { body, send } = await signUpWith(`public-${given.unique()}`)
  const first = await send()
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const again = await send()
  expect(again).toMatchObject({ status: 200, body: first.body })
  // What the browser is known by is a secret: it is given once.
  expect(again.headers['set-cookie']).toBeUndefined()
  expect(await accountsOf(body.email)).toEqual({ people: 1, mails: 1 })
})

it('other words under the same key are another call: neither answered nor refused by the first', async () => {
  const key = `public-${given.unique()}`
  expect((await (await signUpWith(key)).send()).status).toBe(200)
  const { body, send } = await signUpWith(key)
  expect((await send()).status).toBe(200)
  expect(await accountsOf(body.email)).toEqual({ people: 1, mails: 1 })
})

it('a solved check is good for one call, however often that is sent', async () => {
  const { send } = await signUpWith(`public-${given.unique()}`)
  expect((await send()).status).toBe(200)
  const other = `${given.unique()}@example.com`
  expect(await send({ email: other })).toMatchObject({ status: 422, body: { error: { bot_check: expect.any(Array) } } })
  expect(await accountsOf(other)).toEqual({ people: 0, mails: 0 })
})

it('a sign-up that is repeated while the first is in progress happens once, and both get its answer', async () => {
  const { body, send } = await signUpWith(`public-${given.unique()}`)
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status, body: said }) => [status, said.message])).toEqual(
    answers.map(() => [200, answers[0].body.message]),
  )
  expect(await accountsOf(body.email)).toEqual({ people: 1, mails: 1 })
})

it('what was refused is not kept: it may be tried again', async () => {
  const key = `public-${given.unique()}`
  const { body, send } = await signUpWith(key)
  expect((await send({ bot_check: 'unsolved' })).status).toBe(422)
  expect((await send()).status).toBe(200)
  expect(await accountsOf(body.email)).toMatchObject({ people: 1 })
})

it('the database holds neither key nor answer nor words', async () => {
  const key = `public-${given.unique()}`
  const { body, send } = await signUpWith(key)
  const { body: answer } = await send()
  const { rows } = await sql<{ row: string; sealed: Buffer }>`
    select k::text as row, sealed from public_idempotency_keys k order by created_at desc limit 1`.execute(
    test.connection.db,
  )
  const all = rows[0]!.row + rows[0]!.sealed.toString('latin1')
  for (const secret of [key, body.email, body.password, answer.message]) expect(all).not.toContain(secret)
})

it('what starts a session is kept nowhere', async () => {
  const key = `public-${given.unique()}`
  const { rows: kept } = await sql<{ kept: number }>`
    select count(*)::int as kept from public_idempotency_keys`.execute(test.connection.db)
  const before = kept[0]!.kept
  const verify = () => test.as(null).call(accounts.verify, { body: { token: 'unknown' } }, { 'idempotency-key': key })
  expect((await verify()).status).toBe(422)
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from public_idempotency_keys`.execute(test.connection.db)
  expect(rows[0]!.kept).toBe(before)
})

it('two at once happen once', async () => {
  const key = `public-${given.unique()}`
  const email = `${given.unique()}@example.com`
  const user = await given.user('doctor')
  await sql`update users set email = ${email}, email_verified_at = null where id = ${user.id}`.execute(
    test.connection.db,
  )
  const ask = () => test.as(null).call(accounts.resendVerification, { body: { email } }, { 'idempotency-key': key })
  const answers = await Promise.all(Array.from({ length: 4 }, ask))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await accountsOf(email)).toMatchObject({ mails: 1 })
})
