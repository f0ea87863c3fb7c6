import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { apiBase } from '../../src/http/serve.ts'
import { now, setClock } from '../../src/kernel/clock.ts'
import { sendLinkMail, type Opens } from '../../src/modules/accounts/link-mails.ts'
import { writeDueMails, writeRequestedMail } from '../../src/modules/accounts/commands/mail-requests.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { password, userCallsIn } from '../user-calls.ts'

/** Strangers who ask for a person's mails keep no one from getting them, nor from using them (`access/mails-asked`). */
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

const home = 'http://portal.test'
const minute = 60_000
const wrong = 'Wrong-one-1'
/** Moves the clock to so many minutes after the test started. */
function clockFrom() {
  const began = Date.now()
  return (minutes: number) => setClock(() => new Date(began + minutes * minute))
}
let networks = 0
const network = () => `10.${20 + Math.floor((networks += 1) / 250)}.${networks % 250}.${process.pid % 250}`
const solved = async () => solveBotCheck((await test.as(null).call(accounts.botCheck, {})).body)

async function person(change = sql`email_verified_at = coalesce(email_verified_at, now())`) {
  const user = await calls.withPassword(await given.user('doctor'))
  await sql`update users set ${change} where id = ${user.id}`.execute(test.connection.db)
  return { ...user, email: await calls.emailOf(user) }
}

interface From {
  cookie?: string
  remoteAddress?: string
}
async function post(path: string, payload: object, { cookie, remoteAddress = network() }: From = {}) {
  const headers = { origin: 'http://localhost', ...(cookie && { cookie }) }
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: `${apiBase}${path}`,
    headers,
    payload,
    remoteAddress,
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return {
    status: answer.statusCode,
    cookie: cookies.find((each) => each.startsWith('archwire_browser='))?.split(';')[0],
  }
}
const askToReset = async (email: string, from?: From) => {
  expect((await post('/request_reset', { email, bot_check: await solved() }, from)).status).toBe(200)
  await work()
}
const askToVerify = async (email: string, from?: From) => {
  const { status } = await post('/resend_verification', { email }, from)
  await work()
  return status
}
const signIn = async (email: string, word: string, from?: From) =>
  post('/login', { email, password: word, bot_check: await solved() }, from)
const reset = (token: string) =>
  test.as(null).call(accounts.reset, { body: { token, password, password_confirmation: password } })

/** What arrived: address, kind of link and token, oldest first. */
const received: { to: string; page: string; token: string }[] = []
const tokensOf = (to: string) => received.filter((mail) => mail.to === to).map(({ token }) => token)
const mailer = {
  async send({ to, text }: { to: string; text: string }) {
    const [, page, token] = /\/([\w-]+)\?token=([\w-]{43})/.exec(text)!
    received.push({ to, page: page!, token: token! })
  },
  async close() {},
}

/** Does what the worker does: writes the mails that are asked for or due, and sends them. */
async function work(): Promise<void> {
  const { db } = test.connection
  const take = async <T>(name: string) => {
    const { rows } = await sql<{ payload: T; id: string }>`
      delete from outbox where name = ${name} returning payload, id`.execute(db)
    return rows.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ payload }) => payload)
  }
  for (const { wish_id } of await take<{ wish_id: number }>('access.write-mail'))
    await writeRequestedMail(db, wish_id, home)
  await writeDueMails(db, home)
  for (const { mail_id, ...opens } of await take<Opens & { mail_id: number }>('access.send-link'))
    await sendLinkMail(db, mailer, mail_id, opens, false)
}

describe('a person whose mails a stranger asks for', () => {
  it('gets a working link to a new password, though one is asked for every 12 minutes for three hours', async () => {
    const { email } = await person()
    const at = clockFrom()
    for (let passed = 0; passed < 180; passed += 12) {
      at(passed)
      await askToReset(email)
    }
    at(181)
    const before = tokensOf(email).length
    await askToReset(email)
    // Within the hour, whatever the stranger continues with.
    for (let passed = 182; passed <= 241 && tokensOf(email).length === before; passed += 1) {
      at(passed)
      if (passed % 12 === 0) await askToReset(email)
      else await work()
    }
    const [link] = tokensOf(email).slice(before)
    expect((await reset(link!)).status).toBe(200)
  })

  it('has a link that works at any moment: the newest mail, while strangers ask at any pace', async () => {
    for (const pace of [4, 19]) {
      const { id, email } = await person()
      const at = clockFrom()
      for (let passed = 0; passed <= 130; passed += pace) {
        at(passed)
        await askToReset(email)
        const open = await sql`select 1 from one_time_tokens where user_id = ${id} and purpose = 'reset'
          and used_at is null and expires_at > ${now()}`.execute(test.connection.db)
        expect(open.rows.length, `every ${pace} minutes, after ${passed}`).toBeGreaterThan(0)
      }
      // Four an hour, and no heap of mails that wait.
      expect(tokensOf(email).length).toBeLessThanOrEqual(12)
      const waiting = await sql`select 1 from access_wishes where email = ${email} and done_at is null`.execute(
        test.connection.db,
      )
      expect(waiting.rows.length).toBeLessThanOrEqual(1)
    }
  })

  it('gets one at once in a browser that signed in before, whatever strangers asked for and guessed', async () => {
    const { email } = await person()
    const { cookie } = await signIn(email, password)
    for (let index = 0; index < 6; index += 1) await askToReset(email)
    for (let index = 0; index < 10; index += 1) await signIn(email, wrong)
    const before = tokensOf(email).length
    expect(before).toBe(4)
    await askToReset(email, { cookie: cookie! })
    const [link] = tokensOf(email).slice(before)
    expect((await reset(link!)).status).toBe(200)
  })

  it('uses the link that came first, although another was asked for within minutes', async () => {
    const { email } = await person()
    const at = clockFrom()
    at(0)
    await askToReset(email)
    at(14)
    await askToReset(email)
    expect(tokensOf(email)).toHaveLength(2)
    expect((await reset(tokensOf(email)[0]!)).status).toBe(200)
    // Used once, every other one is void.
    expect((await reset(tokensOf(email)[1]!)).status).toBe(422)
  })

  it('finds older links void: after a quarter of an hour the next mail ends the one before', async () => {
    const { email } = await person()
    const at = clockFrom()
    at(0)
    await askToReset(email)
    at(16)
    await askToReset(email)
    expect((await reset(tokensOf(email)[0]!)).status).toBe(422)
    expect((await reset(tokensOf(email)[1]!)).status).toBe(200)
  })

  it('verifies a sign-up with the first mail, although a stranger has it sent again', async () => {
    const { email } = await person(sql`email_verified_at = null`)
    const at = clockFrom()
    at(0)
    await askToVerify(email)
    at(3)
    await askToVerify(email)
    const [first] = tokensOf(email)
    expect((await test.as(null).call(accounts.verify, { body: { token: first!, password } })).status).toBe(200)
  })

  it('sets the first password with the first mail, although a stranger asks for another', async () => {
    const { email } = await person(sql`password_hash = null`)
    const at = clockFrom()
    at(0)
    await askToReset(email)
    at(3)
    await askToReset(email)
    expect(tokensOf(email)).toHaveLength(2)
    expect((await reset(tokensOf(email)[0]!)).status).toBe(200)
  })
})

describe('a verification mail', () => {
  it('is asked for ten times in a quarter of an hour from one network, which keeps no other network from it', async () => {
    const { email } = await person(sql`email_verified_at = null`)
    const remoteAddress = network()
    for (let index = 0; index < 10; index += 1) expect(await askToVerify(email, { remoteAddress })).toBe(200)
    expect(await askToVerify(email, { remoteAddress })).toBe(429)
    expect(await askToVerify(email)).toBe(200)
  })

  it('of an unknown address is refused after as many', async () => {
    const email = `${given.unique()}@example.com`
    const remoteAddress = network()
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) statuses.push(await askToVerify(email, { remoteAddress }))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('proves a sign-up with the password, whatever strangers guess at the sign-in', async () => {
    const { email } = await person(sql`email_verified_at = null`)
    await askToVerify(email)
    for (let index = 0; index < 10; index += 1) await signIn(email, wrong)
    expect((await signIn(email, password)).status).toBe(429)
    const [token] = tokensOf(email)
    for (let index = 0; index < 10; index += 1)
      expect((await post('/verify', { token: token!, password: wrong })).status).toBe(422)
    // Ten of its own, for the link.
    expect((await post('/verify', { token: token!, password })).status).toBe(429)
    setClock(() => new Date(Date.now() + 16 * minute))
    expect((await post('/verify', { token: token!, password })).status).toBe(200)
  })
})
