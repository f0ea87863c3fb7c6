import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBase } from '../../src/http/serve.ts'
import { hashPassword } from '../../src/modules/auth/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'

/** Limits of passwords hold however many tries come at once. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const password = 'Right-one-1'
async function person(): Promise<TestUser & { email: string }> {
  const user = await given.user('doctor')
  const { email } = await test.connection.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', user.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { ...user, email }
}
const solved = async () => solveBotCheck((await test.as(null).call(accounts.botCheck, {})).body)
const login = async (email: string, word: string, remoteAddress: string) =>
  (
    await test.app.fastify.inject({
      method: 'POST',
      url: `${apiBase}/login`,
      // Without one, a program is asked for it after three wrong passwords (known-browsers.test.ts).
      payload: { email, password: word, bot_check: await solved() },
      remoteAddress,
    })
  ).statusCode
const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

describe('sixty tries at once', () => {
  it.each([
    ['a known account, from one address', true, () => '10.20.0.1'],
    ['a known account, from as many addresses', true, (index: number) => `10.21.${index}.1`],
    ['an unknown account', false, (index: number) => `10.22.${index}.1`],
  ])('of %s: ten are looked at, and then not even the right password', async (_who, known, from) => {
    const { email } = known ? await person() : { email: `${given.unique()}@example.com` }
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => login(email, 'Wrong-one-1', from(index))),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 50])
    expect(await login(email, password, '10.23.0.1')).toBe(429)
  })

  it('of one network with IPv6, over as many accounts: fifty are looked at', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        login(`${given.unique()}@example.com`, 'Wrong-one-1', `2001:db8:77::${index + 1}`),
      ),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([50, 10])
  })

  it('of the own password in the profile: ten are looked at', async () => {
    const user = await person()
    const guess = () =>
      test.as(user).call(accounts.updateProfile, {
        body: { email: `${given.unique()}@example.com`, current_password: 'Wrong-1-Wrong' },
      })
    const statuses = (await Promise.all(Array.from({ length: 60 }, guess))).map(({ status }) => status)
    expect([count(statuses, 422), count(statuses, 429)]).toEqual([10, 50])
  })
})

it('a right password gives its try back: twenty sign-ins in a row are no failures', async () => {
  const { email } = await person()
  for (let index = 0; index < 20; index += 1) expect(await login(email, password, '10.24.0.1')).toBe(200)
  const { rows } = await sql<{ tries: number }>`
    select cardinality(tries) as tries from login_attempts where key = ${`account ${email}`}`.execute(
    test.connection.db,
  )
  expect(rows).toEqual([{ tries: 0 }])
})

it('tries older than a quarter of an hour count no more', async () => {
  const { email } = await person()
  for (let index = 0; index < 10; index += 1) await login(email, 'Wrong-one-1', '10.25.0.1')
  expect(await login(email, password, '10.25.0.1')).toBe(429)
  await sql`update login_attempts set tries = (select array_agg(t - interval '16 minutes') from unnest(tries) t)
    where key = ${`account ${email}`}`.execute(test.connection.db)
  expect(await login(email, password, '10.25.0.1')).toBe(200)
})

it('no connection is held by who takes nothing of an answer (slow-requests.unit.test.ts)', () => {
  expect(test.app.fastify.server.timeout).toBe(10 * 60_000)
})
