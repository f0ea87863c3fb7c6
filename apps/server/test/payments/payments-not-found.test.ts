import { paymentDifferences } from '@archwire/contract/payment-differences/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { askAboutPending } from '../../src/modules/billing/commands/ask-pending.ts'
import { endNotFound, notFoundWords } from '../../src/modules/billing/commands/end-not-found.ts'
import type { PaymentProvider } from '../../src/services/payments/port.ts'
import type { LedgerEvent } from '../../src/services/payments/stand-in/ledger.ts'
import { asOwner } from '../as-owner.ts'
import { openPaying, type GivenPayment } from '../given/payments.ts'

/** What becomes of a payment that the provider has lost (`billing/to-look-at`). */
const { pay, test, given, paying, close } = await openPaying()
afterAll(close)

const pendingState = { payment: 'PENDING', order: 'PENDING', paid: false, fee: true }
const paidState = { payment: 'PAID', order: 'PAID', paid: true, fee: true }
const endedState = { payment: 'DECLINED', order: 'NOT_PAID', paid: false, fee: false }

async function report(event: LedgerEvent) {
  const { body, headers } = pay.report(event)
  expect((await test.raw(null, 'POST', payments.event.path, body, headers)).status).toBe(200)
}
/** The bank has settled a payment after all. */
const settled = ({ transaction }: GivenPayment): LedgerEvent => pay.standIn.settleNow(transaction)

describe('a pending payment that the provider does not know', () => {
  const forgets = ({ transaction }: GivenPayment): PaymentProvider => ({
    ...pay.provider,
    findTransaction: async (id) => (id === transaction ? null : pay.provider.findTransaction(id)),
  })
  /** Opened by the hourly question three days later, twice asked. */
  async function forgotten() {
    const payment = await paying.pending(await given.practice())
    await asOwner('update payments set created_at = $1 where provider_id = $2', [
      new Date(Date.now() - 73 * 3600_000),
      payment.transaction,
    ])
    for (const _ of [1, 2])
      await askAboutPending(test.connection.db, forgets(payment), (id) => expect(id).not.toBe(payment.transaction))
    const admin = await given.user('admin')
    const { body } = await test.as(admin).call(paymentDifferences.list, { query: { transaction: payment.transaction } })
    expect(body.payment_differences).toMatchObject([
      { kind: 'not_found', order: { id: payment.orderId }, expected: 200, reported: null, can: { close: true } },
    ])
    const { id } = body.payment_differences[0]!
    const review = () =>
      test.as(admin).call(paymentDifferences.close, { params: { id }, body: { note: 'Not at the provider.' } })
    return { payment, review }
  }
  /** What the review enqueued, run. */
  async function endReviewed({ transaction }: GivenPayment) {
    const { rows } = await sql`delete from outbox where name = 'payments.end-not-found'
      and payload ->> 'transaction_id' = ${transaction} returning id`.execute(test.connection.db)
    expect(rows).toHaveLength(1)
    for (const _ of [1, 2]) await test.connection.db.transaction().execute((trx) => endNotFound(trx, transaction))
  }

  it('is opened for a person after three days, whose review ends it: it is declined, and its invoice is not paid', async () => {
    const { payment, review } = await forgotten()
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    expect((await review()).status).toBe(200)
    await endReviewed(payment)
    expect(await paying.stateOf(payment)).toEqual(endedState)
    const { rows } = await sql<{ message: string; is_retried: boolean }>`
      select y.message, r.is_retried from payments y join orders r on r.id = y.order_id where r.id = ${payment.orderId}`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([{ message: notFoundWords, is_retried: false }])
    // Money that comes all the same is looked at, and pays nothing by itself.
    await report(settled(payment))
    expect(await paying.stateOf(payment)).toEqual(endedState)
    const { rows: opened } = await sql`select kind, closed_at is null as open from payment_differences
      where transaction_id = ${payment.transaction} order by id`.execute(test.connection.db)
    expect(opened).toEqual([
      { kind: 'not_found', open: false },
      { kind: 'unknown_payment', open: true },
    ])
  })

  it('and was settled before the review stays paid', async () => {
    const { payment, review } = await forgotten()
    await report(settled(payment))
    expect((await review()).status).toBe(200)
    await endReviewed(payment)
    expect(await paying.stateOf(payment)).toEqual(paidState)
  })
})
