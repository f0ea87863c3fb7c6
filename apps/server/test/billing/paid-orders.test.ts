import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditedActions } from '../audited.ts'
import { byCard, openUnpaid, type Debtor, type Unpaid } from './unpaid-orders.ts'

/** An owner pays an unpaid invoice, with any method of the practice, the total that was seen and no other (`billing/pay`). */
let un: Unpaid
beforeAll(async () => void (un = await openUnpaid()))
afterEach(() => (un.on.instead = undefined))
afterAll(() => un.on.close())

const busy = { status: 409, body: { error: 'A payment is in progress. Please try again in a minute.' } }
const pay = (practice: Debtor, order: number, total = byCard, method = practice.methodId) =>
  un.pay(practice.owner, order, method, total)
const primary = async ({ id }: { id: number }) =>
  (
    await sql<{ id: number }>`select id from payment_methods where organization_id = ${id} and is_primary`.execute(
      un.db,
    )
  ).rows[0]!.id

describe('an unpaid invoice', () => {
  it.each(['PENDING', 'NOT_PAID', 'BLOCKED'] as const)('%s is paid, once', async (state) => {
    const practice = await un.debtor()
    const order = await un.owes(practice, state)
    const answer = await pay(practice, order)
    expect(answer).toMatchObject({ status: 200, body: { message: 'The invoice is paid.' } })
    expect(answer.body.order).toMatchObject({ fm_invoice_status: 'PAID', total: byCard, payable: null })
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149'])
    expect(await un.payments(practice)).toEqual(['charge PAID 10149 Olga'])
    expect(await pay(practice, order)).toMatchObject({ status: 409, body: { error: 'This invoice is paid.' } })
    expect(await un.charged(practice)).toEqual([byCard])
  })

  it('of the start-up fee is paid in the same way, which settles the fee', async () => {
    const practice = await un.debtor()
    const order = await un.owesFee(practice)
    expect((await pay(practice, order, 202.98)).status).toBe(200)
    expect(await un.orders(practice)).toEqual(['start_up PAID 20298'])
    expect(await un.feeOf(practice)).toEqual({ settled: true, waived: false })
  })

  it('is charged by the method that is chosen, without a card fee at a bank, and the method stays as it is', async () => {
    const practice = await un.debtor('bank')
    const bank = practice.methodId
    const card = await un.on.method(practice, 'paid')
    const order = await un.owes(practice, 'BLOCKED')
    expect(await pay(practice, order, byCard, bank)).toMatchObject({
      status: 409,
      body: {
        error: 'The total is $100.00 now. Nothing was charged. Check it and try again.',
        code: errorCodes.pricesChanged,
      },
    })
    const answer = await pay(practice, order, 100, bank)
    expect(answer).toMatchObject({ status: 200, body: { message: 'The payment is being processed by the bank.' } })
    expect(await un.orders(practice)).toEqual(['by_hand PENDING 10000'])
    expect(await primary(practice)).toBe(card)
    const words = 'The bank has not settled the payment of this invoice yet.'
    expect(await pay(practice, order, byCard, card)).toMatchObject({ status: 409, body: { error: words } })
    await un.on.returns(practice.id)
    expect(await un.orders(practice)).toEqual(['by_hand BLOCKED 10000'])
    expect((await pay(practice, order, byCard, card)).status).toBe(200)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149'])
  })

  it.each([
    ['a cent less', 101.48],
    ['the total without the card fee', 100],
    ['nothing', 0],
  ])('is not paid where the page showed another total: %s', async (_, total) => {
    const practice = await un.debtor()
    expect(await pay(practice, await un.owes(practice), total)).toMatchObject({
      status: 409,
      body: { code: errorCodes.pricesChanged },
    })
    expect(await un.payments(practice)).toEqual([])
    expect(await un.charged(practice)).toEqual([])
  })

  it('is not paid by a method of another practice, a removed one, or one that does not exist: one answer', async () => {
    const [practice, other] = [await un.debtor(), await un.debtor()]
    const removed = practice.methodId
    await un.on.method(practice, 'paid')
    await sql`update payment_methods set deleted_at = now() where id = ${removed}`.execute(un.db)
    const order = await un.owes(practice)
    for (const method of [other.methodId, removed, 2_000_000_000])
      expect(await pay(practice, order, byCard, method)).toMatchObject({
        status: 404,
        body: { error: 'This payment method does not exist.' },
      })
    expect(await un.payments(practice)).toEqual([])
  })

  it('lifts the block with the last one, and not with the first of two', async () => {
    const practice = await un.debtor()
    const [older, newer] = [await un.owes(practice, 'BLOCKED'), await un.owes(practice, 'NOT_PAID')]
    await pay(practice, older)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149', 'by_hand BLOCKED 10149'])
    await pay(practice, newer)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149', 'by_hand PAID 10149'])
  })
})

it('an open order cannot be paid, and an order of no one does not exist', async () => {
  const practice = await un.debtor()
  const { rows } = await sql<{ id: number }>`
    select id from orders where organization_id = ${practice.id} and fm_invoice_status = 'CURRENT'`.execute(un.db)
  expect(await pay(practice, rows[0]!.id)).toMatchObject({
    status: 409,
    body: { error: 'The current invoice is not closed yet.' },
  })
  expect(await pay(practice, 2_000_000_000)).toMatchObject({
    status: 404,
    body: { error: 'This invoice does not exist.' },
  })
})

describe('a declined payment', () => {
  /** By hand: the state before, and after. */
  it.each([
    ['PENDING', 'PENDING'],
    ['NOT_PAID', 'NOT_PAID'],
    ['BLOCKED', 'BLOCKED'],
  ] as const)('says the provider’s words; %s stays %s', async (before, after) => {
    const practice = await un.debtor('declined')
    const order = await un.owes(practice, before)
    const answer = await pay(practice, order)
    expect(answer).toMatchObject({ status: 409, body: { code: errorCodes.paymentDeclined } })
    expect(answer.body.error).toMatch(/funds/i)
    expect(await un.orders(practice)).toEqual([`by_hand ${after} 10149`])
    expect(await un.payments(practice)).toEqual([expect.stringMatching(/^charge DECLINED 10149 .*funds.* Olga$/i)])
    const { rows } = await sql`select retries, tried_day from orders where id = ${order}`.execute(un.db)
    expect(rows).toEqual([{ retries: 0, tried_day: null }])
  })

  it('makes the practice wait after five of people; what a job tried does not count', async () => {
    const practice = await un.debtor('declined')
    const order = await un.owes(practice, 'NOT_PAID')
    for (let times = 0; times < 5; times += 1)
      await sql`insert into effects (organization_id, name, job, intent, leased_until, created_at, result, settled_at)
        values (${practice.id}, 'order_charge', 'contracts.day', '{}', now(), now(), '{"refused": "no"}', now())`.execute(
        un.db,
      )
    for (let times = 0; times < 5; times += 1) expect((await pay(practice, order)).status).toBe(409)
    expect((await pay(practice, order)).status).toBe(429)
    expect(await un.payments(practice)).toHaveLength(5)
  })
})

describe('while a payment is in progress', () => {
  it.each(['initial_purchase', 'order_charge'] as const)('(%s) nobody pays, settles or closes', async (name) => {
    const practice = await un.debtor()
    const order = await un.owes(practice)
    await un.inProgress(practice, name)
    expect(await pay(practice, order)).toMatchObject(busy)
    // Whatever else is wrong with the request.
    expect(await pay(practice, order, 1)).toMatchObject(busy)
    expect(await un.settle(un.admin, order, 100)).toMatchObject(busy)
    expect(await un.close(un.admin, practice.contractId, byCard)).toMatchObject(busy)
    expect(await un.planOf(practice)).toMatchObject({ why_not: busy.body.error })
    await un.isOver(practice)
    expect(await un.orders(practice)).toEqual(['by_hand PENDING 10149'])
  })

  it('of an invoice, the account setup is not paid', async () => {
    const practice = await un.on.ready()
    await un.inProgress(practice, 'order_charge')
    expect(await un.on.buy(practice.owner, practice.id)).toMatchObject(busy)
    await un.isOver(practice)
    expect((await un.on.buy(practice.owner, practice.id)).status).toBe(200)
  })
})

it('says who paid, in the audit log, too', async () => {
  const practice = await un.debtor()
  const order = await un.owes(practice)
  const { body } = await pay(practice, order)
  expect((body.order as { payments: { by: string }[] }).payments.map(({ by }) => by)).toEqual([
    expect.stringMatching(/\S/),
  ])
  const where = `organization_id = $1 and action = 'order.paid' and user_id = $2`
  expect(await auditedActions(un.test, where, [practice.id, practice.owner.id])).toEqual(['order.paid'])
})
