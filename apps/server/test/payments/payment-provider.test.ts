import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderRefused, ProviderUnreachable, type Charge } from '../../src/services/payments/port.ts'
import { openPayments, type TestPayments } from '../paying.ts'

/** The adapter against the stand-in: every method of the port, over real HTTP. */
let pay: TestPayments
beforeAll(async () => {
  pay = await openPayments()
})
afterAll(() => pay.close())

const practice = { company: 'Bright Smiles', first_name: 'Ada', last_name: 'Doe', email: 'ada@example.com' }

async function chargeTo(outcome: Parameters<TestPayments['tokenOf']>[0], more: Partial<Charge> = {}): Promise<Charge> {
  const customer_id = await pay.customer()
  const method_id = await pay.tokenOf(outcome, customer_id)
  return { key: randomUUID(), customer_id, method_id, cents: 21_735, tax_cents: 1_450, memo: 'Start-up fee', ...more }
}

it('makes a customer once for each key', async () => {
  const key = randomUUID()
  const { id } = await pay.provider.createCustomer(practice, key)
  expect(await pay.provider.createCustomer(practice, key)).toEqual({ id })
  expect((await pay.provider.createCustomer(practice, randomUUID())).id).not.toBe(id)
})

it('finds a customer whose answer was lost', async () => {
  const key = randomUUID()
  pay.standIn.dropNext('after')
  await expect(pay.provider.createCustomer(practice, key)).rejects.toThrow(ProviderUnreachable)
  const { id } = await pay.provider.createCustomer(practice, key)
  expect(await pay.provider.createCustomer(practice, key)).toEqual({ id })
})

it('describes cards and bank accounts, and forgets a removed one', async () => {
  const customer_id = await pay.customer()
  const card = await pay.tokenOf('paid', customer_id)
  expect(await pay.provider.findMethod(card)).toEqual({
    id: card,
    customer_id,
    method: 'card',
    brand: 'Visa',
    last_four: '1111',
    expires: '2099-12',
  })
  const bank = await pay.tokenOf('bank', customer_id)
  expect(await pay.provider.findMethod(bank)).toMatchObject({
    method: 'bank',
    brand: 'First Test Bank',
    last_four: '6789',
    expires: null,
  })
  await pay.provider.removeMethod(card)
  await pay.provider.removeMethod(card)
  await pay.provider.removeMethod('unknown')
  await expect(pay.provider.findMethod(card)).rejects.toThrow(ProviderRefused)
  await expect(pay.provider.findMethod('unknown')).rejects.toThrow('This payment method does not exist.')
})

describe('a charge', () => {
  it('is paid, with its amounts in dollars there', async () => {
    const charge = await chargeTo('paid')
    const result = await pay.provider.charge(charge)
    expect(result).toMatchObject({ status: 'paid' })
    expect(pay.standIn.charges(charge.key)).toMatchObject([
      {
        total: 217.35,
        success: true,
        meta: { subtotal: 202.85, tax: 14.5, memo: 'Start-up fee', reference: charge.key },
      },
    ])
    expect(await pay.provider.findTransaction(result.transaction_id!)).toMatchObject({
      status: 'paid',
      message: '',
      cents: charge.cents,
      refunded_cents: null,
      refunds: [],
    })
    expect(await pay.provider.findTransaction('unknown')).toBeNull()
  })

  it('is one, however often and however many ask at once under its key', async () => {
    const charge = await chargeTo('paid')
    const results = await Promise.all(Array.from({ length: 20 }, () => pay.provider.charge(charge)))
    expect(new Set(results.map(({ transaction_id }) => transaction_id)).size).toBe(1)
    expect(pay.standIn.charges(charge.key)).toHaveLength(1)
    await expect(pay.provider.charge({ ...charge, cents: 1 })).rejects.toThrow(ProviderRefused)
    expect(pay.standIn.charges(charge.key)).toHaveLength(1)
  })

  it('is found when its answer was lost, and not when it never arrived', async () => {
    for (const [when, made] of [
      ['after', 1],
      ['before', 0],
    ] as const) {
      const charge = await chargeTo('paid')
      pay.standIn.dropNext(when)
      await expect(pay.provider.charge(charge)).rejects.toThrow(ProviderUnreachable)
      expect(pay.standIn.charges(charge.key)).toHaveLength(made)
      const found = await pay.provider.findCharge(charge.key)
      if (when === 'before') expect(found).toBeNull()
      else expect(found).toMatchObject({ status: 'paid' })
      expect(await pay.provider.charge(charge)).toMatchObject({ status: 'paid' })
      expect(pay.standIn.charges(charge.key)).toHaveLength(1)
    }
  })

  it.each([
    ['declined', 'The card was declined: insufficient funds.'],
    ['expired', 'The card was declined: it has expired.'],
  ] as const)(
    'to the card "%s" is declined in the provider’s words, under the same key too',
    async (outcome, message) => {
      const charge = await chargeTo(outcome)
      const result = await pay.provider.charge(charge)
      expect(result).toMatchObject({ status: 'declined', message })
      expect(await pay.provider.charge(charge)).toEqual(result)
      expect(await pay.provider.findCharge(charge.key)).toEqual(result)
      expect(await pay.provider.findTransaction(result.transaction_id!)).toMatchObject({ status: 'declined', message })
    },
  )

  it('to the card that is never answered for is made, and to the slow one is answered', async () => {
    const silent = await chargeTo('timeout')
    await expect(pay.provider.charge(silent)).rejects.toThrow(ProviderUnreachable)
    expect(await pay.provider.charge(silent)).toMatchObject({ status: 'paid' })
    expect(pay.standIn.charges(silent.key)).toHaveLength(1)
    expect(await pay.provider.charge(await chargeTo('slow'))).toMatchObject({ status: 'paid' })
  })

  it('is refused for a method of another customer, a removed one, and nothing to pay', async () => {
    const charge = await chargeTo('paid')
    await expect(pay.provider.charge({ ...charge, customer_id: await pay.customer() })).rejects.toThrow(ProviderRefused)
    await expect(pay.provider.charge({ ...charge, cents: 0 })).rejects.toThrow('The total must be at least 0.01.')
    await pay.provider.removeMethod(charge.method_id)
    await expect(pay.provider.charge(charge)).rejects.toThrow('The Payment Method has been deleted.')
    expect(pay.standIn.charges(charge.key)).toEqual([])
  })
})

describe('a bank account', () => {
  it('is charged days later: pending, then paid or returned', async () => {
    let time = new Date('2026-03-02T10:00:00Z')
    const slow = await openPayments({ now: () => time })
    const customer_id = await slow.customer()
    const chargeOf = async (outcome: 'bank' | 'bankReturned') => {
      const method_id = await slow.tokenOf(outcome, customer_id)
      const charge = { key: randomUUID(), customer_id, method_id, cents: 20_000, tax_cents: 0, memo: '' }
      const { status, transaction_id } = await slow.provider.charge(charge)
      expect(status).toBe('pending')
      return transaction_id!
    }
    const [paid, returned] = [await chargeOf('bank'), await chargeOf('bankReturned')]
    const statuses = async () => [
      await slow.provider.findTransaction(paid),
      await slow.provider.findTransaction(returned),
    ]
    time = new Date('2026-03-04T09:59:00Z')
    slow.standIn.settleDue()
    expect(await statuses()).toMatchObject([
      { status: 'pending', message: '' },
      { status: 'pending', message: '' },
    ])
    time = new Date('2026-03-04T10:00:01Z')
    slow.standIn.settleDue()
    expect(await statuses()).toMatchObject([
      { status: 'paid', message: '' },
      { status: 'returned', message: 'The bank returned the payment: insufficient funds (R01).' },
    ])
    await slow.close()
  })

  it('returns or pays at once on request, and reports it', async () => {
    const first = await pay.provider.charge(await chargeTo('bank'))
    const event = pay.standIn.returnNow(first.transaction_id!)
    const { body, headers } = pay.report(event)
    expect(pay.provider.readEvent(Buffer.from(body), headers, new Date())).toMatchObject({
      id: event.id,
      type: 'update_transaction_settled',
      transaction_id: first.transaction_id,
      status: 'returned',
      message: 'The bank returned the payment: insufficient funds (R01).',
    })
    expect(() => pay.standIn.returnNow(first.transaction_id!)).toThrow(TypeError)
    const second = await pay.provider.charge(await chargeTo('bankReturned'))
    pay.standIn.settleNow(second.transaction_id!)
    expect(await pay.provider.findTransaction(second.transaction_id!)).toMatchObject({ status: 'paid' })
  })
})

it('takes back a charge, and pays back a part and then the rest, once for each key', async () => {
  const { provider } = pay
  const first = (await provider.charge(await chargeTo('paid'))).transaction_id!
  await provider.void(first, 'v1')
  await provider.void(first, 'v1')
  expect(await provider.findTransaction(first)).toMatchObject({ status: 'voided' })
  await expect(provider.refund(first, 100, 'r0')).rejects.toThrow(ProviderRefused)

  const second = (await provider.charge(await chargeTo('paid'))).transaction_id!
  await provider.refund(second, 1_735, 'r1')
  await provider.refund(second, 1_735, 'r1')
  expect(await provider.findTransaction(second)).toMatchObject({
    status: 'paid',
    refunded_cents: 1_735,
    refunds: [{ cents: 1_735 }],
  })
  await expect(provider.refund(second, 20_001, 'r2')).rejects.toThrow(ProviderRefused)
  await provider.refund(second, 20_000, 'r3')
  expect(await provider.findTransaction(second)).toMatchObject({ status: 'refunded' })
  await expect(provider.void('unknown', 'v2')).rejects.toThrow(ProviderRefused)
})

it('keeps its books on disk over a restart, without any number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'books-'))
  let open = await openPayments({ folder })
  const customer_id = await open.customer()
  const method_id = await open.tokenOf('paid', customer_id)
  const charge = { key: randomUUID(), customer_id, method_id, cents: 500, tax_cents: 0, memo: '' }
  const result = await open.provider.charge(charge)
  await open.close()
  expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).not.toContain('4111111111111111')
  open = await openPayments({ folder })
  expect(await open.provider.charge(charge)).toEqual(result)
  expect(open.standIn.charges()).toHaveLength(1)
  await open.close()
  rmSync(folder, { recursive: true })
})
