import { accounts } from '@archwire/contract/accounts/routes.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { apiBase } from '../../src/http/serve.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { issueToken } from '../../src/modules/auth/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { password, userCallsIn } from '../user-calls.ts'

/**
 * Strangers who guess do not lock a person out of browsers and pages that the person uses (`access/known-browser`), and guess
 * no faster than before: ten tries for an account in a quarter of an hour (`access/tries`).
 */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  calls = userCallsIn(test)
})
afterEach(() => setClock(undefined))
afterAll(() => test.close())

const wrong = 'Wrong-one-1'
const day = 24 * 3_600_000
async function person(): Promise<TestUser & { email: string }> {
  const user = await calls.withPassword(await given.user('doctor'))
  return { ...user, email: await calls.emailOf(user) }
}

/** Every network is used once: fifty wrong passwords of one lock it. */
let networks = 0
const network = () => `10.${60 + Math.floor((networks += 1) / 250)}.${networks % 250}.${process.pid % 250}`
const solved = async () => solveBotCheck((await test.as(null).call(accounts.botCheck, {})).body)

interface Way {
  cookie?: string
  /** Sent by a page of the portal; else by a program. */
  page?: boolean
  solves?: boolean
}

/** Signs in from a network of its own. */
async function signIn(email: string, word: string, { cookie, page = true, solves = true }: Way = {}) {
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: `${apiBase}/login`,
    headers: { ...(page && { origin: 'http://localhost' }), ...(cookie && { cookie }) },
    payload: { email, password: word, ...(solves && { bot_check: await solved() }) },
    remoteAddress: network(),
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  const known = cookies.find((each) => each.startsWith('archwire_browser='))
  return {
    status: answer.statusCode,
    body: answer.json() as Record<string, unknown>,
    set: known,
    cookie: known?.split(';')[0],
  }
}
const times = async <T>(count: number, act: () => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  for (let index = 0; index < count; index += 1) done.push(await act())
  return done
}
const statusesOf = async (count: number, act: () => Promise<{ status: number }>) =>
  (await times(count, act)).map(({ status }) => status)
const repeated = (status: number, count: number) => Array.from({ length: count }, () => status)

/** A person with a browser that signed in before, whose account strangers then lock by ten wrong passwords of ten networks. */
async function attacked() {
  const whose = await person()
  const { cookie } = await signIn(whose.email, password)
  expect(await statusesOf(10, () => signIn(whose.email, wrong))).toEqual(repeated(401, 10))
  return { ...whose, cookie: cookie! }
}

describe('after ten wrong passwords from ten networks', () => {
  it('the right one from a browser that signed in before signs in, again and again', async () => {
    const { email, cookie } = await attacked()
    const first = await signIn(email, password, { cookie })
    expect(first.status).toBe(200)
    expect((await signIn(email, password, { cookie: first.cookie! })).status).toBe(200)
  })

  it('the password question of an open page is answered', async () => {
    const whose = await attacked()
    const change = { email: `${given.unique()}@example.com`, current_password: password }
    expect((await test.raw(whose, 'PUT', '/profile', change)).status).toBe(200)
  })

  it('the right one from a strange browser waits, and so does a stranger’s next guess', async () => {
    const { email } = await attacked()
    expect((await signIn(email, password)).status).toBe(429)
    expect((await signIn(email, wrong)).status).toBe(429)
  })

  it('a new password by mail opens this browser, while strangers still wait', async () => {
    const { id, email } = await attacked()
    const token = await issueToken(test.connection.db, 'reset', id)
    const answer = await test.app.fastify.inject({
      method: 'POST',
      url: `${apiBase}/reset`,
      payload: { token, password, password_confirmation: password },
    })
    const cookie = /archwire_browser=[\w-]+/.exec(String(answer.headers['set-cookie']))![0]
    expect(await statusesOf(11, () => signIn(email, wrong))).toEqual([...repeated(401, 10), 429])
    expect((await signIn(email, password, { cookie })).status).toBe(200)
  })
})

describe('guessing', () => {
  it('is bounded for strangers, whatever they solve and however many at once: ten tries, then none', async () => {
    const { email } = await person()
    const statuses = await Promise.all(Array.from({ length: 30 }, () => signIn(email, wrong)))
    const count = (wanted: number) => statuses.filter(({ status }) => status === wanted).length
    expect([count(401), count(429)]).toEqual([10, 20])
  })

  it('is bounded in a known browser, too: ten tries of its own, which lock no one else', async () => {
    const { email } = await person()
    const cookie = (await signIn(email, password)).cookie!
    expect(await statusesOf(12, () => signIn(email, wrong, { cookie }))).toEqual([...repeated(401, 10), 429, 429])
    expect((await signIn(email, password, { cookie })).status).toBe(429)
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('is bounded on an open page: ten tries of its own, which lock no sign-in', async () => {
    const whose = await person()
    const guess = () => test.raw(whose, 'PUT', '/profile', { email: 'new@example.com', current_password: wrong })
    expect(await statusesOf(12, guess)).toEqual([...repeated(422, 10), 429, 429])
    expect((await signIn(whose.email, password)).status).toBe(200)
  })

  it('by a program needs a solved bot check after three wrong passwords, and says how', async () => {
    const { email } = await person()
    const program = (word: string, solves: boolean) => signIn(email, word, { page: false, solves })
    expect(await statusesOf(3, () => program(wrong, false))).toEqual(repeated(401, 3))
    const refused = await program(password, false)
    expect(refused).toMatchObject({ status: 422, body: { code: errorCodes.botCheckNeeded } })
    expect(refused.body.error).toContain('GET /api/v1/bot_check')
    expect((await program(password, true)).status).toBe(200)
    expect(await statusesOf(8, () => program(wrong, true))).toEqual([...repeated(401, 7), 429])
    expect((await program(password, false)).status).toBe(429)
  })

  it('by sixty calls of programs at once: three are looked at', async () => {
    const { email } = await person()
    const calls = Array.from({ length: 60 }, () => signIn(email, wrong, { page: false, solves: false }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect([401, 422].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([3, 57])
  })
})

describe('the cookie of a known browser', () => {
  it('cannot be read by scripts or sent by other sites, lasts 180 days, and signs no one in', async () => {
    const { email } = await person()
    const { set, cookie } = await signIn(email, password)
    expect(set).toMatch(/^archwire_browser=[\w-]{43}; Max-Age=15552000; Path=\/api\/v1; HttpOnly; SameSite=Strict$/)
    expect((await test.raw(null, 'GET', '/me', undefined, { cookie: cookie! })).status).toBe(401)
  })

  it('is not given to programs', async () => {
    const { email } = await person()
    expect((await signIn(email, password, { page: false })).set).toBeUndefined()
  })

  it.each([
    ['of another person', async () => (await signIn((await person()).email, password)).cookie!],
    ['that is forged', () => Promise.resolve(`archwire_browser=${'A'.repeat(43)}`)],
    ['of another shape', () => Promise.resolve("archwire_browser=1' or true --")],
  ])('%s does not help', async (_whose, cookie) => {
    const { email } = await attacked()
    expect((await signIn(email, password, { cookie: await cookie() })).status).toBe(429)
  })

  it('is replaced with each sign-in: a copy of the one before does not help', async () => {
    const { email, cookie } = await attacked()
    expect((await signIn(email, password, { cookie })).status).toBe(200)
    expect((await signIn(email, password, { cookie })).status).toBe(429)
  })

  it('holds for all people who signed in there', async () => {
    const first = await person()
    const { cookie } = await signIn(first.email, password)
    const second = await person()
    const both = (await signIn(second.email, password, { cookie: cookie! })).cookie!
    for (const { email } of [first, second]) await times(10, () => signIn(email, wrong))
    const after = await signIn(first.email, password, { cookie: both })
    expect(after.status).toBe(200)
    expect((await signIn(second.email, password, { cookie: after.cookie! })).status).toBe(200)
  })

  it('ends with a new password, and after 180 days', async () => {
    const { id, email, cookie } = await attacked()
    setClock(() => new Date(Date.now() + 181 * day))
    await times(10, () => signIn(email, wrong))
    expect((await signIn(email, password, { cookie })).status).toBe(429)
    setClock(undefined)
    const token = await issueToken(test.connection.db, 'reset', id)
    await test.as(null).call(accounts.reset, { body: { token, password, password_confirmation: password } })
    await times(10, () => signIn(email, wrong))
    expect((await signIn(email, password, { cookie })).status).toBe(429)
  })

  it('is kept for the twenty browsers of a person that were used last', async () => {
    const { id, email } = await person()
    const browsers = await times(21, () => signIn(email, password))
    await times(10, () => signIn(email, wrong))
    expect((await signIn(email, password, { cookie: browsers[0]!.cookie! })).status).toBe(429)
    expect((await signIn(email, password, { cookie: browsers[1]!.cookie! })).status).toBe(200)
    const { rows } = await sql`select 1 from known_browsers where user_id = ${id}`.execute(test.connection.db)
    expect(rows).toHaveLength(20)
  })
})
