import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderUnreachable } from '../../src/services/payments/port.ts'
import type { Purchases } from '../purchases.ts'
import { byCard, openUnpaid, type Debtor, type Unpaid } from './unpaid-orders.ts'

/** Each place where a server or an answer is lost while invoices are charged: charged once, and explained (`billing/charged-once`). */
let un: Unpaid
beforeAll(async () => void (un = await openUnpaid()))
beforeEach(() => (un.on.instead = undefined))
afterAll(() => un.on.close())

type Instead = NonNullable<Purchases['instead']>
const gone = () => Promise.reject(new TypeError('the server is gone'))
const silent = () => Promise.reject(new ProviderUnreachable('no answer'))

/** By hand: what is lost at a call of the provider, and what the person is told. */
const losses: [what: string, lose: Instead, status: number][] = [
  ['the server, after the intent and before the charge', gone, 500],
  ['the request to the provider', silent, 503],
  ['the provider’s answer', async (charge, next) => (await next(charge), silent()), 503],
  ['the server, after the charge and before it is recorded', async (charge, next) => (await next(charge), gone()), 500],
]

/** The second of two charges is lost; the first one is made. */
const onSecond = (lose: Instead): Instead => {
  let calls = 0
  return (charge, next) => ((calls += 1) === 2 ? lose(charge, next) : next(charge))
}

async function isPaidOnce(practice: Debtor, orders = 1): Promise<void> {
  expect(await un.charged(practice)).toEqual(Array(orders).fill(byCard))
  expect(await un.orders(practice)).toEqual(Array(orders).fill('by_hand PAID 10149'))
  expect(await un.payments(practice)).toEqual(Array(orders).fill(expect.stringMatching(/^charge PAID 10149/)))
  expect((await un.on.counts(practice.id)).open).toBe(0)
}

describe.each(losses)('a payment that loses %s', (_what, lose, status) => {
  async function lost() {
    const practice = await un.debtor()
    const order = await un.owes(practice, 'BLOCKED')
    const key = randomUUID()
    un.on.instead = lose
    const answer = await un.pay(practice.owner, order, practice.methodId, byCard, key)
    un.on.instead = undefined
    expect(answer.status).toBe(status)
    expect(await un.orders(practice)).toEqual(['by_hand BLOCKED 10149'])
    expect(await un.payments(practice)).toEqual([])
    return { practice, order, key }
  }

  it('is continued by the same request', async () => {
    const { practice, order, key } = await lost()
    const again = await un.pay(practice.owner, order, practice.methodId, byCard, key)
    expect(again).toMatchObject({ status: 200, body: { message: 'The invoice is paid.' } })
    await isPaidOnce(practice)
    expect((await un.pay(practice.owner, order, practice.methodId, byCard, key)).body).toEqual(again.body)
  })

  it('is finished by the next request of the practice, whatever total that one shows', async () => {
    const { practice, order } = await lost()
    const other = await un.pay(practice.owner, order, practice.methodId, 1, randomUUID())
    expect(other).toMatchObject({ status: 409, body: { error: 'This invoice is paid.' } })
    await isPaidOnce(practice)
  })

  it('is finished by Close Invoice, which then finds nothing', async () => {
    const { practice } = await lost()
    const other = await un.close(un.admin, practice.contractId, byCard, randomUUID())
    expect(other).toMatchObject({ status: 409, body: { error: 'There is nothing on the current invoice.' } })
    await isPaidOnce(practice)
  })

  it('is finished by the worker; until then nothing else ends the invoice', async () => {
    const { practice, order } = await lost()
    expect((await un.settle(un.admin, order, 100)).status).toBe(409)
    expect(await un.on.finish()).toEqual([])
    await isPaidOnce(practice)
  })
})

describe.each(losses)('Close Invoice of two orders whose second charge loses %s', (_what, lose, status) => {
  it('charges each of them once', async () => {
    const practice = await un.debtor()
    await un.owes(practice, 'NOT_PAID')
    await un.owes(practice, 'PENDING')
    const key = randomUUID()
    const total = 2 * byCard
    un.on.instead = onSecond(lose)
    expect((await un.close(un.admin, practice.contractId, total, key)).status).toBe(status)
    un.on.instead = undefined
    expect(await un.payments(practice)).toEqual([])
    const again = await un.close(un.admin, practice.contractId, total, key)
    expect(again).toMatchObject({ status: 200, body: { message: '2 invoices are charged.' } })
    await isPaidOnce(practice, 2)
  })

  it('keeps the open order closed once, where it closed that', async () => {
    const practice = await un.debtor()
    await un.work(practice)
    const key = randomUUID()
    un.on.instead = lose
    expect((await un.close(un.admin, practice.contractId, byCard, key)).status).toBe(status)
    un.on.instead = undefined
    expect(await un.on.finish()).toEqual([])
    await isPaidOnce(practice)
    expect((await un.close(un.admin, practice.contractId, byCard, key)).status).toBe(200)
    await isPaidOnce(practice)
  })
})
