import { accounts } from '@archwire/contract/accounts/routes.ts'
import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import type { PaymentMethodBody } from '@archwire/contract/payments/schema.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { labScope } from '../src/db/scope.ts'
import { finishEffects } from '../src/kernel/effects.ts'
import { beginWaived } from '../src/modules/billing/index.ts'
import { customerOf, paymentEffects, primaryMethod } from '../src/modules/payments/index.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given, type GivenPractice } from './given.ts'
import { membersIn, ownPassword, type GivenMembers } from './given/members.ts'
import { openPayments, type TestPayments } from './paying.ts'
import { solveBotCheck } from './solve-bot-check.ts'

/** How a practice pays (`billing/payment-methods`, `billing/who-pays`). */
let pay: TestPayments
let test: TestApp
let given: Given
let members: GivenMembers
beforeAll(async () => {
  pay = await openPayments()
  test = await openTestApp({ payments: pay.provider, worker: true })
  given = givenIn(test)
  members = membersIn(test)
})
afterAll(async () => {
  await test.close()
  await pay.close()
})

const notSetUp = 'Payments are not set up on this server.'
const unknownMethod = 'The payment provider does not know this payment method. Please enter it again.'
const lastOne = 'The last payment method cannot be removed while the contract is active.'
const busy = 'A payment is in progress. Please try again in a minute.'
const refused = (status: number, error: unknown) => ({ status, body: { error } })

const info = (where: GivenPractice, who = where.owner) =>
  test.as(who).call(payments.info, { query: { organization_id: where.id } })
const begin = (where: GivenPractice, who = where.owner, app = test) =>
  app.as(who).call(payments.begin, { body: { organization_id: where.id } })
const solved = async () => solveBotCheck((await test.as(null).call(accounts.botCheck)).body)
type Change = Partial<PaymentMethodBody> & { key?: string }
async function add(where: GivenPractice, token_id: string, { key, ...change }: Change = {}, who = where.owner) {
  const body = { organization_id: where.id, token_id, bot_check: await solved(), ...change }
  return test.as(who).call(payments.addMethod, { body }, key ? { 'idempotency-key': key } : {})
}
const update = (where: GivenPractice, id: number, body: object, who = where.owner) =>
  test.as(who).call(payments.updateMethod, { params: { id }, body })
const remove = (where: GivenPractice, id: number, body: object = {}, who = where.owner) =>
  test.as(who).call(payments.removeMethod, { params: { id }, body })

async function known(options: { contract?: boolean } = {}): Promise<{ practice: GivenPractice; customer: string }> {
  const practice = await given.practice()
  if (options.contract) await begins(practice)
  await begin(practice)
  return { practice, customer: (await customerOf(test.connection.db, labScope, practice.id))! }
}
const begins = async (practice: GivenPractice) => {
  await members.withPassword(practice.owner)
  await test.connection.db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, test.config.labZone))
}
const current_password = ownPassword
const set = (practice: GivenPractice, change: object) =>
  test.connection.db.updateTable('organizations').set(change).where('id', '=', practice.id).execute()
const rowsOf = async ({ id }: GivenPractice) =>
  (
    await sql<{ provider_id: string; is_primary: boolean; live: boolean }>`
      select provider_id, is_primary, deleted_at is null as live from payment_methods where organization_id = ${id} order by id`.execute(
      test.connection.db,
    )
  ).rows
/** A payment of the practice whose result is not known. */
const inProgress = async ({ id, owner }: GivenPractice) =>
  sql`insert into effects (organization_id, name, user_id, route, intent, leased_until, created_at)
    values (${id}, 'initial_purchase', ${owner.id}, 'test', '{}', now() + interval '1 minute', now())`.execute(
    test.connection.db,
  )

describe('a practice', () => {
  it('has no payment method at first, and is made known to the provider once', async () => {
    const practice = await given.practice()
    expect((await info(practice)).body.payment_info).toEqual({
      organization_id: practice.id,
      customer_id: null,
      billing_address: null,
      payment_methods: [],
      fields: { script: pay.standIn.script, web_token: 'test-web-token', is_stand_in: true },
      needs_password: false,
      can: { update: true },
    })
    const customers = await Promise.all(Array.from({ length: 5 }, () => begin(practice)))
    const again = await begin(practice)
    const customer_id = await customerOf(test.connection.db, labScope, practice.id)
    expect(again.body.payment_info.customer_id).toBe(customer_id)
    for (const { status } of customers) expect([200, 409]).toContain(status)
    const { rows } = await sql<{ outcome: { id: string } | null }>`
      select outcome from effects where organization_id = ${practice.id} and name = 'payments.customer'`.execute(
      test.connection.db,
    )
    expect(rows.filter(({ outcome }) => outcome).map(({ outcome }) => outcome!.id)).toEqual([customer_id])
  })

  it('is told to the provider by its billing address, else its account details, else the owner', async () => {
    const createCustomer = vi.spyOn(pay.provider, 'createCustomer')
    const address = {
      first_name: 'Victor',
      last_name: 'Lang',
      email: 'books@example.com',
      phone_number: '+13035550145',
      street_address: '1200 Larimer Street',
      city: 'Denver',
      state: 'CO',
      zip_code: '80204',
    }
    const details = ({ id }: GivenPractice) =>
      sql`insert into account_details (organization_id, version, organization, first_name, last_name, email, phone_number,
          street_address, city, state, zip_code, country, created_at, updated_at)
        values (${id}, 1, 'Larimer Orthodontics', 'Ruth', 'Moss', 'ruth@example.com', '+13035550142', 'A', 'Denver', 'CO', '80204', 'USA', now(), now())`.execute(
        test.connection.db,
      )
    const [byOwner, byDetails, byAddress] = [await given.practice(), await given.practice(), await given.practice()]
    await details(byDetails)
    await set(byDetails, { name: `Account ${byDetails.id}` })
    await details(byAddress)
    await test.as(byAddress.owner).call(billingAddress.update, { params: { id: byAddress.id }, body: address as never })
    for (const practice of [byOwner, byDetails, byAddress]) expect((await begin(practice)).status).toBe(200)
    const told = createCustomer.mock.calls.map(([customer]) => customer)
    createCustomer.mockRestore()
    expect(told).toEqual([
      {
        company: expect.stringMatching(/^Practice /),
        first_name: 'Olga',
        last_name: 'Owner',
        email: await members.emailOf(byOwner.owner),
      },
      { company: 'Larimer Orthodontics', first_name: 'Ruth', last_name: 'Moss', email: 'ruth@example.com' },
      {
        company: expect.stringMatching(/^Practice /),
        first_name: 'Victor',
        last_name: 'Lang',
        email: 'books@example.com',
      },
    ])
  })

  it('of which the answer was lost is known after the next try, or by the worker', async () => {
    for (const byWorker of [false, true]) {
      const practice = await given.practice()
      pay.standIn.dropNext('after')
      expect((await begin(practice)).status).toBe(503)
      if (byWorker)
        await finishEffects(test.connection.db, paymentEffects(pay.provider), ({ organization_id }, error) => {
          if (organization_id === practice.id) throw error
        })
      else expect((await begin(practice)).status).toBe(200)
      expect((await info(practice)).body.payment_info.customer_id).not.toBeNull()
    }
  })
})

describe('a payment method', () => {
  it('is added as the provider describes it; the first one is primary, and the newest comes after it', async () => {
    const { practice, customer } = await known()
    const card = await pay.tokenOf('paid', customer)
    const first = await add(practice, card)
    expect(first.body).toMatchObject({ message: 'The payment method is saved.' })
    const bank = await add(practice, await pay.tokenOf('bank', customer), { payment_method_nickname: ' House bank ' })
    await add(practice, await pay.tokenOf('paid', customer), { payment_method_nickname: 'Second card' })
    const { payment_methods } = (await info(practice)).body.payment_info
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
    const primary = await test.connection.db.transaction().execute((trx) => primaryMethod(trx, labScope, practice.id))
    expect(primary).toEqual({
      id: first.body.payment_method_id,
      provider_id: card,
      method: 'card',
      nickname: 'Visa 1111',
    })
  })

  it('given twice is one, in sequence, at once and under one key', async () => {
    const { practice, customer } = await known()
    const token = await pay.tokenOf('paid', customer)
    const first = await add(practice, token)
    expect((await add(practice, token)).body.payment_method_id).toBe(first.body.payment_method_id)
    const other = await pay.tokenOf('paid', customer)
    const bot_check = await solved()
    const key = `add-${given.unique()}`
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => add(practice, other)),
      ...Array.from({ length: 5 }, () => add(practice, other, { key, bot_check })),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const repeated = await add(practice, other, { key, bot_check })
    const changed = await add(practice, other, { key, bot_check, payment_method_nickname: 'Other' })
    expect([repeated.status, changed.status]).toEqual([200, 422])
    expect((await rowsOf(practice)).map(({ provider_id }) => provider_id)).toEqual([token, other])
  })

  it('of another practice, an unknown and a removed one are refused alike', async () => {
    const { practice, customer } = await known()
    const theirs = await known()
    const strange = await pay.tokenOf('paid', theirs.customer)
    await add(theirs.practice, strange)
    const removed = await pay.tokenOf('paid', customer)
    await remove(practice, (await add(practice, removed)).body.payment_method_id)
    for (const token of [strange, 'no-such-method', removed])
      expect(await add(practice, token)).toMatchObject(refused(409, unknownMethod))
    expect((await rowsOf(practice)).filter(({ live }) => live)).toEqual([])
    expect(await rowsOf(theirs.practice)).toEqual([{ provider_id: strange, is_primary: true, live: true }])
  })

  it('asks for a bot check, which counts once', async () => {
    const { practice, customer } = await known()
    const bot_check = await solved()
    const message = { bot_check: ['The human verification failed. Please try again.'] }
    const unsolved = { bot_check: 'unsolved' }
    expect(await add(practice, await pay.tokenOf('paid', customer), unsolved)).toMatchObject(refused(422, message))
    // A refused request uses up nothing.
    expect((await add(await given.practice(), 'token', { bot_check })).status).toBe(409)
    expect((await add(practice, await pay.tokenOf('paid', customer), { bot_check })).status).toBe(200)
    expect(await add(practice, await pay.tokenOf('paid', customer), { bot_check })).toMatchObject(refused(422, message))
  })

  it('comes after the customer', async () => {
    const practice = await given.practice()
    const message = 'Open the payment form first: the payment provider does not know this practice yet.'
    expect(await add(practice, 'token')).toMatchObject(refused(409, message))
  })

  it('is renamed and made primary, on the version that was seen', async () => {
    const { practice, customer } = await known()
    const first = (await add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
    const second = (await add(practice, await pay.tokenOf('bank', customer))).body.payment_method_id
    const renamed = await update(practice, second, { payment_method_nickname: 'Savings', version: 1 })
    expect(renamed.body).toMatchObject({ payment_method_id: second, message: 'The payment method is saved.' })
    const stale = 'Someone else changed this in the meantime.'
    expect(await update(practice, second, { is_primary: true, version: 1 })).toMatchObject(refused(409, stale))
    expect(await update(practice, second, { version: 1 })).toMatchObject(refused(409, stale))
    const primary = await update(practice, second, { is_primary: true, version: 2 })
    expect(primary.body.message).toBe('The primary payment method is changed.')
    expect(primary.body.payment_info.payment_methods).toMatchObject([
      { id: second, is_primary: true, payment_method_nickname: 'Savings', version: 3 },
      { id: first, is_primary: false },
    ])
    const both = await Promise.all([first, second].map((id) => update(practice, id, { is_primary: true })))
    for (const { status } of both) expect([200, 409]).toContain(status)
    expect((await rowsOf(practice)).filter(({ is_primary }) => is_primary)).toHaveLength(1)
  })

  it('is replaced: the new one takes its place, also as the last one and as the primary one', async () => {
    const { practice, customer } = await known({ contract: true })
    const [old, token] = [await pay.tokenOf('paid', customer), await pay.tokenOf('bank', customer)]
    const first = (await add(practice, old, { current_password })).body.payment_method_id
    const stranger = await known()
    const strange = (await add(stranger.practice, await pay.tokenOf('paid', stranger.customer))).body.payment_method_id
    expect(await add(practice, token, { current_password, replaces: strange })).toMatchObject({ status: 404 })
    const { body } = await add(practice, token, { current_password, replaces: first })
    expect(body.payment_info.payment_methods).toMatchObject([{ id: body.payment_method_id, is_primary: true }])
    expect(await rowsOf(practice)).toEqual([
      { provider_id: old, is_primary: false, live: false },
      { provider_id: token, is_primary: true, live: true },
    ])
    await vi.waitFor(() => expect(pay.provider.findMethod(old)).rejects.toThrow('does not exist'), 30_000)
  })

  it('is removed here and at the provider; the newest becomes primary', async () => {
    const { practice, customer } = await known()
    const tokens = [
      await pay.tokenOf('paid', customer),
      await pay.tokenOf('bank', customer),
      await pay.tokenOf('paid', customer),
    ]
    const ids: number[] = []
    for (const token of tokens) ids.push((await add(practice, token)).body.payment_method_id)
    const { body } = await remove(practice, ids[0]!)
    expect(body.message).toBe('The payment method is removed.')
    expect(body.payment_info.payment_methods).toMatchObject([
      { id: ids[2], is_primary: true },
      { id: ids[1], is_primary: false },
    ])
    expect((await remove(practice, ids[0]!)).status).toBe(404)
    await vi.waitFor(() => expect(pay.provider.findMethod(tokens[0]!)).rejects.toThrow('does not exist'), 30_000)
    expect(await pay.provider.findMethod(tokens[1]!)).toMatchObject({ id: tokens[1] })
    // Without a contract the last one may go.
    await remove(practice, ids[1]!)
    expect((await remove(practice, ids[2]!)).body.payment_info.payment_methods).toEqual([])
  })

  it('that is the last one stays while the contract is active', async () => {
    const { practice, customer } = await known({ contract: true })
    const id = (await add(practice, await pay.tokenOf('paid', customer), { current_password })).body.payment_method_id
    expect((await info(practice)).body.payment_info.payment_methods[0]!.can.delete).toBe(false)
    expect(await remove(practice, id, { current_password })).toMatchObject(refused(409, lastOne))
    await set(practice, { suspended_at: new Date() })
    expect((await info(practice)).body.payment_info.payment_methods[0]!.can.delete).toBe(true)
    expect((await remove(practice, id, { current_password })).status).toBe(200)
  })

  it('stays while a payment is in progress, and can still be renamed', async () => {
    const { practice, customer } = await known()
    const id = (await add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
    await add(practice, await pay.tokenOf('bank', customer))
    const token = await pay.tokenOf('paid', customer)
    await inProgress(practice)
    expect(await remove(practice, id)).toMatchObject(refused(409, busy))
    expect(await add(practice, token, { replaces: id })).toMatchObject(refused(409, busy))
    expect((await update(practice, id, { payment_method_nickname: 'Card' })).status).toBe(200)
  })
})

describe('the password', () => {
  it('is asked for once there is a contract, but not to rename', async () => {
    const { practice, customer } = await known({ contract: true })
    expect((await info(practice)).body.payment_info.needs_password).toBe(true)
    const token = await pay.tokenOf('paid', customer)
    const wrong = { current_password: ['This is not your password.'] }
    const missing = { current_password: ['Required'] }
    expect(await add(practice, token)).toMatchObject(refused(422, missing))
    expect(await add(practice, token, { current_password: 'Wrong-Hedge-42' })).toMatchObject(refused(422, wrong))
    const id = (await add(practice, token, { current_password })).body.payment_method_id
    await add(practice, await pay.tokenOf('bank', customer), { current_password })
    expect((await update(practice, id, { payment_method_nickname: 'Card' })).status).toBe(200)
    expect(await update(practice, id, { is_primary: true })).toMatchObject(refused(422, missing))
    expect((await update(practice, id, { is_primary: true, current_password })).status).toBe(200)
    expect(await remove(practice, id)).toMatchObject(refused(422, missing))
    expect((await remove(practice, id, { current_password })).status).toBe(200)
  })
})

describe('who may', () => {
  it('an owner alone; to strangers the practice does not exist', async () => {
    const { practice, customer } = await known()
    const id = (await add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
    const people: [string, TestUser, number][] = [
      ['super_admin', await given.user('super_admin'), 403],
      ['admin', await given.user('admin'), 403],
      ['manager', practice.manager, 403],
      ['member', practice.member, 403],
      ['stranger', (await given.practice()).owner, 404],
    ]
    for (const [name, who, status] of people) {
      const answers = [
        await info(practice, who),
        await begin(practice, who),
        await add(practice, 'token', {}, who),
        await update(practice, id, { is_primary: true }, who),
        await remove(practice, id, {}, who),
      ]
      expect([name, ...answers.map((answer) => answer.status)]).toEqual([name, ...answers.map(() => status)])
    }
    expect((await rowsOf(practice)).filter(({ live }) => live)).toHaveLength(1)
  })

  it('no one in a disabled or archived practice', async () => {
    const { practice } = await known()
    for (const change of [{ disabled_at: new Date() }, { disabled_at: null, deleted_at: new Date() }]) {
      await set(practice, change)
      await vi.waitFor(async () => expect((await info(practice)).status).toBe(403), 10_000)
      expect((await begin(practice)).status).toBe(403)
    }
  })
})

it('without a provider, methods are shown and nothing is written', async () => {
  const without = await openTestApp()
  const { practice, customer } = await known()
  const id = (await add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
  const by = without.as(practice.owner)
  const shown = await by.call(payments.info, { query: { organization_id: practice.id } })
  expect(shown.body.payment_info).toMatchObject({ fields: null, can: { update: false }, payment_methods: [{ id }] })
  const body = { organization_id: practice.id, token_id: 'token', bot_check: await solved() }
  const writes = [
    await begin(practice, practice.owner, without),
    await by.call(payments.addMethod, { body }),
    await by.call(payments.updateMethod, { params: { id }, body: { payment_method_nickname: 'Card' } }),
    await by.call(payments.removeMethod, { params: { id }, body: {} }),
  ]
  for (const answer of writes) expect(answer).toMatchObject(refused(409, notSetUp))
  await without.close()
})
