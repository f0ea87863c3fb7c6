import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { organizationCallsIn, type OrganizationCalls } from '../organization-calls.ts'
import { textOf } from '../pdf-text.ts'
import { byCard, openUnpaid, type Unpaid } from './unpaid-orders.ts'

/** The lab ends an unpaid invoice without the payment provider (`billing/settled`). */
let un: Unpaid
let organizations: OrganizationCalls
beforeAll(async () => {
  un = await openUnpaid()
  organizations = organizationCallsIn(un.test)
})
afterEach(() => (un.on.instead = undefined))
afterAll(() => un.on.close())

const writtenOff = { how: 'written_off', reason: 'The practice has closed' }
const paidDay = async (id: number) =>
  (await sql<{ paid: boolean }>`select fm_paid_at is not null as paid from orders where id = ${id}`.execute(un.db))
    .rows[0]!.paid

describe('an unpaid invoice', () => {
  it.each(['PENDING', 'NOT_PAID', 'BLOCKED'] as const)('%s that is paid outside bears no card fee', async (state) => {
    const practice = await un.debtor()
    const order = await un.owes(practice, state)
    const answer = await un.settle(un.admin, order, 100)
    expect(answer).toMatchObject({ status: 200, body: { message: 'The invoice is settled: paid outside.' } })
    expect(answer.body.order).toMatchObject({ settled_as: 'outside', total: 100, subtotal: 100, credit_card_fee: 0 })
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10000 outside'])
    expect(await un.payments(practice)).toEqual(['outside PAID 10000 Check 1042 Amy'])
    expect(await paidDay(order)).toBe(true)
    expect(await un.charged(practice)).toEqual([])
    expect(await un.settle(un.admin, order, 100)).toMatchObject({
      status: 409,
      body: { error: 'This invoice is paid.' },
    })
    expect((await un.pay(practice.owner, order, practice.methodId, byCard)).status).toBe(409)
  })

  it.each(['PENDING', 'NOT_PAID', 'BLOCKED'] as const)('%s that is written off keeps its sums', async (state) => {
    const practice = await un.debtor()
    const order = await un.owes(practice, state)
    expect((await un.settle(un.admin, order, 100, writtenOff)).body.code).toBe(errorCodes.pricesChanged)
    expect((await un.settle(un.admin, order, byCard, writtenOff)).status).toBe(200)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10149 written_off'])
    expect(await un.payments(practice)).toEqual(['written_off PAID 10149 The practice has closed Amy'])
    expect(await paidDay(order)).toBe(false)
    const again = await un.settle(un.admin, order, byCard, writtenOff)
    expect(again).toMatchObject({ status: 409, body: { error: 'This invoice is written off.' } })
  })

  it('of the start-up fee: paid outside settles the fee, written off waives it', async () => {
    const [paid, given] = [await un.debtor(), await un.debtor()]
    expect((await un.settle(un.admin, await un.owesFee(paid), 200)).status).toBe(200)
    expect(await un.feeOf(paid)).toEqual({ settled: true, waived: false })
    expect((await un.settle(un.admin, await un.owesFee(given), 200, writtenOff)).status).toBe(200)
    expect(await un.feeOf(given)).toEqual({ settled: true, waived: true })
    expect(await un.orders(given)).toEqual(['start_up PAID 20000 written_off'])
  })

  it('passes its block on to the oldest one that is left', async () => {
    const practice = await un.debtor()
    const [older, newer] = [await un.owes(practice, 'BLOCKED'), await un.owes(practice, 'NOT_PAID')]
    await un.settle(un.admin, older, 100)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10000 outside', 'by_hand BLOCKED 10149'])
    await un.settle(un.admin, newer, byCard, writtenOff)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10000 outside', 'by_hand PAID 10149 written_off'])
  })

  it('is not settled while its bank payment is under way, and can be once that is returned', async () => {
    const practice = await un.debtor('bank')
    const order = await un.owes(practice)
    await un.pay(practice.owner, order, practice.methodId, 100)
    const words = 'The bank has not settled the payment of this invoice yet.'
    expect(await un.settle(un.admin, order, 100)).toMatchObject({ status: 409, body: { error: words } })
    await un.on.returns(practice.id)
    expect((await un.settle(un.admin, order, 100)).status).toBe(200)
    expect(await un.orders(practice)).toEqual(['by_hand PAID 10000 outside'])
  })

  it('of a practice that is archived or disabled is settled, too', async () => {
    for (const change of [sql`deleted_at = now()`, sql`disabled_at = now()`]) {
      const practice = await un.debtor()
      const order = await un.owes(practice)
      await sql`update organizations set ${change} where id = ${practice.id}`.execute(un.db)
      expect((await un.settle(un.admin, order, 100)).status).toBe(200)
    }
  })
})

describe('what is sent', () => {
  /** By hand: what is wrong, the status, and the field. */
  it.each([
    ['no password', { current_password: undefined }, 'current_password'],
    ['another password', { current_password: 'Wrong-Hedge-41' }, 'current_password'],
    ['no reason', { reason: '' }, 'reason'],
    ['another way', { how: 'refunded' }, 'how'],
    ['no total', { expected_total: undefined }, 'expected_total'],
  ])('is refused with %s', async (_name, change, field) => {
    const practice = await un.debtor()
    const answer = await un.settle(un.admin, await un.owes(practice), 100, change)
    expect(answer).toMatchObject({ status: 422, body: { error: { [field]: expect.any(Array) as unknown } } })
    expect(await un.payments(practice)).toEqual([])
  })

  it('asks for no password where there is nothing to settle', async () => {
    const practice = await un.debtor()
    const send = (id: number) => un.settle(un.admin, id, 100, { current_password: undefined })
    expect(await send(practice.startUpId)).toMatchObject({ status: 409, body: { error: 'This invoice is paid.' } })
    expect((await send(2_000_000_000)).status).toBe(404)
  })
})

it('page, PDF and CSV say how it ended and why, and auditors who did it', async () => {
  const practice = await un.debtor()
  const [check, lost] = [await un.owes(practice), await un.owes(practice)]
  await un.settle(un.admin, check, 100)
  await un.settle(un.admin, lost, byCard, writtenOff)
  const file = async (id: number, type: string, who: TestUser = practice.owner) =>
    un.test.app.fastify.inject({
      url: `/api/v1/orders/${id}/download_invoice?type=${type}`,
      headers: { authorization: `Bearer ${await un.test.token(who)}` },
    })
  const [outside, off] = [(await file(check, 'csv')).body, (await file(lost, 'csv')).body]
  expect(outside).toMatch(/,Paid outside,.*Payment,"Paid outside, [\d-]+: Check 1042",,100\.00/)
  expect(off).toMatch(/,,Written off,.*Payment,"Written off, [\d-]+: The practice has closed",,101\.49/)
  const paper = textOf((await file(check, 'pdf')).rawPayload).join('\n')
  expect(paper).toContain('Status: Paid outside')
  expect(paper).toMatch(/Paid outside, .*: Check 1042/)
  expect(textOf((await file(lost, 'pdf')).rawPayload).join('\n')).not.toContain('Paid:')
  const lines = await audited(un.test, `organization_id = $1 and action = 'order.settled'`, [practice.id])
  expect(lines).toMatchObject([{ user_id: un.admin.id }, { user_id: un.admin.id }])
})

describe('the waiver of a fee whose invoice came back', () => {
  it('writes the invoice off, with its lines and its total', async () => {
    const practice = await un.debtor()
    await un.owesFee(practice)
    expect((await organizations.waive(un.admin, practice.id)).status).toBe(200)
    expect(await un.orders(practice)).toEqual(['start_up PAID 20000 written_off'])
    expect(await un.payments(practice)).toEqual(['written_off PAID 20000 Start-up fee waived Amy'])
    expect(await un.feeOf(practice)).toEqual({ settled: true, waived: true })
  })

  it('needs a person who manages invoices, and says so', async () => {
    const practice = await un.debtor()
    await un.owesFee(practice)
    const words = 'The start-up fee has an invoice. Only people who manage invoices can waive it.'
    for (const role of ['supervisor', 'tech_support'] as const)
      expect(await organizations.waive(await un.given.user(role), practice.id)).toMatchObject({
        status: 403,
        body: { error: words },
      })
    expect(await un.orders(practice)).toEqual(['start_up NOT_PAID 20000'])
  })
})
