import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { finishEffects, OutcomeUnknown, performForJob, type Effect } from '../../src/kernel/effects.ts'
import { addOrder, addPayment, payOrderAgain } from '../../src/modules/billing/index.ts'
import { lockOrganizationOf } from '../../src/modules/organizations/index.ts'
import type { ChargeResult } from '../../src/services/payments/port.ts'
import { openPurchases, type Purchases } from '../purchases.ts'

/** A charge that a job starts, without a person, and that is lost at each place where it can be (`billing/charged-once`). */
let on: Purchases
beforeAll(async () => void (on = await openPurchases()))
afterAll(() => on.close())

const job = 'test.charge-order'
const sums = { subtotal: 5000, tax: 0, cardFee: 0, total: 5000 }
/** A process that no longer exists does not answer any more. */
const gone = () => new Promise<never>(() => undefined)

interface Intent {
  orderId: number
  methodId: number
  customer_id: string
  method_id: string
}
/** What happens at each step of the first try. */
interface Losses {
  beforeAct?: () => Promise<never>
  afterAct?: () => Promise<never>
  inSettle?: () => Promise<never>
}
let losses: Losses = {}
beforeEach(() => void (losses = {}))

const chargeOrder: Effect<Intent, ChargeResult, null> = {
  name: job,
  busy: 'busy',
  unanswered: 'unanswered',
  async act({ customer_id, method_id }, { key }) {
    await losses.beforeAct?.()
    const result = await on.provider.charge({ key, customer_id, method_id, cents: 5000, tax_cents: 0, memo: '' })
    await losses.afterAct?.()
    return result
  },
  async settle(trx, { organizationId, effectId, userId }, { orderId, methodId }, result) {
    expect(userId).toBeNull()
    await lockOrganizationOf(trx, organizationId)
    const at = { scope: labScope, now: new Date() }
    await payOrderAgain(trx, at, { id: orderId, organizationId }, { sums, status: 'PAID' })
    await addPayment(trx, at, { organizationId, orderId, methodId, effectId, cents: 5000, result })
    await losses.inSettle?.()
    return { done: null }
  },
}

/** A practice with a monthly order that is due. */
async function due() {
  const { db } = on.test.connection
  const { id, owner } = await on.ready()
  await on.buy(owner, id)
  const methodId = await on.method({ id }, 'paid')
  const { rows } = await sql<{ contract: number; customer_id: string; method_id: string }>`
    select c.id as contract, p.customer_id, m.provider_id as method_id from contracts c
      join payment_customers p on p.organization_id = c.organization_id
      join payment_methods m on m.organization_id = c.organization_id and m.id = ${methodId}
    where c.organization_id = ${id}`.execute(db)
  const { contract, ...provider } = rows[0]!
  const made = await db.transaction().execute((trx) =>
    addOrder(
      trx,
      { scope: labScope, now: new Date() },
      { organizationId: id, contractId: contract },
      {
        kind: 'monthly',
        day: '2026-04-01',
        status: 'PENDING',
        sums,
        terms: { tax_state: 'CO', tax_percent: '0', card_fee_percent: '0' },
        lines: [{ kind: 'product', label: 'Monthly fee', amount: 5000, product_id: 1 }],
      },
    ),
  )
  const run = () =>
    performForJob(db, chargeOrder, { job, organizationId: id }, async (trx) => {
      await lockOrganizationOf(trx, id)
      const order = sql`select 1 from orders where id = ${made.id} and fm_invoice_status = 'PENDING'`
      return (await order.execute(trx)).rows[0] && { orderId: made.id, methodId, ...provider }
    })
  return { id, orderId: made.id, run }
}
type Due = Awaited<ReturnType<typeof due>>

async function isPaidOnce({ id, orderId }: Due): Promise<void> {
  const { db } = on.test.connection
  const { rows } = await sql`select r.fm_invoice_status as state,
      (select count(*)::int from payments y where y.order_id = r.id) as payments,
      (select count(*)::int from effects e where e.job = ${job} and e.organization_id = r.organization_id) as effects,
      (select count(*)::int from effects e where e.organization_id = r.organization_id and e.settled_at is null) as open
    from orders r where r.id = ${orderId}`.execute(db)
  expect(rows).toEqual([{ state: 'PAID', payments: 1, effects: 1, open: 0 }])
  expect((await on.charged(id)).map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([50, 202.98])
}
const leaseEnds = ({ id }: Due) =>
  sql`update effects set leased_until = clock_timestamp() - interval '1 second' where organization_id = ${id}`.execute(
    on.test.connection.db,
  )
const finish = () => finishEffects(on.test.connection.db, [chargeOrder], (_, error) => expect(error).toBeUndefined())
const isIntended = ({ id }: Due) =>
  expect.poll(async () => (await on.counts(id)).open, { timeout: 10_000, interval: 20 }).toBe(1)

it('charges an order for a job once, and does nothing the second time', async () => {
  const order = await due()
  expect(await order.run()).toEqual({ done: null })
  expect(await order.run()).toBe('nothing')
  await isPaidOnce(order)
})

it('charges once where five runs of the job start at the same time', async () => {
  const order = await due()
  const results = await Promise.all(Array.from({ length: 5 }, order.run))
  expect(results.filter((result) => typeof result === 'object')).toHaveLength(1)
  for (const result of results) expect([{ done: null }, 'nothing', 'waits']).toContainEqual(result)
  await isPaidOnce(order)
})

/** By hand: where the process of the first run ends. */
const kills: [where: string, losses: Losses][] = [
  ['after the intent, before the charge', { beforeAct: gone }],
  ['after the charge, before it is settled', { afterAct: gone }],
]
describe.each(kills)('a process that ends %s', (_where, lost) => {
  async function killed(): Promise<Due> {
    const order = await due()
    let reached!: () => void
    const there = new Promise<void>((resolve) => (reached = resolve))
    const stop = () => {
      reached()
      return gone()
    }
    losses = Object.fromEntries(Object.keys(lost).map((step) => [step, stop]))
    void order.run()
    await there
    await isIntended(order)
    losses = {}
    return order
  }

  it('keeps the effect until its lease ends', async () => {
    const order = await killed()
    expect(await order.run()).toBe('waits')
    await leaseEnds(order)
    await finish()
    await isPaidOnce(order)
  })

  it('is followed by the next run of the job, which charges once', async () => {
    const order = await killed()
    await leaseEnds(order)
    expect(await order.run()).toBe('nothing')
    await isPaidOnce(order)
  })

  it('is followed by the job that finishes effects, which charges once', async () => {
    const order = await killed()
    await leaseEnds(order)
    await finish()
    expect(await order.run()).toBe('nothing')
    await isPaidOnce(order)
  })
})

it('charges once where the transaction that settles is rolled back', async () => {
  const order = await due()
  losses = { inSettle: () => Promise.reject(new TypeError('the server is gone')) }
  await expect(order.run()).rejects.toThrow('the server is gone')
  losses = {}
  expect(await order.run()).toBe('nothing')
  await isPaidOnce(order)
})

it('leaves an effect open for the next run while the provider does not answer', async () => {
  const order = await due()
  losses = { beforeAct: () => Promise.reject(new OutcomeUnknown('no answer')) }
  await expect(order.run()).rejects.toThrow('no answer')
  losses = {}
  expect(await order.run()).toBe('nothing')
  await isPaidOnce(order)
})
