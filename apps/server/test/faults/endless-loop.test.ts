import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFleetScene, type FleetScene } from './scene.ts'

/**
 * A process whose event loop stands still is ended and started anew (`safety/ends`);
 * the other server answers all the while.
 */
const watchdogSeconds = 3
let scene: FleetScene
beforeAll(async () => {
  scene = await openFleetScene({
    supervised: true,
    environment: {
      WATCHDOG_SECONDS: String(watchdogSeconds),
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'plant-endless-loop.ts')).href}`,
    },
  })
})
afterAll(() => scene?.close())

const answers = (server: string, path: string, token: string, patience: number) =>
  fetch(server + path, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
    signal: AbortSignal.timeout(patience),
  }).then(
    async (answer) => (await answer.text(), answer.status),
    () => 0,
  )

it('an endless loop under load ends its process, not the portal', async () => {
  const { fleet } = scene
  const token = await scene.token(scene.practice.owner)
  const [hung, other] = fleet.servers
  let going = true
  const statuses: number[] = []
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (going) {
        statuses.push(await answers(other, '/api/v1/patients', token, 10_000))
        await sleep(50)
      }
    }),
  )
  await sleep(300)
  const began = Date.now()
  const ended = fleet.strike(0, 'SIGUSR2')
  await sleep(500)
  expect(await answers(hung, '/livez', token, 1_000)).toBe(0)
  expect(await within(20_000, ended)).toMatchObject({ signal: 'SIGKILL' })
  const seconds = (Date.now() - began) / 1000
  expect(seconds).toBeGreaterThan(watchdogSeconds - 1)
  expect(seconds).toBeLessThan(30)
  for (let waited = 0; waited < 30_000 && (await answers(hung, '/readyz', token, 2_000)) !== 200; waited += 100)
    await sleep(100)
  expect(await answers(hung, '/api/v1/patients', token, 5_000)).toBe(200)
  going = false
  await load
  expect(statuses.length).toBeGreaterThan(20)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  // The line in the log says where it stood.
  const line = fleet
    .said()
    .split('\n')
    .find((text) => text.includes('has not turned'))!
  expect(JSON.parse(line)).toMatchObject({
    level: 60,
    stack: expect.arrayContaining([expect.stringMatching(/^endlessLoop .*plant-endless-loop\.ts:\d+$/)]) as string[],
  })
})

it('a worker that hangs is ended, too, and the next one works', async () => {
  expect(await within(20_000, scene.fleet.strike('worker', 'SIGUSR2'))).toMatchObject({ signal: 'SIGKILL' })
  const { given, practice, connection } = scene
  const { id } = await given.case({ practice })
  const told = async () =>
    (await sql<{ count: number }>`
      select count(*)::int as count from mails m join case_history h on h.id = m.history_id where h.patient_id = ${id}`.execute(
      connection.db,
    ))!.rows[0]!.count
  for (let waited = 0; waited < 60_000 && (await told()) === 0; waited += 200) await sleep(200)
  expect(await told(), 'mails that the next worker wrote').toBeGreaterThan(0)
})

// As in a container, whose first process no signal from inside ends. Not every system lets a test be one.
const first = ['--user', '--map-root-user', '--pid', '--fork']
const mayBeFirst = process.platform === 'linux' && spawnSync('unshare', [...first, 'true']).status === 0
it.skipIf(!mayBeFirst)('the first process of a container is ended, too', () => {
  const program = join(import.meta.dirname, 'hang.ts')
  const ended = spawnSync('unshare', [...first, process.execPath, program], { encoding: 'utf8', timeout: 30_000 })
  expect(ended.stderr).toContain('has not turned for 2 s')
  expect(ended.status).toBe(70)
})

const within = <T>(patience: number, happens: Promise<T>): Promise<T | 'not in time'> =>
  Promise.race([happens, sleep(patience, 'not in time' as const)])
