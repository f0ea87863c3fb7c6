import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { audited } from '../audited.ts'
import { byCard, openUnpaid, type Debtor, type Unpaid } from './unpaid-orders.ts'

/** Close Invoice charges what is not paid, or closes the open order and charges that (`contracts/close-invoice`). */
let un: Unpaid
beforeAll(async () => void (un = await openUnpaid()))
afterEach(() => (un.on.instead = undefined))
afterAll(() => un.on.close())

/** Presses the button as the page shows it: with the total of the plan. */
async function press(practice: Debtor) {
  const plan = await un.planOf(practice)
  return { plan, answer: await un.close(un.admin, practice.contractId, plan.total) }
}
const contractOf = async ({ contractId }: Debtor) =>
  (
    await sql<{ day: string; open: number }>`select c.next_payment_date::text as day,
      (select count(*)::int from orders r where r.contract_id = c.id and r.fm_invoice_status = 'CURRENT') as open
    from contracts c where c.id = ${contractId}`.execute(un.db)
  ).rows[0]!
const openRows = async ({ id }: Debtor) =>
  (
    await sql<{
      count: number
    }>`select count(*)::int from charges where organization_id = ${id} and order_id is null`.execute(un.db)
  ).rows[0]!.count

describe('with unpaid invoices', () => {
  it('charges all of them, the oldest first, and the open order stays open', async () => {
    const practice = await un.debtor()
    await un.owes(practice, 'BLOCKED')
    await un.owes(practice, 'NOT_PAID')
    await un.owes(practice, 'PENDING')
    await un.owesFee(practice)
    await un.work(practice)
    const { day } = await contractOf(practice)
    const { plan, answer } = await press(practice)
    expect(plan).toMatchObject({ closes_open: false, total: 507.45, why_not: null, bank_is_under_way: false })
    expect(plan.orders.map(({ total, fm_invoice_status }) => `${fm_invoice_status} ${total}`)).toEqual([
      'NOT_PAID 202.98',
      'BLOCKED 101.49',
      'NOT_PAID 101.49',
      'PENDING 101.49',
    ])
    expect(plan.method).toEqual({ payment_method_type: 'card', brand: expect.any(String) as string, last_four: '1111' })
    expect(answer).toMatchObject({ status: 200, body: { message: '4 invoices are charged.' } })
    expect(await un.orders(practice)).toEqual(['start_up PAID 20298', ...Array<string>(3).fill('by_hand PAID 10149')])
    expect(await un.charged(practice)).toEqual([202.98, byCard, byCard, byCard])
    expect(await un.feeOf(practice)).toMatchObject({ settled: true })
    expect([await openRows(practice), await contractOf(practice)]).toEqual([1, { day, open: 1 }])
  })

  it('ends at the first decline, and changes no day of the portal’s own tries', async () => {
    const practice = await un.debtor('declined')
    await un.owes(practice, 'NOT_PAID')
    await un.owes(practice, 'PENDING')
    const { answer } = await press(practice)
    expect(answer).toMatchObject({ status: 409, body: { code: errorCodes.paymentDeclined } })
    expect(await un.orders(practice)).toEqual(['by_hand NOT_PAID 10149', 'by_hand PENDING 10149'])
    expect(await un.payments(practice)).toHaveLength(1)
  })

  it('keeps what was charged before the decline', async () => {
    const practice = await un.debtor()
    await un.owes(practice, 'BLOCKED')
    await un.owes(practice, 'NOT_PAID')
    let calls = 0
    un.on.instead = (charge, next) => {
      calls += 1
      if (calls === 1) return next(charge)
      return Promise.resolve({ status: 'declined', transaction_id: null, message: 'Insufficient funds.' })
    }
    expect((await press(practice)).answer).toMatchObject({ status: 409, body: { error: 'Insufficient funds.' } })
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149', 'by_hand BLOCKED 10149'])
    expect(await un.charged(practice)).toEqual([byCard])
  })

  it('leaves the block with the first one that is not paid', async () => {
    const practice = await un.debtor()
    await un.owes(practice, 'BLOCKED')
    for (let times = 0; times < 2; times += 1) await un.owes(practice, 'NOT_PAID')
    let calls = 0
    un.on.instead = (charge, next) => {
      calls += 1
      if (calls < 3) return next(charge)
      return Promise.resolve({ status: 'declined', transaction_id: null, message: 'Insufficient funds.' })
    }
    expect((await press(practice)).answer.status).toBe(409)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149', 'by_hand PAID 10149', 'by_hand BLOCKED 10149'])
  })

  it('tells that the block has ended, and of no other one, where all are paid', async () => {
    const practice = await un.debtor()
    await un.owes(practice, 'BLOCKED')
    await un.owes(practice, 'NOT_PAID')
    expect((await press(practice)).answer.status).toBe(200)
    expect(await audited(un.test, `organization_id = $1 and action = 'order.blocked'`, [practice.id])).toEqual([])
    const turned = await audited(un.test, `organization_id = $1 and action = 'organization.changed'`, [practice.id])
    expect(turned.at(-1)!.data).toEqual({ blocked: false })
  })

  it('skips one whose bank payment is under way, and says so', async () => {
    const practice = await un.debtor('bank')
    const first = await un.owes(practice)
    await un.pay(practice.owner, first, practice.methodId, 100)
    await un.owes(practice)
    const { plan, answer } = await press(practice)
    expect(plan).toMatchObject({ total: 100, bank_is_under_way: true, closes_open: false })
    expect(answer.status).toBe(200)
    expect(await un.charged(practice)).toEqual([100, 100])
    // Both are under way now: the open order closes a second time.
    await un.work(practice)
    const second = await press(practice)
    expect(second.plan).toMatchObject({ orders: [], closes_open: true, bank_is_under_way: true, total: 100 })
    expect(second.answer.status).toBe(200)
    expect(await un.orders(practice)).toEqual(Array(3).fill('by_hand PENDING 10000'))
  })

  it('without a payment method counts as declined, and no provider is asked', async () => {
    const practice = await un.debtor(null)
    await un.owes(practice, 'NOT_PAID')
    const { plan, answer } = await press(practice)
    expect(plan).toMatchObject({ method: null, total: 100, why_not: null })
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'There is no payment method.', code: errorCodes.paymentDeclined },
    })
    expect(await un.payments(practice)).toEqual(['charge DECLINED 10000 There is no payment method. Amy'])
  })
})

describe('without unpaid invoices', () => {
  it('closes the open order without what comes with the month, and charges it at once', async () => {
    const practice = await un.debtor()
    await sql`insert into price_overrides (organization_id, version, field, value, created_at)
      values (${practice.id}, 1, 'settings.flat_monthly', '9900', now())`.execute(un.db)
    await un.work(practice)
    const before = await contractOf(practice)
    const { plan, answer } = await press(practice)
    expect(plan).toMatchObject({ orders: [], closes_open: true, total: byCard, why_not: null })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The invoice is charged.' } })
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149'])
    expect(await contractOf(practice)).toEqual({ ...before, open: 1 })
    expect(await un.charged(practice)).toEqual([byCard])
    const closed = await audited(un.test, `organization_id = $1 and action = 'order.closed'`, [practice.id])
    expect(closed).toMatchObject([{ user_id: un.admin.id }])
  })

  it('closes one that comes to nothing without a charge', async () => {
    const practice = await un.debtor(null)
    await un.work(practice, 5000)
    await un.work(practice, -5000)
    const { plan, answer } = await press(practice)
    expect(plan).toMatchObject({ closes_open: true, total: 0 })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'The current invoice is closed. There was nothing to pay.' },
    })
    expect(await un.orders(practice)).toEqual(['by_hand PAID 0'])
    expect(await un.payments(practice)).toEqual([])
  })

  it('is refused where nothing is on it', async () => {
    const practice = await un.debtor()
    const { plan, answer } = await press(practice)
    const words = 'There is nothing on the current invoice.'
    expect(plan).toMatchObject({ closes_open: false, total: 0, why_not: words })
    expect(answer).toMatchObject({ status: 409, body: { error: words } })
    expect(await un.orders(practice)).toEqual([])
  })

  it('leaves a declined one closed and not paid', async () => {
    const practice = await un.debtor('declined')
    await un.work(practice)
    expect((await press(practice)).answer.status).toBe(409)
    expect(await un.orders(practice)).toEqual(['by_hand NOT_PAID 10149'])
  })
})

it('with another total, nothing closes and nothing is charged', async () => {
  const practice = await un.debtor()
  await un.work(practice)
  const { total } = await un.planOf(practice)
  await un.work(practice)
  const other = await un.close(un.admin, practice.contractId, total)
  expect(other).toMatchObject({
    status: 409,
    body: {
      error: 'The total is $202.98 now. Nothing was charged. Check it and try again.',
      code: errorCodes.pricesChanged,
    },
  })
  expect([await un.orders(practice), await openRows(practice)]).toEqual([[], 2])
})

/** By hand: a state of the practice, and whether it works then. */
it.each([
  ['suspended', sql`suspended_at = now()`, 200],
  ['archived', sql`deleted_at = now()`, 200],
  ['disabled', sql`disabled_at = now()`, 409],
] as const)('for a practice that is %s', async (_state, change, status) => {
  const practice = await un.debtor()
  await un.owes(practice, 'NOT_PAID')
  await sql`update organizations set ${change} where id = ${practice.id}`.execute(un.db)
  const { plan, answer } = await press(practice)
  expect(answer.status).toBe(status)
  expect(plan.why_not).toBe(status === 200 ? null : 'This organization is disabled.')
  if (status !== 200) expect(answer.body.error).toBe('This organization is disabled.')
})
