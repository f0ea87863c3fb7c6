import { auth } from '@archwire/contract/auth/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { applyWaitingEvents } from '../../src/modules/billing/index.ts'
import {
  applyAllWaiting,
  askAboutPending,
  nameUnknownPayments,
} from '../../src/modules/billing/commands/ask-pending.ts'
import type { LedgerEvent } from '../../src/services/payments/stand-in/ledger.ts'
import type { PaymentProvider } from '../../src/services/payments/port.ts'
import { asOwner } from '../as-owner.ts'
import { openTestApp } from '../app.ts'
import { openPaying, type GivenPayment } from '../given/payments.ts'

/** What the payment provider reports of payments (`billing/webhooks`, `billing/bank`). */
const { pay, test, given, paying, close } = await openPaying()
afterAll(close)

const unsigned = 'The report is not signed by the payment provider, or too old.'
const pendingState = { payment: 'PENDING', order: 'PENDING', paid: false, fee: true }
const paidState = { payment: 'PAID', order: 'PAID', paid: true, fee: true }
const returnedState = { payment: 'RETURNED', order: 'NOT_PAID', paid: false, fee: false }

const post = ({ body, headers }: { body: string; headers: Record<string, string> }, app = test) =>
  app.raw(null, 'POST', payments.event.path, body, headers)
const report = (event: LedgerEvent, at?: Date) => post(pay.report(event, at))
const some = async () => paying.pending(await given.practice())
/** What the stand-in reported of a transaction, the oldest first; the first report is of the charge itself. */
const eventsOf = ({ transaction }: GivenPayment) =>
  pay.standIn.events().filter(({ data }) => (data as { id?: string }).id === transaction)
/** A report of another moment: what became of the transaction, said by hand. */
const say = (payment: GivenPayment, id: string, type: string, change: object): LedgerEvent => {
  const [first] = eventsOf(payment)
  const data = { ...(first!.data as object), ...change }
  return { id: `${id}-${given.unique()}`, type, data, created_at: '', delivered_at: null }
}
const settled_at = '2026-03-04 10:00:00'
const paid = (payment: GivenPayment, id = 'paid') => say(payment, id, 'update_transaction_settled', { settled_at })
const keptOf = async ({ transaction }: GivenPayment) => {
  const { rows } = await sql<{ id: string; applied: boolean }>`
    select id, applied_at is not null as applied from payment_events
    where transaction_id = ${transaction} order by id`.execute(test.connection.db)
  return rows
}
describe('a report', () => {
  it('that a bank account was charged pays the order', async () => {
    const payment = await some()
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    expect((await report(pay.standIn.settleNow(payment.transaction))).body).toEqual({ message: 'Received.' })
    expect(await paying.stateOf(payment)).toEqual(paidState)
  })

  it('that the bank returned it unsettles the fee: members see it at once, and new cases stop', async () => {
    const payment = await some()
    const { practice } = payment
    await given.case({ practice })
    expect((await report(pay.standIn.returnNow(payment.transaction))).status).toBe(200)
    expect(await paying.stateOf(payment)).toEqual(returnedState)
    await vi.waitFor(async () => {
      const { body } = await test.as(practice.member).call(auth.me)
      expect(body.user.organizations).toMatchObject([{ id: practice.id, startup_fee_paid: false }])
    }, 10_000)
    await expect(given.case({ practice })).rejects.toThrow('Start-up Fee for Organization not paid.')
  })

  it('of a return leaves a fee settled that the lab has waived', async () => {
    const payment = await some()
    const admin = await given.user('admin')
    await test.connection.db
      .updateTable('organizations')
      .set({ startup_fee_waived_by: admin.id })
      .where('id', '=', payment.practice.id)
      .execute()
    await report(pay.standIn.returnNow(payment.transaction))
    expect(await paying.stateOf(payment)).toEqual({ ...returnedState, fee: true })
  })

  it('that was paid and then returned, in both orders of arrival', async () => {
    for (const reversed of [false, true]) {
      const payment = await some()
      const reports = [paid(payment), pay.standIn.returnNow(payment.transaction)]
      for (const event of reversed ? reports.toReversed() : reports) expect((await report(event)).status).toBe(200)
      expect(await paying.stateOf(payment)).toEqual(returnedState)
    }
  })

  it('counts once: 20 times, also at once', async () => {
    for (const atOnce of [false, true]) {
      const payment = await some()
      const event = pay.standIn.settleNow(payment.transaction)
      const send = () => report(event)
      const tries = Array.from({ length: 20 })
      const answers = atOnce ? await Promise.all(tries.map(send)) : []
      if (!atOnce) for (const _ of tries) answers.push(await send())
      // One that waits too long for the others is told to come again.
      for (const { status } of answers) expect(atOnce ? [200, 409] : [200]).toContain(status)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      await report(event)
      expect(await paying.stateOf(payment)).toEqual(paidState)
      expect(await keptOf(payment)).toEqual([{ id: event.id, applied: true }])
      const { rows } = await sql`select version from orders where id = ${payment.orderId}`.execute(test.connection.db)
      expect(rows, 'changed once').toEqual([{ version: 2 }])
    }
  })

  it('with a wrong signature, a changed body, or of ten minutes ago is refused and not stored', async () => {
    const payment = await some()
    const event = pay.standIn.returnNow(payment.transaction)
    const signed = pay.report(event)
    const now = Date.now()
    const wrong = [
      { ...signed, body: signed.body.replace('"total":200', '"total":201') },
      { ...signed, body: `${signed.body} ` },
      { ...signed, headers: { ...signed.headers, 'stax-event-id': 'another-id' } },
      { ...signed, headers: { ...signed.headers, 'stax-signature': `t=1,v1=${'0'.repeat(64)}` } },
      { body: signed.body, headers: { 'content-type': 'application/json' } },
      pay.report(event, new Date(now - 10 * 60_000)),
      pay.report(event, new Date(now + 10 * 60_000)),
    ]
    for (const sent of wrong) expect(await post(sent)).toMatchObject({ status: 401, body: { error: unsigned } })
    expect(await keptOf(payment)).toEqual([])
    expect(await paying.stateOf(payment)).toEqual(pendingState)
    // The same one, as it was signed, counts.
    expect((await post(signed)).status).toBe(200)
    expect(await paying.stateOf(payment)).toEqual(returnedState)
  })

  it('of an unknown type, or of nothing that is known here, is kept and changes nothing', async () => {
    const payment = await some()
    const unknown = say(payment, 'dispute', 'create_dispute', { success: false })
    expect((await report(unknown)).status).toBe(200)
    const elsewhere = say(payment, 'elsewhere', 'update_transaction', { id: `elsewhere-${given.unique()}` })
    expect((await report(elsewhere)).status).toBe(200)
    const { rows } = await sql<{ id: string; type: string; applied: boolean }>`
      select id, type, applied_at is not null as applied from payment_events where id in (${unknown.id}, ${elsewhere.id}) order by type`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([
      { id: unknown.id, type: 'create_dispute', applied: true },
      { id: elsewhere.id, type: 'update_transaction', applied: false },
    ])
    expect(await paying.stateOf(payment)).toEqual(pendingState)
  })

  it('keeps nothing of the payment but what became of it', async () => {
    const payment = await some()
    await report(say(payment, 'names', 'update_transaction', { person_name: 'Ada Quixote' }))
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(e)::text as text from payment_events e where transaction_id = ${payment.transaction}`.execute(
      test.connection.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.text).not.toContain('Quixote')
  })

  it('to a server without a provider is refused', async () => {
    const without = await openTestApp()
    const payment = await some()
    const answer = await post(pay.report(pay.standIn.settleNow(payment.transaction)), without)
    expect(answer).toMatchObject({ status: 401, body: { error: unsigned } })
    await without.close()
  })
})

describe('before its payment is known', () => {
  const early = async () => {
    const payment = await paying.charged(await given.practice())
    const event = pay.standIn.returnNow(payment.transaction)
    await report(event)
    expect(await keptOf(payment)).toEqual([{ id: event.id, applied: false }])
    return { payment, event }
  }

  it('a report waits, and is applied with the payment', async () => {
    const { payment, event } = await early()
    await payment.write()
    expect((await paying.stateOf(payment)).payment).toBe('PENDING')
    await test.connection.db.transaction().execute((trx) => applyWaitingEvents(trx, payment.transaction))
    expect(await paying.stateOf(payment)).toEqual(returnedState)
    expect(await keptOf(payment)).toEqual([{ id: event.id, applied: true }])
  })

  it('or by the job, or by the same report when it is repeated', async () => {
    const [first, second] = [await early(), await early()]
    for (const { payment } of [first, second]) await payment.write()
    await report(second.event)
    expect(await paying.stateOf(second.payment)).toEqual(returnedState)
    const failed = vi.fn()
    await applyAllWaiting(test.connection.db, failed)
    expect(failed).not.toHaveBeenCalled()
    expect(await paying.stateOf(first.payment)).toEqual(returnedState)
  })

  it('a report that arrives while the payment is being written is not lost', async () => {
    const payment = await paying.charged(await given.practice())
    const event = pay.standIn.settleNow(payment.transaction)
    const impatient = await openTestApp({ payments: pay.provider, lockSeconds: 1 })
    // Whoever writes the payment has looked for reports when this one arrives: it waits for the end of that, and is kept.
    await test.connection.db.transaction().execute(async (trx) => {
      await payment.write(trx)
      await applyWaitingEvents(trx, payment.transaction)
      expect((await post(pay.report(event), impatient)).status).toBe(409)
    })
    await impatient.close()
    expect(await keptOf(payment)).toEqual([{ id: event.id, applied: false }])
    await applyAllWaiting(test.connection.db, (_, error) => expect.fail(String(error)))
    expect(await paying.stateOf(payment)).toEqual(paidState)
  })
})

describe('a report that never arrives', () => {
  const longAgo = ({ transaction }: GivenPayment) =>
    asOwner('update payments set created_at = $1 where provider_id = $2', [
      new Date(Date.now() - 25 * 3600_000),
      transaction,
    ])

  it('is made up for: the provider is asked about what has been pending for more than a day', async () => {
    const [returned, stillPending, young] = [await some(), await some(), await some()]
    for (const payment of [returned, stillPending]) await longAgo(payment)
    pay.standIn.returnNow(returned.transaction)
    pay.standIn.returnNow(young.transaction)
    const failed = vi.fn()
    await askAboutPending(test.connection.db, pay.provider, failed)
    await askAboutPending(test.connection.db, pay.provider, failed)
    expect(failed).not.toHaveBeenCalled()
    expect(await paying.stateOf(returned)).toEqual(returnedState)
    expect(await paying.stateOf(stillPending)).toEqual(pendingState)
    expect(await paying.stateOf(young)).toEqual(pendingState)
    // The report itself arrives late, and changes nothing.
    await report(eventsOf(returned).at(-1)!)
    expect(await paying.stateOf(returned)).toEqual(returnedState)
  })

  it('the payment that was asked about longest ago is asked about first', async () => {
    await asOwner(`update payments set created_at = now()`)
    const payments = [await some(), await some(), await some()]
    for (const payment of payments) await longAgo(payment)
    const asked: string[] = []
    const provider: PaymentProvider = {
      ...pay.provider,
      findTransaction: (id) => {
        asked.push(id)
        return Promise.reject(new Error('no answer'))
      },
    }
    for (let run = 0; run < 4; run += 1) await askAboutPending(test.connection.db, provider, () => undefined, 1)
    const [first, second, third] = payments.map(({ transaction }) => transaction)
    expect(asked).toEqual([first, second, third, first])
  })

  it('and one that cannot be asked about leaves the others', async () => {
    const [lost, found] = [await some(), await some()]
    for (const payment of [lost, found]) await longAgo(payment)
    pay.standIn.settleNow(found.transaction)
    const provider: PaymentProvider = {
      ...pay.provider,
      findTransaction: async (id) => (id === lost.transaction ? null : pay.provider.findTransaction(id)),
    }
    const failed = vi.fn()
    await askAboutPending(test.connection.db, provider, failed)
    expect(failed.mock.calls).toEqual([[lost.transaction, expect.any(Error)]])
    expect(await paying.stateOf(found)).toEqual(paidState)
    expect(await paying.stateOf(lost)).toEqual(pendingState)
  })
})

describe('a payment that is not known here', () => {
  const differencesOf = async (transaction: string) =>
    (
      await sql<{ kind: string; reported_cents: number | null; closed: boolean }>`
        select kind, reported_cents, closed_at is not null as closed from payment_differences
        where transaction_id = ${transaction}`.execute(test.connection.db)
    ).rows
  const received = (transaction: string, minutes: number) =>
    asOwner('update payment_events set received_at = $1 where transaction_id = $2', [
      new Date(Date.now() - minutes * 60_000),
      transaction,
    ])

  it.each([61, 3 * 60, 5 * 24 * 60])('is opened for a person %i minutes after its report, once', async (minutes) => {
    const [unknown, known] = [await paying.charged(await given.practice()), await some()]
    const no = `no-${given.unique()}`
    const declined = say(unknown, 'no', 'create_transaction', { id: no, success: false })
    for (const event of [...eventsOf(unknown), ...eventsOf(known), declined]) await report(event)
    const named = async () => {
      const names = await nameUnknownPayments(test.connection.db)
      return names.filter((id) => [unknown.transaction, known.transaction, no].includes(id))
    }
    for (const id of [unknown.transaction, no]) await received(id, 59)
    expect(await named()).toEqual([])
    for (const id of [unknown.transaction, no]) await received(id, minutes)
    expect(await named()).toEqual([unknown.transaction])
    expect(await named(), 'it is open already').toEqual([])
    expect(await differencesOf(unknown.transaction)).toEqual([
      { kind: 'unknown_payment', reported_cents: 20_000, closed: false },
    ])
    expect(await differencesOf(known.transaction)).toEqual([])
  })

  it.each([
    ['refunded', { settled_at, total_refunded: 200 }],
    ['returned', { is_voided: true, child_transactions: [{ id: 'v', type: 'void', success: true, message: 'R01' }] }],
    ['voided', { is_voided: true }],
  ])('and was %s is opened for a person, too', async (_status, change) => {
    const unknown = await paying.charged(await given.practice())
    await report(say(unknown, 'only', 'update_transaction', change))
    await received(unknown.transaction, 61)
    await nameUnknownPayments(test.connection.db)
    expect(await differencesOf(unknown.transaction)).toMatchObject([{ kind: 'unknown_payment', closed: false }])
  })

  it('is not opened again after a person closed it', async () => {
    const unknown = await paying.charged(await given.practice())
    for (const event of eventsOf(unknown)) await report(event)
    await received(unknown.transaction, 61)
    await nameUnknownPayments(test.connection.db)
    const admin = await given.user('admin')
    await sql`update payment_differences set closed_at = now(), closed_by = ${admin.id}, note = 'Done.'
      where transaction_id = ${unknown.transaction}`.execute(test.connection.db)
    await nameUnknownPayments(test.connection.db)
    expect(await differencesOf(unknown.transaction)).toMatchObject([{ closed: true }])
  })
})

it('a payment that the lab takes back was never paid; one that it pays back was', async () => {
  const [voided, refunded] = [await some(), await some()]
  await report(say(voided, 'void', 'update_transaction', { is_voided: true }))
  expect(await paying.stateOf(voided)).toEqual({ ...returnedState, payment: 'VOIDED' })
  await report(paid(refunded))
  await report(say(refunded, 'refund', 'update_transaction', { settled_at, total_refunded: 200 }))
  expect(await paying.stateOf(refunded)).toEqual({ ...paidState, payment: 'REFUNDED' })
})
