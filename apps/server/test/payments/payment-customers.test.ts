import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import { payments } from '@archwire/contract/payments/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { finishEffects } from '../../src/kernel/effects.ts'
import { customerOf, paymentEffects } from '../../src/modules/payments/index.ts'
import { asOwner } from '../as-owner.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, ownPassword as current_password } from '../given/members.ts'
import { paymentCallsIn, refused, type PaymentCalls } from '../given/payment-calls.ts'
import { openPayments, type TestPayments } from '../paying.ts'

/** A practice as the payment provider's customer, and who may change how it pays (`billing/payment-customer`, `billing/who-pays`). */
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

const notSetUp = 'Payments are not set up on this server.'

describe('a practice', () => {
  it('has no payment method at first, and is made known to the provider once', async () => {
    const practice = await given.practice()
    expect((await on.info(practice)).body.payment_info).toEqual({
      organization_id: practice.id,
      customer_id: null,
      billing_address: null,
      payment_methods: [],
      fields: { script: pay.standIn.script, web_token: 'test-web-token', is_stand_in: true },
      needs_password: false,
      can: { update: true },
    })
    const customers = await Promise.all(Array.from({ length: 5 }, () => on.begin(practice)))
    const again = await on.begin(practice)
    const customer_id = await customerOf(test.connection.db, labScope, practice.id)
    expect(again.body.payment_info.customer_id).toBe(customer_id)
    for (const { status } of customers) expect([200, 409]).toContain(status)
    const { rows } = await sql<{ outcome: { id: string } | null }>`
      select outcome from effects where organization_id = ${practice.id} and name = 'payments.customer'`.execute(
      test.connection.db,
    )
    expect(rows.filter(({ outcome }) => outcome).map(({ outcome }) => outcome!.id)).toEqual([customer_id])
    const recorded = await asOwner(
      `select action, subject_id::int as id, user_id, address from audit_log where organization_id = $1 and action like 'payment%'`,
      [practice.id],
    )
    expect(recorded).toEqual([
      { action: 'payment_customer.added', id: practice.id, user_id: practice.owner.id, address: '127.0.0.1' },
    ])
  })

  it('is described to the provider by its billing address, else its account details, else the owner', async () => {
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
    await on.set(byDetails, { name: `Account ${byDetails.id}` })
    await details(byAddress)
    await test.as(byAddress.owner).call(billingAddress.update, { params: { id: byAddress.id }, body: address as never })
    for (const practice of [byOwner, byDetails, byAddress]) expect((await on.begin(practice)).status).toBe(200)
    const told = createCustomer.mock.calls.map(([customer]) => customer)
    createCustomer.mockRestore()
    expect(told).toEqual([
      {
        company: expect.stringMatching(/^Practice /),
        first_name: 'Olga',
        last_name: 'Owner',
        email: await membersIn(test).emailOf(byOwner.owner),
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
      expect((await on.begin(practice)).status).toBe(503)
      if (byWorker)
        await finishEffects(test.connection.db, paymentEffects(pay.provider), ({ organization_id }, error) => {
          if (organization_id === practice.id) throw error
        })
      else expect((await on.begin(practice)).status).toBe(200)
      expect((await on.info(practice)).body.payment_info.customer_id).not.toBeNull()
    }
  })
})

describe('the password', () => {
  it('is asked for once there is a contract, but not to rename', async () => {
    const { practice, customer } = await on.known({ contract: true })
    expect((await on.info(practice)).body.payment_info.needs_password).toBe(true)
    const token = await pay.tokenOf('paid', customer)
    const wrong = { current_password: ['This is not your password.'] }
    const missing = { current_password: ['Required'] }
    expect(await on.add(practice, token)).toMatchObject(refused(422, missing))
    expect(await on.add(practice, token, { current_password: 'Wrong-Hedge-42' })).toMatchObject(refused(422, wrong))
    const id = (await on.add(practice, token, { current_password })).body.payment_method_id
    await on.add(practice, await pay.tokenOf('bank', customer), { current_password })
    expect((await on.update(practice, id, { payment_method_nickname: 'Card' })).status).toBe(200)
    expect(await on.update(practice, id, { is_primary: true })).toMatchObject(refused(422, missing))
    expect((await on.update(practice, id, { is_primary: true, current_password })).status).toBe(200)
    expect(await on.remove(practice, id)).toMatchObject(refused(422, missing))
    expect((await on.remove(practice, id, { current_password })).status).toBe(200)
  })
})

describe('who may', () => {
  it('an owner alone; to strangers the practice does not exist', async () => {
    const { practice, customer } = await on.known()
    const id = (await on.add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
    const people: [string, TestUser, number][] = [
      ['super_admin', await given.user('super_admin'), 403],
      ['admin', await given.user('admin'), 403],
      ['manager', practice.manager, 403],
      ['member', practice.member, 403],
      ['stranger', (await given.practice()).owner, 404],
    ]
    for (const [name, who, status] of people) {
      const answers = [
        await on.info(practice, who),
        await on.begin(practice, who),
        await on.add(practice, 'token', {}, who),
        await on.update(practice, id, { is_primary: true }, who),
        await on.remove(practice, id, {}, who),
      ]
      expect([name, ...answers.map((answer) => answer.status)]).toEqual([name, ...answers.map(() => status)])
    }
    expect((await on.rowsOf(practice)).filter(({ live }) => live)).toHaveLength(1)
  })

  it('no one in a disabled or archived practice', async () => {
    const { practice } = await on.known()
    for (const change of [{ disabled_at: new Date() }, { disabled_at: null, deleted_at: new Date() }]) {
      await on.set(practice, change)
      await vi.waitFor(async () => expect((await on.info(practice)).status).toBe(403), 10_000)
      expect((await on.begin(practice)).status).toBe(403)
    }
  })
})

it('without a provider, methods are shown and nothing is written', async () => {
  const without = await openTestApp()
  const { practice, customer } = await on.known()
  const id = (await on.add(practice, await pay.tokenOf('paid', customer))).body.payment_method_id
  const by = without.as(practice.owner)
  const shown = await by.call(payments.info, { query: { organization_id: practice.id } })
  expect(shown.body.payment_info).toMatchObject({ fields: null, can: { update: false }, payment_methods: [{ id }] })
  const body = { organization_id: practice.id, token_id: 'token', bot_check: await on.solved() }
  const writes = [
    await on.begin(practice, practice.owner, without),
    await by.call(payments.addMethod, { body }),
    await by.call(payments.updateMethod, { params: { id }, body: { payment_method_nickname: 'Card' } }),
    await by.call(payments.removeMethod, { params: { id }, body: {} }),
  ]
  for (const answer of writes) expect(answer).toMatchObject(refused(409, notSetUp))
  await without.close()
})
