import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { primaryMethodJson, type ChargedMethod } from '../../src/modules/payments/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { ownPassword as current_password } from '../given/members.ts'
import { paymentCallsIn, refused, type PaymentCalls } from '../given/payment-calls.ts'
import { openPayments, type TestPayments } from '../paying.ts'

/** The payment methods of a practice (`billing/payment-methods`, `billing/last-method`). */
let pay: TestPayments
let test: TestApp
let on: PaymentCalls
let given: Given
beforeAll(async () => {
  pay = await openPayments()
  test = await openTestApp({ payments: pay.provider, worker: true })
  on = paymentCallsIn(test)
  given = givenIn(test)
})
afterAll(async () => {
  await test.close()
  await pay.close()
})

const unknownMethod = 'The payment provider does not know this payment method. Please enter it again.'
const lastOne = 'The last payment method cannot be removed while the contract is active.'
const busy = 'A payment is in progress. Please try again in a minute.'

describe('a payment method', () => {
  it('is added as the provider describes it; the first one is primary, and the newest comes after it', async () => {
    const { practice, customer } = await on.known()
    const card = await pay.tokenOf('paid', customer)
    const first = await on.add(practice, card)
    expect(first.body).toMatchObject({ message: 'The payment method is saved.' })
    const bank = await on.add(practice, await pay.tokenOf('bank', customer), {
      payment_method_nickname: ' House bank ',
    })
    await on.add(practice, await pay.tokenOf('paid', customer), { payment_method_nickname: 'Second card' })
    const { payment_methods } = (await on.info(practice)).body.payment_info
    expect(payment_methods.map((method) => method.payment_method_nickname)).toEqual([
      'Visa 1111',
      'Second card',
      'House bank',
    ])
    expect(payment_methods[0]).toEqual({
      id: first.body.payment_method_id,
      is_primary: true,
      payment_method_type: 'card',
      payment_method_nickname: 'Visa 1111',
      brand: 'Visa',
      last_four: '1111',
      expires: '12/2099',
      is_expired: false,
      version: 1,
      can: { update: true, delete: true },
    })
    expect(payment_methods[2]).toMatchObject({
      id: bank.body.payment_method_id,
      is_primary: false,
      payment_method_type: 'bank',
      last_four: '6789',
      expires: null,
      is_expired: false,
    })
    const { rows: charged } = await sql<{ method: ChargedMethod | null }>`
      select ${primaryMethodJson(labScope)} as method from organizations o where o.id = ${practice.id}`.execute(
      test.connection.db,
    )
    expect(charged).toEqual([
      {
        method: {
          id: first.body.payment_method_id,
          provider_id: card,
          customer_id: customer,
          method: 'card',
        },
      },
    ])
  })

  it('is one of 20 a day at most, removed ones included', async () => {
    const { practice, customer } = await on.known()
    await sql`insert into payment_methods (organization_id, provider_id, method, nickname, brand, last_four, is_primary, deleted_at,
        created_at, updated_at)
      select ${practice.id}, 'filled-' || ${practice.id}::int || '-' || n, 'card', 'Filled', 'visa', '1111', false, now(),
        case when n <= 20 then now() - interval '25 hours' else now() - interval '1 hour' end, now()
      from generate_series(1, 39) n`.execute(test.connection.db)
    expect((await on.add(practice, await pay.tokenOf('paid', customer))).status).toBe(200)
    expect(await on.add(practice, await pay.tokenOf('paid', customer))).toMatchObject(
      refused(409, 'At most 20 payment methods can be added in a day. Please try again tomorrow.'),
    )
  })

  it('given twice is one, in sequence, at once and under one key', async () => {
    const { practice, customer } = await on.known()
    const token = await pay.tokenOf('paid', customer)
    const first = await on.add(practice, token)
    expect((await on.add(practice, token)).body.payment_method_id).toBe(first.body.payment_method_id)
    const other = await pay.tokenOf('paid', customer)
    const bot_check = await on.solved()
    const key = `add-${given.unique()}`
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => on.add(practice, other)),
      ...Array.from({ length: 5 }, () => on.add(practice, other, { key, bot_check })),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const repeated = await on.add(practice, other, { key, bot_check })
    const changed = await on.add(practice, other, { key, bot_check, payment_method_nickname: 'Other' })
    expect([repeated.status, changed.status]).toEqual([200, 422])
    expect((await on.rowsOf(practice)).map(({ provider_id }) => provider_id)).toEqual([token, other])
  })

  it('is added once by a repeated request, and no repeat says that the bot check was used', async () => {
    const { practice, customer } = await on.known()
    for (const round of [1, 2, 3]) {
      const request = { key: `twin-${given.unique()}`, bot_check: await on.solved() }
      const token = await pay.tokenOf('paid', customer)
      const answers = await Promise.all([1, 2, 3, 4].map(() => on.add(practice, token, request)))
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect((await on.add(practice, token, request)).status).toBe(200)
      expect(await on.rowsOf(practice)).toHaveLength(round)
    }
  })

  it('of another practice, an unknown and a removed one are refused alike', async () => {
    const { practice, customer } = await on.known()
    const theirs = await on.known()
    const strange = await pay.tokenOf('paid', theirs.customer)
    await on.add(theirs.practice, strange)
    const removed = await pay.tokenOf('paid', customer)
    await on.remove(practice, (await on.add(practice, removed)).body.payment_method_id)
    for (const token of [strange, 'no-such-method', removed])
      expect(await on.add(practice, token)).toMatchObject(refused(409, unknownMethod))
    expect((await on.rowsOf(practice)).filter(({ live }) => live)).toEqual([])
    expect(await on.rowsOf(theirs.practice)).toEqual([{ provider_id: strange, is_primary: true, live: true }])
  })

  it('asks for a bot check, which counts once', async () => {
    const { practice, customer } = await on.known()
    const bot_check = await on.solved()
    const message = { bot_check: ['The human verification failed. Please try again.'] }
    const unsolved = { bot_check: 'unsolved' }
    expect(await on.add(practice, await pay.tokenOf('paid', customer), unsolved)).toMatchObject(refused(422, message))
    // A refused request uses up nothing.
    expect((await on.add(await given.practice(), 'token', { bot_check })).status).toBe(409)
    expect((await on.add(practice, await pay.tokenOf('paid', customer), { bot_check })).status).toBe(200)
    expect(await on.add(practice, await pay.tokenOf('paid', customer), { bot_check })).toMatchObject(
      refused(422, message),
    )
  })

  it('comes after the customer', async () => {
    const practice = await given.practice()
    const message = 'Open the payment form first: the payment provider does not know this practice yet.'
    expect(await on.add(practice, 'token')).toMatchObject(refused(409, message))
  })

  it('is renamed and made primary, on the version that was seen', async () => {
    const { practice, customer } = await on.known()
    const first = (await on.add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
    const second = (await on.add(practice, await pay.tokenOf('bank', customer))).body.payment_method_id
    const renamed = await on.update(practice, second, { payment_method_nickname: 'Savings', version: 1 })
    expect(renamed.body).toMatchObject({ payment_method_id: second, message: 'The payment method is saved.' })
    const stale = 'Someone else changed this in the meantime.'
    expect(await on.update(practice, second, { is_primary: true, version: 1 })).toMatchObject(refused(409, stale))
    expect(await on.update(practice, second, { version: 1 })).toMatchObject(refused(409, stale))
    const primary = await on.update(practice, second, { is_primary: true, version: 2 })
    expect(primary.body.message).toBe('The primary payment method is changed.')
    expect(primary.body.payment_info.payment_methods).toMatchObject([
      { id: second, is_primary: true, payment_method_nickname: 'Savings', version: 3 },
      { id: first, is_primary: false },
    ])
    const both = await Promise.all([first, second].map((id) => on.update(practice, id, { is_primary: true })))
    for (const { status } of both) expect([200, 409]).toContain(status)
    expect((await on.rowsOf(practice)).filter(({ is_primary }) => is_primary)).toHaveLength(1)
  })

  it('is replaced: the new one takes its place, also as the last one and as the primary one', async () => {
    const { practice, customer } = await on.known({ contract: true })
    const [old, token] = [await pay.tokenOf('paid', customer), await pay.tokenOf('bank', customer)]
    const first = (await on.add(practice, old, { current_password })).body.payment_method_id
    const stranger = await on.known()
    const strange = (await on.add(stranger.practice, await pay.tokenOf('paid', stranger.customer))).body
      .payment_method_id
    expect(await on.add(practice, token, { current_password, replaces: strange })).toMatchObject({ status: 404 })
    const { body } = await on.add(practice, token, { current_password, replaces: first })
    expect(body.payment_info.payment_methods).toMatchObject([{ id: body.payment_method_id, is_primary: true }])
    expect(await on.rowsOf(practice)).toEqual([
      { provider_id: old, is_primary: false, live: false },
      { provider_id: token, is_primary: true, live: true },
    ])
    await vi.waitFor(() => expect(pay.provider.findMethod(old)).rejects.toThrow('does not exist'), 30_000)
  })

  it('is removed here and at the provider; the newest becomes primary', async () => {
    const { practice, customer } = await on.known()
    const tokens = [
      await pay.tokenOf('paid', customer),
      await pay.tokenOf('bank', customer),
      await pay.tokenOf('paid', customer),
    ]
    const ids: number[] = []
    for (const token of tokens) ids.push((await on.add(practice, token)).body.payment_method_id)
    const { body } = await on.remove(practice, ids[0]!)
    expect(body.message).toBe('The payment method is removed.')
    expect(body.payment_info.payment_methods).toMatchObject([
      { id: ids[2], is_primary: true },
      { id: ids[1], is_primary: false },
    ])
    expect((await on.remove(practice, ids[0]!)).status).toBe(404)
    await vi.waitFor(() => expect(pay.provider.findMethod(tokens[0]!)).rejects.toThrow('does not exist'), 30_000)
    expect(await pay.provider.findMethod(tokens[1]!)).toMatchObject({ id: tokens[1] })
    // Without a contract the last one may go.
    await on.remove(practice, ids[1]!)
    expect((await on.remove(practice, ids[2]!)).body.payment_info.payment_methods).toEqual([])
  })

  it('that is the last one stays while the contract is active', async () => {
    const { practice, customer } = await on.known({ contract: true })
    const id = (await on.add(practice, await pay.tokenOf('paid', customer), { current_password })).body
      .payment_method_id
    expect((await on.info(practice)).body.payment_info.payment_methods[0]!.can.delete).toBe(false)
    expect(await on.remove(practice, id, { current_password })).toMatchObject(refused(409, lastOne))
    await on.set(practice, { suspended_at: new Date() })
    expect((await on.info(practice)).body.payment_info.payment_methods[0]!.can.delete).toBe(true)
    expect((await on.remove(practice, id, { current_password })).status).toBe(200)
  })

  it('stays while a payment is in progress, and can still be renamed', async () => {
    const { practice, customer } = await on.known()
    const id = (await on.add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
    await on.add(practice, await pay.tokenOf('bank', customer))
    const token = await pay.tokenOf('paid', customer)
    await on.inProgress(practice)
    expect(await on.remove(practice, id)).toMatchObject(refused(409, busy))
    expect(await on.add(practice, token, { replaces: id })).toMatchObject(refused(409, busy))
    expect((await on.update(practice, id, { payment_method_nickname: 'Card' })).status).toBe(200)
  })
})
