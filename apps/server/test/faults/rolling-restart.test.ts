import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../src/db/client.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Given, GivenPractice } from '../given.ts'
import { openFleetScene, type FleetScene } from './scene.ts'

const perSecond = 50

let scene: FleetScene
let fleet: Fleet
let connection: Connection
let given: Given
let practice: GivenPractice
let token: string

beforeAll(async () => {
  scene = await openFleetScene({ drainSeconds: 3 })
  ;({ fleet, connection, given, practice } = scene)
  token = await scene.token(practice.owner)
})
afterAll(() => scene?.close())

it('servers and worker are restarted under 50 requests a second: none fails, every request is done once', async () => {
  const label = randomBytes(4).toString('hex').toUpperCase()
  const failed: string[] = []
  const waits: number[] = []
  const acknowledged: number[] = []
  const submits: string[] = []
  const call = async (method: string, path: string, body?: object, key = '') => {
    const began = performance.now()
    try {
      const answer = await fetch(`${fleet.url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(15_000),
      })
      const text = await answer.text()
      if (answer.status !== 200) failed.push(`${method} ${path} ${answer.status} ${text.slice(0, 200)}`)
      else if (body) acknowledged.push((JSON.parse(text) as { rx_form: { patient_id: number } }).rx_form.patient_id)
    } catch (error) {
      failed.push(`${method} ${path} ${String(error)}`)
    }
    waits.push(performance.now() - began)
  }
  const reads = ['/me', `/organizations/${practice.id}/patients`, '/notifications']
  let sent = 0
  const under: Promise<void>[] = []
  const next = () => {
    const number = sent++
    if (number % 10 !== 0) return void under.push(call('GET', reads[number % reads.length]!))
    const key = `rolling-${label}-${number}`
    submits.push(key)
    const form = given.form(practice, { first_name: 'Rolling', last_name: `X${label} ${number}` })
    under.push(call('POST', `/organizations/${practice.id}/rx_forms`, form, key))
  }
  const began = performance.now()
  const pace = setInterval(() => {
    while (sent < ((performance.now() - began) / 1000) * perSecond) next()
  }, 5)

  await sleep(500)
  const restarts = []
  for (const which of [0, 'worker', 1] as const) {
    restarts.push(await fleet.restart(which))
  }
  clearInterval(pace)
  const seconds = (performance.now() - began) / 1000
  await Promise.all(under)

  expect(failed.join('\n')).toBe('')
  expect(restarts.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
  expect(sent / seconds, 'requests a second').toBeGreaterThan(perSecond * 0.95)
  for (const [port, count] of fleet.balancer.given) expect(count, `requests to ${port}`).toBeGreaterThan(sent / 10)
  const { rows } = await sql<{ id: number; forms: number }>`
    select p.id, (select count(*)::int from rx_forms r where r.patient_id = p.id) as forms
    from patients p where p.last_name like ${`X${label} %`} order by p.id`.execute(connection.db)
  expect(rows).toHaveLength(submits.length)
  expect(rows.map((row) => row.id)).toEqual([...acknowledged].sort((a, b) => a - b))
  expect(rows.filter((row) => row.forms !== 1)).toEqual([])
  expect(await unfinished(), 'jobs and mails that are still to do').toBe(0)
  const { rows: mails } = await sql<{ count: number }>`
    select count(*)::int as count from case_history h join mails m on m.history_id = h.id
    where h.patient_id in (select id from patients where last_name like ${`X${label} %`}) and h.event = 'submitted'
    group by h.id, m.kind, m.to_address`.execute(connection.db)
  expect(mails.length).toBeGreaterThanOrEqual(submits.length)
  expect(
    mails.filter(({ count }) => count !== 1),
    'mails that exist twice',
  ).toEqual([])
  const sorted = waits.sort((a, b) => a - b)
  console.log(
    `${sent} requests in ${seconds.toFixed(1)} s, none failed; median ${sorted[Math.floor(sent / 2)]!.toFixed(0)} ms, ` +
      `slowest ${sorted.at(-1)!.toFixed(0)} ms; ${submits.length} submits; restarts took ` +
      restarts.map(({ milliseconds }) => `${(milliseconds / 1000).toFixed(1)} s`).join(', '),
  )
})

/** Waits up to 40 seconds until the worker has done all that the requests left it; returns what remains. */
async function unfinished(): Promise<number> {
  for (let waited = 0; ; waited += 200) {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from outbox)::int + (select count(*) from mails where state = 'waiting')::int
        + (select count(*) from pgboss.job where state < 'completed' and name in ('case.announce', 'mail.send'))::int as count`.execute(
      connection.db,
    )
    if (rows[0]!.count === 0 || waited >= 40_000) return rows[0]!.count
    await sleep(200)
  }
}
