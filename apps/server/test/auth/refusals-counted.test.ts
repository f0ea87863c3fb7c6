import { accounts } from '@archwire/contract/accounts/routes.ts'
import { auth } from '@archwire/contract/auth/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openRefusalCounts } from '../../src/http/refusal-counts.ts'
import { apiBase } from '../../src/http/serve.ts'
import { setClock } from '../../src/kernel/clock.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { ownStores } from '../database.ts'
import { givenIn, type Given } from '../given.ts'

/** Refusals by which an attack shows leave a line for auditors, one for each minute and network (`safety/refusals`). */
let test: TestApp
let given: Given
/** The application may not read its audit log; its owner may. */
let auditor: pg.Client
beforeAll(async () => {
  test = await openTestApp({ environment: { RATE_FACTOR: '1', LOGIN_FAILURES_PER_ACCOUNT: '1' } })
  given = givenIn(test)
  auditor = new pg.Client({ connectionString: ownStores().databaseUrl })
  await auditor.connect()
})
afterEach(() => setClock(undefined))
afterAll(async () => {
  await auditor.end()
  await test.close()
})

const linesFrom = async (network: string) => {
  await test.app.flush()
  const { rows } = await auditor.query<object>(
    `select action, outcome, user_id, address, data from audit_log where address like $1 order by id`,
    [`${network}%`],
  )
  return rows
}
/** Networks of this file alone. */
const network = (part: number) => `10.${200 + (process.pid % 50)}.${part}.`
const send = (path: string, remoteAddress: string, payload: object) =>
  test.app.fastify.inject({ method: 'POST', url: `${apiBase}${path}`, payload, remoteAddress })
const line = (action: string, address: string, reason: string, count: number) => ({
  action,
  outcome: 'denied',
  user_id: null,
  address,
  data: { reason, count },
})
const noon = new Date('2026-11-27T12:00:10Z')
const atMinute = (minute: number) => setClock(() => new Date(noon.getTime() + minute * 60_000))

describe('one line for each minute and network counts', () => {
  it('reports of payments without a signature', async () => {
    const [one, other] = [`${network(1)}1`, `${network(1)}2`]
    atMinute(0)
    for (let index = 0; index < 3; index += 1)
      expect((await send(payments.event.path, one, { id: 'forged' })).statusCode).toBe(401)
    await send(payments.event.path, other, { id: 'forged' })
    atMinute(1)
    await send(payments.event.path, one, { id: 'forged' })
    const action = `POST ${payments.event.path}`
    expect(await linesFrom(network(1))).toEqual([
      line(action, one, 'unsigned_report', 3),
      line(action, other, 'unsigned_report', 1),
      line(action, one, 'unsigned_report', 1),
    ])
  })

  it('failed bot checks, and no call that leaves the bot check out', async () => {
    const from = `${network(2)}1`
    const body = { email: `${given.unique()}@example.com`, bot_check: 'guessed' }
    atMinute(0)
    for (let index = 0; index < 2; index += 1)
      expect((await send(accounts.requestReset.path, from, body)).statusCode).toBe(422)
    expect((await send(accounts.requestReset.path, from, { email: body.email })).statusCode).toBe(422)
    expect(await linesFrom(network(2))).toEqual([
      line(`POST ${accounts.requestReset.path}`, from, 'bot_check_failed', 2),
    ])
  })

  it('counts tries over the limit of passwords, and logs each wrong one', async () => {
    const from = `${network(3)}1`
    const body = { email: `${given.unique()}@example.com`, password: 'Wrong-one-1' }
    atMinute(0)
    const statuses: number[] = []
    for (let index = 0; index < 3; index += 1) statuses.push((await send(auth.login.path, from, body)).statusCode)
    expect(statuses).toEqual([401, 429, 429])
    expect(await linesFrom(network(3))).toMatchObject([
      { action: 'account.sign_in_failed' },
      line(`POST ${auth.login.path}`, from, 'too_many', 2),
    ])
  })

  it('calls of a person over a limit per minute or at once', async () => {
    const from = `${network(4)}1`
    const authorization = `Bearer ${await test.token(await given.user('doctor'))}`
    const call = () =>
      test.app.fastify.inject({
        method: 'PUT',
        url: `${apiBase}/profile`,
        payload: { first_name: 'Ada' },
        headers: { authorization },
        remoteAddress: from,
      })
    // Several times the limit: whichever minute of the machine's clock they fall into, some are refused.
    const answers = await Promise.all(Array.from({ length: 130 }, call))
    const refused = answers.filter(({ statusCode }) => statusCode === 429).length
    await test.app.flush()
    const { rows } = await auditor.query<object>(
      `select sum((data ->> 'count')::int) as sum, array_agg(distinct action) as names from audit_log
       where address = $1 and outcome = 'denied'`,
      [from],
    )
    expect(refused).toBeGreaterThan(0)
    expect(rows).toEqual([{ sum: String(refused), names: ['PUT /profile'] }])
  })
})

describe('the counts', () => {
  const refusal = (part: number) => ({
    suspicion: 'too_many' as const,
    route: 'POST /login',
    userId: null,
    address: `10.9.${part}.1`,
  })

  it('wait for the end of their minute', () => {
    const counts = openRefusalCounts()
    atMinute(0)
    counts.add(refusal(1))
    expect(counts.take()).toEqual([])
    atMinute(1)
    expect(counts.take()).toMatchObject([{ address: '10.9.1.1', data: { count: 1 } }])
    expect(counts.take()).toEqual([])
  })

  it('of a flood from many networks end with one line for the rest', () => {
    const counts = openRefusalCounts(2)
    atMinute(0)
    for (let part = 1; part <= 50; part += 1) counts.add(refusal(part))
    counts.add(refusal(1))
    const rows = counts.take({ everything: true })
    expect(rows.map(({ action, address, data }) => [action, address, data.count])).toEqual([
      ['POST /login', '10.9.1.1', 2],
      ['POST /login', '10.9.2.1', 1],
      ['various', '', 48],
    ])
  })
})
