import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ProviderUnreachable } from '../../src/services/payments/port.ts'
import { none, once, openPurchases, type Purchases } from '../purchases.ts'

/** How soon a purchase is continued whose server was killed in the middle (`billing/charged-once`). */
let on: Purchases
beforeAll(async () => {
  on = await openPurchases()
})
// The time of a process is renewed by an interval, which no test waits for.
beforeEach(() => {
  on.instead = undefined
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())
afterAll(() => on.close())

const everything = { ...once, lines: 1, payments: 1 }
/** The time passes for which one process has the effect to itself. */
const leaseEnds = (id: number) =>
  sql`update effects set leased_until = clock_timestamp() - interval '1 second' where organization_id = ${id}`.execute(
    on.test.connection.db,
  )
/** A promise that is kept from outside. */
function gate() {
  let open!: () => void
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}
const secondsLeft = async (id: number) => {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from leased_until - clock_timestamp())::float as left from effects
    where organization_id = ${id}`.execute(on.test.connection.db)
  return rows[0]!.left
}

it('a process renews its 20 seconds while it runs, so that a killed one is continued within 60 seconds', async () => {
  const { id, owner } = await on.ready()
  const [begun, wakes] = [gate(), gate()]
  on.instead = async (charge, next) => {
    begun.open()
    await wakes.passed
    return next(charge)
  }
  const running = on.buy(owner, id)
  await begun.passed
  on.instead = undefined
  expect(await secondsLeft(id)).toBeLessThanOrEqual(20)
  await leaseEnds(id)
  await vi.advanceTimersByTimeAsync(6_000)
  await vi.waitFor(async () => expect(await secondsLeft(id)).toBeGreaterThan(0), { timeout: 20_000 })
  expect(await secondsLeft(id)).toBeLessThanOrEqual(20)
  expect(await on.buy(owner, id)).toMatchObject({ status: 409 })
  wakes.open()
  expect(await running).toMatchObject({ status: 200 })
  expect(await on.charged(id)).toHaveLength(1)
  // Settled: nothing is renewed any more.
  expect(vi.getTimerCount()).toBe(0)
})

it('a purchase of a killed process is continued by the worker within 15 seconds after its time; one that waits for an answer is not', async () => {
  const [killed, waiting] = [await on.ready(), await on.ready()]
  const [begun, wakes] = [gate(), gate()]
  on.instead = () => Promise.reject(new ProviderUnreachable('no answer'))
  expect(await on.buy(waiting.owner, waiting.id)).toMatchObject({ status: 503 })
  on.instead = async (charge, next) => {
    begun.open()
    await wakes.passed
    return next(charge)
  }
  const sleeping = on.buy(killed.owner, killed.id)
  await begun.passed
  on.instead = undefined
  await leaseEnds(killed.id)
  // A process that no longer exists renews nothing.
  vi.clearAllTimers()
  const worker = on.continueKilled()
  await vi.advanceTimersByTimeAsync(15_000)
  await vi.waitFor(async () => expect(await on.counts(killed.id)).toEqual(everything), { timeout: 20_000 })
  expect(await on.counts(waiting.id)).toEqual({ ...none, open: 1 })
  wakes.open()
  expect(await sleeping).toMatchObject({ status: 200 })
  expect(await on.charged(killed.id)).toHaveLength(1)
  await worker.close()
})
