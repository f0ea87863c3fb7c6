import { orders } from '@archwire/contract/billing/routes.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { applyWaitingEvents } from '../../src/modules/billing/index.ts'
import { nameUnknownPayments } from '../../src/modules/billing/commands/ask-pending.ts'
import { openDifference, type NewDifference } from '../../src/modules/payment-differences/index.ts'
import { asOwner } from '../as-owner.ts'
import type { TestUser } from '../app.ts'
import { openPaying, type GivenPayment } from '../given/payments.ts'

/** What is under review is on the invoice (`billing/on-invoice`), and is opened anew when it is new (`billing/to-look-at`). */
const { test, given, paying, close } = await openPaying()
const admin = await given.user('admin')
afterAll(close)

const open = (difference: NewDifference) =>
  test.connection.db.transaction().execute((trx) => openDifference(trx, difference))
const of = ({ transaction, practice, orderId }: GivenPayment, reported: number | null): NewDifference => ({
  kind: 'charged_other_sum',
  transactionId: transaction,
  organizationId: practice.id,
  orderId,
  expected: 20_000,
  reported,
})
const reviewsFor = async (who: TestUser, { orderId }: GivenPayment) =>
  (await test.as(who).call(orders.get, { params: { id: orderId } })).body.order.reviews
const closeAll = (transaction: string) =>
  sql`update payment_differences set closed_at = now(), closed_by = ${admin.id}, note = 'Done.'
    where transaction_id = ${transaction} and closed_at is null`.execute(test.connection.db)
const sumsOf = async (transaction: string) => {
  const { rows } = await sql<{ cents: number | null; closed: boolean }>`
    select reported_cents as cents, closed_at is not null as closed from payment_differences
    where transaction_id = ${transaction} order by id`.execute(test.connection.db)
  return rows.map(({ cents, closed }) => [cents, closed])
}
/** A report that waits: so much was paid, so many minutes ago. */
const stored = (transaction: string, cents: number, minutesAgo: number) =>
  sql`insert into payment_events (id, type, transaction_id, status, message, cents, refunds, occurred_at, received_at)
    values (${`e-${given.unique()}`}, 'update_transaction', ${transaction}, 'paid', '', ${cents}, '[]',
      now() - ${minutesAgo} * interval '1 minute', now() - ${minutesAgo} * interval '1 minute')`.execute(
    test.connection.db,
  )

describe('a charge of another sum', () => {
  it('is on the invoice: its practice reads that it is reviewed, the lab also both sums', async () => {
    const payment = await paying.pending(await given.practice())
    const other = await paying.pending(await given.practice())
    await open(of(payment, 7_777))
    const [shown, ...more] = await reviewsFor(payment.practice.owner, payment)
    expect(more).toEqual([])
    expect(shown).toMatchObject({ kind: 'charged_other_sum', closed_at: null, details: null })
    const details = { transaction: payment.transaction, expected: 200, reported: 77.77 }
    expect(await reviewsFor(admin, payment)).toEqual([{ ...shown, details }])
    // A supervisor reads invoices and reviews no payments.
    expect(await reviewsFor(await given.user('supervisor'), payment)).toEqual([shown])
    expect(await reviewsFor(admin, other)).toEqual([])
  })

  it('is on CSV and PDF without the reported sum, also after it was closed', async () => {
    const payment = await paying.pending(await given.practice())
    const file = (who: TestUser, type: string) =>
      test.raw(who, 'GET', `/orders/${payment.orderId}/download_invoice?type=${type}`)
    await open(of(payment, 7_777))
    await closeAll(payment.transaction)
    const { text } = (await file(admin, 'csv')).body as unknown as { text: string }
    const words = 'Another amount was charged for this invoice than was asked for. The lab has reviewed it.'
    expect(text.trim().split('\r\n').at(-1)).toMatch(new RegExp(`,Review,${words},\\d{4}-\\d\\d-\\d\\d,$`))
    expect(text).not.toContain('77.77')
    expect((await file(payment.practice.owner, 'pdf')).status).toBe(200)
  })

  it('that was made before there was an invoice is on the one with the start-up fee', async () => {
    const payment = await paying.pending(await given.practice())
    await open({ ...of(payment, null), orderId: null })
    expect(await reviewsFor(payment.practice.owner, payment)).toMatchObject([{ details: null }])
    expect(await reviewsFor(admin, payment)).toMatchObject([{ details: { expected: 200, reported: null } }])
  })
})

describe('a difference that a person closed', () => {
  it('hides no later one of another sum, and is not opened again by its own', async () => {
    const payment = await paying.pending(await given.practice())
    const { transaction } = payment
    expect(await open(of(payment, 100))).toBe(true)
    await closeAll(transaction)
    expect(await open(of(payment, 100)), 'the same once more').toBe(false)
    expect(await open(of(payment, 200))).toBe(true)
    await closeAll(transaction)
    // An earlier entry is not what was closed last.
    expect(await open(of(payment, 100))).toBe(true)
    expect(await sumsOf(transaction)).toEqual([
      [100, true],
      [200, true],
      [100, false],
    ])
  })

  it('hides no later report of a payment that no one knows', async () => {
    const transaction = `later-${given.unique()}`
    const reported = (cents: number, minutesAgo: number) => stored(transaction, cents, minutesAgo)
    const name = async () => (await nameUnknownPayments(test.connection.db)).filter((id) => id === transaction)
    await reported(10_000, 240)
    expect(await name()).toEqual([transaction])
    await closeAll(transaction)
    await asOwner(`update payment_differences set closed_at = now() - interval '2 hours' where transaction_id = $1`, [
      transaction,
    ])
    expect(await name(), 'what was reported before').toEqual([])
    await reported(10_000, 90)
    expect(await name(), 'the same sum').toEqual([])
    await reported(15_000, 80)
    expect(await name()).toEqual([transaction])
    expect(await name(), 'it is open').toEqual([])
    expect(await sumsOf(transaction)).toEqual([
      [10_000, true],
      [15_000, false],
    ])
  })
})

it('money of a declined payment is opened with the sum of the newest report, whichever is read first', async () => {
  const payment = await paying.pending(await given.practice())
  await sql`update payments set status = 'DECLINED' where order_id = ${payment.orderId}`.execute(test.connection.db)
  await stored(payment.transaction, 15_000, 10)
  await stored(payment.transaction, 20_000, 30)
  await test.connection.db.transaction().execute((trx) => applyWaitingEvents(trx, payment.transaction))
  expect(await sumsOf(payment.transaction)).toEqual([[15_000, false]])
  expect(await reviewsFor(payment.practice.owner, payment)).toMatchObject([{ kind: 'unknown_payment', details: null }])
})
