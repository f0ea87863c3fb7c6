import { orders } from '@archwire/contract/billing/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { askAboutPending } from '../../src/modules/billing/commands/ask-pending.ts'
import type { LedgerEvent } from '../../src/services/payments/stand-in/ledger.ts'
import { asOwner } from '../as-owner.ts'
import { openPaying, type GivenPayment } from '../given/payments.ts'

/** Sums that are reported of payments, and refunds (`billing/to-look-at`, `billing/refunds`). */
const { pay, test, given, paying, close } = await openPaying()
afterAll(close)

const pendingState = { payment: 'PENDING', order: 'PENDING', paid: false, fee: true }
const paidState = { payment: 'PAID', order: 'PAID', paid: true, fee: true }
const some = async () => paying.pending(await given.practice())
const send = async (event: LedgerEvent) => {
  const { body, headers } = pay.report(event)
  expect((await test.raw(null, 'POST', payments.event.path, body, headers)).status).toBe(200)
}
/** A report of the payment's transaction, said by hand. */
const say = (payment: GivenPayment, change: object, type = 'update_transaction'): LedgerEvent => {
  const first = pay.standIn.events().find(({ data }) => (data as { id?: string }).id === payment.transaction)
  const data = { ...(first!.data as object), ...change }
  return { id: `money-${given.unique()}`, type, data, created_at: '', delivered_at: null }
}
const settled = { settled_at: '2026-03-04 10:00:00' }
const refund = (id: string, total: number, created_at = '2026-03-05 10:00:00') => ({
  id,
  type: 'refund',
  success: true,
  message: null,
  total,
  idempotency_id: null,
  created_at,
})
const differencesOf = async ({ transaction }: GivenPayment) =>
  (
    await sql`select kind, expected_cents, reported_cents, order_id from payment_differences
      where transaction_id = ${transaction} order by id`.execute(test.connection.db)
  ).rows
const shownOf = async ({ orderId, practice }: GivenPayment) =>
  (await test.as(practice.owner).call(orders.get, { params: { id: orderId } })).body.order.payments
const refundsOf = async (payment: GivenPayment) =>
  (await shownOf(payment)).flatMap(({ refunds }) => refunds.map(({ value }) => value))

describe('a report of another sum', () => {
  it('does not settle the payment, and is opened for a person', async () => {
    const payment = await some()
    await send(say(payment, { ...settled, total: 1 }, 'update_transaction_settled'))
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    const difference = { kind: 'other_sum', expected_cents: 20_000, order_id: payment.orderId }
    expect(await differencesOf(payment)).toEqual([{ ...difference, reported_cents: 100 }])
    // The right one settles it; what was opened stays open.
    await send(say(payment, settled, 'update_transaction_settled'))
    expect(await paying.stateOf(payment)).toEqual(paidState)
    expect(await differencesOf(payment)).toHaveLength(1)
  })

  it('without a sum does not settle it either', async () => {
    const payment = await some()
    await send(say(payment, { ...settled, total: null }, 'update_transaction_settled'))
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'other_sum', reported_cents: null }])
  })

  it('that arrives before its payment is known does not settle it', async () => {
    const payment = await paying.charged(await given.practice())
    await send(say(payment, { ...settled, total: 199.99 }, 'update_transaction_settled'))
    await payment.write()
    await send(say(payment, {}))
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'other_sum', reported_cents: 19_999 }])
  })

  it('that is asked for does not settle it; a later answer with the right sum does', async () => {
    const payment = await some()
    await asOwner(`update payments set created_at = now() - interval '25 hours' where provider_id = $1`, [
      payment.transaction,
    ])
    const paid = { status: 'paid' as const, message: '', refunded_cents: null, refunds: [] }
    const answering = (cents: number) => ({
      ...pay.provider,
      findTransaction: (id: string) =>
        id === payment.transaction ? Promise.resolve({ ...paid, cents }) : pay.provider.findTransaction(id),
    })
    await askAboutPending(test.connection.db, answering(100), () => undefined)
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'other_sum', reported_cents: 100 }])
    await askAboutPending(test.connection.db, answering(20_000), () => undefined)
    expect(await paying.stateOf(payment)).toEqual(paidState)
  })

  it('is opened once, however often it is reported', async () => {
    const payment = await some()
    for (const total of [1, 1, 2]) await send(say(payment, { ...settled, total }))
    expect(await differencesOf(payment)).toHaveLength(1)
  })

  it('shows the sum of the newest report, and never that of an older one', async () => {
    const payment = await some()
    await send(say(payment, { ...settled, total: 1 }))
    await send(say(payment, { ...settled, total: 2 }))
    expect(await differencesOf(payment)).toMatchObject([{ kind: 'other_sum', reported_cents: 200 }])
    const { rows } =
      await sql`select version from payment_differences where transaction_id = ${payment.transaction}`.execute(
        test.connection.db,
      )
    // Who read the earlier sum does not close this one unseen.
    expect(rows).toEqual([{ version: 2 }])
  })
})

describe('a report about a payment that was declined here', () => {
  const declined = async () => {
    const payment = await some()
    await sql`update payments set status = 'DECLINED' where order_id = ${payment.orderId}`.execute(test.connection.db)
    return payment
  }
  it.each([
    ['paid', settled],
    ['pending', {}],
  ])('of %s is opened for a person, and changes nothing', async (_status, change) => {
    const payment = await declined()
    for (const _ of [1, 2]) await send(say(payment, change))
    expect((await paying.stateOf(payment)).payment).toBe('DECLINED')
    expect(await differencesOf(payment)).toEqual([
      { kind: 'unknown_payment', expected_cents: null, reported_cents: 20_000, order_id: payment.orderId },
    ])
  })

  it.each([
    ['a void', { is_voided: true }],
    ['a refund of all', { ...settled, total_refunded: 200 }],
  ])('is explained by %s of it', async (_name, change) => {
    const payment = await declined()
    await send(say(payment, change))
    await send(say(payment, settled))
    expect(await differencesOf(payment)).toEqual([])
  })

  it('of a decline, which is what is known, opens nothing', async () => {
    const payment = await declined()
    await send(say(payment, { success: false }))
    expect(await differencesOf(payment)).toEqual([])
  })
})

describe('a refund', () => {
  const paid = async () => {
    const payment = await some()
    await send(say(payment, settled, 'update_transaction_settled'))
    return payment
  }
  const refunded = (refunds: ReturnType<typeof refund>[], total_refunded: number) => ({
    ...settled,
    total_refunded,
    child_transactions: refunds,
  })

  it('of a part leaves the payment paid, and is shown on the invoice with its cents', async () => {
    const payment = await paid()
    await send(say(payment, refunded([refund('r1', 50.25)], 50.25)))
    expect(await paying.stateOf(payment)).toEqual(paidState)
    expect(await shownOf(payment)).toMatchObject([
      {
        method: 'bank',
        brand: 'House bank',
        last_four: '6789',
        status: 'PAID',
        value: 200,
        refunded: 50.25,
        transaction: payment.transaction,
        refunds: [{ value: 50.25, created_at: '2026-03-05T10:00:00.000Z' }],
      },
    ])
  })

  it('of the rest makes it refunded; the invoice stays paid', async () => {
    const payment = await paid()
    await send(say(payment, refunded([refund('r1', 50)], 50)))
    await send(say(payment, refunded([refund('r1', 50), refund('r2', 150)], 200)))
    expect(await paying.stateOf(payment)).toEqual({ ...paidState, payment: 'REFUNDED' })
    expect(await refundsOf(payment)).toEqual([50, 150])
  })

  it('counts once, in whatever order and form it is reported', async () => {
    const reports = (payment: GivenPayment) => [
      // The refund as a transaction of its own, the charge with it, and the charge with its sum alone.
      say(payment, { ...refund('r1', 50), reference_id: payment.transaction }, 'create_transaction'),
      say(payment, refunded([refund('r1', 50)], 50)),
      say(payment, { ...settled, total_refunded: 50 }),
    ]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ]) {
      const payment = await paid()
      const sent = reports(payment)
      for (const at of [...order, ...order]) await send(sent[at]!)
      expect(await refundsOf(payment), order.join()).toEqual([50])
      expect(await paying.stateOf(payment)).toEqual(paidState)
    }
  })

  it('that is made on the stand-in’s page is reported, and shown on the invoice', async () => {
    const payment = await paid()
    pay.standIn.settleNow(payment.transaction)
    const act = async (total: string) =>
      (
        await fetch(`${pay.standIn.url}/stand-in/transactions/${payment.transaction}/refund`, {
          method: 'POST',
          body: new URLSearchParams({ total }),
          redirect: 'manual',
        })
      ).status
    expect(await act('500')).toBe(409)
    expect(await act('20.50')).toBe(303)
    await send(pay.standIn.events().at(-1)!)
    expect(await refundsOf(payment)).toEqual([20.5])
  })

  it('of more than the payment is not written, but opened for a person', async () => {
    const payment = await paid()
    await send(say(payment, refunded([refund('r1', 150), refund('r2', 150)], 300)))
    expect(await refundsOf(payment)).toEqual([150])
    // The provider says that nothing of it is left.
    expect(await paying.stateOf(payment)).toEqual({ ...paidState, payment: 'REFUNDED' })
    expect(await differencesOf(payment)).toMatchObject([
      { kind: 'other_refund', expected_cents: 20_000, reported_cents: 30_000 },
    ])
  })

  it('is on CSV and PDF as a row of its own', async () => {
    const payment = await paid()
    await send(say(payment, refunded([refund('r1', 50.25)], 50.25)))
    const file = (type: string) =>
      test.raw(payment.practice.owner, 'GET', `/orders/${payment.orderId}/download_invoice?type=${type}`)
    const { text } = (await file('csv')).body as unknown as { text: string }
    const rows = text.trim().split('\r\n').slice(-2)
    expect(rows[0]).toMatch(/,Payment,"House bank ending in 6789, Paid, \d{4}-\d\d-\d\d",,200\.00$/)
    expect(rows[1]).toMatch(/,Refund,"House bank ending in 6789, 2026-03-05",,-50\.25$/)
    expect((await file('pdf')).status).toBe(200)
  })
})
