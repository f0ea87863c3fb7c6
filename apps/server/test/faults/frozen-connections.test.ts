import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFleetScene, type FleetScene } from './scene.ts'

/**
 * A database that goes without a word (a failover, a dropped flow): connections that are open never answer again, new ones
 * work. Requests, jobs, live pages and the access log are all well again within a minute, with no one's help (`safety/recovers`).
 */
let scene: FleetScene
beforeAll(async () => {
  scene = await openFleetScene()
})
afterAll(() => scene?.close())

it('all is well within a minute', async () => {
  const { fleet, connection, practice, given } = scene
  const token = await scene.token(practice.owner)
  const testCase = await given.case({ practice })
  const call = (method: string, path: string, body?: object) =>
    fetch(`${fleet.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    }).then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    )
  /** Every open page hears of what changes. */
  const heard = new Map<string, number>()
  const ending = new AbortController()
  const listen = async (server: string) => {
    const stream = await fetch(`${server}/api/v1/realtime`, {
      headers: { authorization: `Bearer ${token}` },
      signal: ending.signal,
    })
    for await (const piece of stream.body!.pipeThrough(new TextDecoderStream()))
      if (piece.includes('patient.changed')) heard.set(server, Date.now())
  }
  const pages = fleet.servers.map((server) => listen(server).catch(() => {}))
  const note = (text: string) =>
    call('PUT', `/patients/${testCase.id}/notes`, { field: 'doctor_notes', text: `${text} ${Date.now()}` })
  // Pools are full and everything has been asked once.
  for (let round = 0; round < 5; round += 1)
    await Promise.all([...Array.from({ length: 16 }, () => call('GET', '/patients')), note('Before')])
  await waitFor(() => heard.size === 2)

  const frozen = Date.now()
  fleet.wires.database.freeze()
  // People go on asking; some of them wait in vain for a while.
  let going = true
  const people = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (going) {
        await call('GET', '/patients')
        await sleep(200)
      }
    }),
  )
  const inARow = async (count: number, ask: () => Promise<number>) => {
    for (let fine = 0; fine < count && Date.now() - frozen < 60_000;) fine = (await ask()) === 200 ? fine + 1 : 0
  }
  await Promise.all([inARow(30, () => call('GET', '/patients')), inARow(10, () => note('After'))])
  const servedAgain = Date.now() - frozen
  await note('Told')
  const told = Date.now()
  await waitFor(() => fleet.servers.every((server) => (heard.get(server) ?? 0) >= told - 1000), 60_000 - servedAgain)
  const { rows } = await sql<{ outbox: number }>`
    select count(*)::int as outbox from outbox where at < now() - interval '5 seconds'`.execute(connection.db)
  /** What was read while its connection was frozen is written when that one has been given up. */
  const sinceLogged = async () => {
    const [log] = await scene.asOwner<{ last: Date }>('select max(at) as last from access_log')
    return Date.now() - log!.last.getTime()
  }
  let silent = await sinceLogged()
  for (; silent > 5_000 && Date.now() - frozen < 60_000; silent = await sinceLogged()) await sleep(250)
  going = false
  await people
  expect(servedAgain).toBeLessThan(60_000)
  for (const server of fleet.servers) expect(heard.get(server), 'pages hear again').toBeGreaterThanOrEqual(told - 1000)
  expect(silent, 'milliseconds since a read was logged').toBeLessThan(10_000)
  expect(rows[0]!.outbox, 'rows that nobody takes from the outbox').toBe(0)
  console.log(
    `served again after ${(servedAgain / 1000).toFixed(1)} s, all told after ${((Date.now() - frozen) / 1000).toFixed(1)} s`,
  )
  ending.abort()
  await Promise.all(pages)
})

it('a stop does not wait for connections that went without a word', async () => {
  scene.fleet.wires.database.freeze()
  const stopped = await scene.fleet.restart(0)
  expect(stopped.exitCode).toBe(0)
  expect(stopped.milliseconds).toBeLessThan(25_000)
})

async function waitFor(isSo: () => boolean, patience = 20_000): Promise<void> {
  for (let waited = 0; waited < patience && !isSo(); waited += 50) await sleep(50)
}
