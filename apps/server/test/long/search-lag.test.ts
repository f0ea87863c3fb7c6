import { setTimeout as sleep } from 'node:timers/promises'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshAll } from '../../src/modules/search/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'

/**
 * Fifty renames a second by the product's own command, with a worker: each reaches the index (`search/index`). How long it
 * takes is printed: on an idle machine of 2 cores p50 155 ms and p99 365 ms, where a second is aimed at.
 */
const [perSecond, seconds, practices] = [50, 20, 100]

let test: TestApp
let admin: TestUser
let ids: number[]
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true, worker: true })
  admin = await givenIn(test).user('admin')
  const made = await sql<{ id: number }>`
    insert into organizations (name, account_number, startup_fee_settled_at) select 'Lag 0', 'LAG-' || n, now()
    from generate_series(1, ${practices}) n returning id`.execute(test.connection.db)
  ids = made.rows.map(({ id }) => id)
  await refreshAll(test.connection)
}, 120_000)
afterAll(() => test.close())

it('the index follows fifty writes a second, none is lost', { timeout: 120_000 }, async () => {
  const waiting: { id: number; n: number; at: number }[] = []
  const lags: number[] = []
  const writes: Promise<void>[] = []
  const began = performance.now()
  const write = async (n: number) => {
    const id = ids[n % practices]!
    const { status } = await test
      .as(admin)
      .call(organizations.update, { params: { id }, body: { name: `Lag ${n}` } as never })
    expect(status).toBe(200)
    waiting.push({ id, n, at: performance.now() })
  }
  const look = async () => {
    const { rows } = await sql<{ id: number; name: string }>`
      select model_id as id, document ->> 'full_name' as name from search_hits where model = 'organization' and model_id = any(${ids}::int[])`.execute(
      test.connection.db,
    )
    const seen = new Map(rows.map(({ id, name }) => [id, Number(name.split(' ')[1])]))
    const at = performance.now()
    for (const each of waiting.splice(0))
      if (seen.get(each.id)! >= each.n) lags.push(at - each.at)
      else waiting.push(each)
  }
  for (let n = 1; n <= perSecond * seconds; n += 1) {
    writes.push(write(n))
    if (n % 5 === 0) await look()
    await sleep(Math.max(0, (n * 1000) / perSecond - (performance.now() - began)))
  }
  await Promise.all(writes)
  const took = (performance.now() - began) / 1000
  while (waiting.length > 0 && performance.now() - began < 100_000) await look()
  lags.sort((a, b) => a - b)
  console.log(
    `${lags.length} writes in ${took.toFixed(1)} s; lag p50 ${lags[lags.length >> 1]!.toFixed(0)} ms, p99 ${lags[Math.floor(lags.length * 0.99)]!.toFixed(0)} ms`,
  )
  expect(lags).toHaveLength(perSecond * seconds)
})
