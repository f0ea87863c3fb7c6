import { orders } from '@archwire/contract/billing/routes.ts'
import { periodicRules } from '@archwire/contract/periodic-rules/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCharges } from '../../src/modules/charges/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { begun, januaryIn } from '../january.ts'
import { chargeByHand } from '../own-charge.ts'

/** Rules of a subscription, and what they bring to its orders (`contracts/rules`, `contracts/rules-at-once`). */
let test: TestApp
let given: Given
let admin: TestUser
let practice: () => Promise<GivenPractice & { contractId: number }>
let close: ReturnType<typeof januaryIn>['close']
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  const january = januaryIn(test, given)
  close = january.close
  practice = async () => {
    const made = await january.practice()
    const { rows } = await sql<{
      id: number
    }>`select id from contracts where organization_id = ${made.id}`.execute(test.connection.db)
    return { ...made, contractId: rows[0]!.id }
  }
})
afterAll(() => test.close())

const lease = { value: 49, custom_description: 'Scanner lease', is_active: true }
const add = (at: { contractId: number }, rule: object = {}, who = admin) =>
  test.raw(who, 'POST', '/periodic_rules', { ...lease, contract_id: at.contractId, ...rule })
const added = async (at: { contractId: number }, rule: object = {}): Promise<number> => {
  const { status, body } = await add(at, rule)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.rule as { id: number }).id
}
const send = (id: number, edit: object, who = admin) => test.raw(who, 'PUT', `/periodic_rules/${id}`, edit)
/** A change on the version that holds, as the page makes it. */
const change = async (id: number, edit: object, who = admin) => {
  const { rows } = await sql<{ version: number }>`select version from periodic_rules where id = ${id}`.execute(
    test.connection.db,
  )
  return send(id, { version: rows[0]!.version, ...edit }, who)
}
const current = async ({ id, owner }: GivenPractice) =>
  (await test.as(owner).call(orders.current, { params: { id } })).body
const invoice = async (id: number) => (await test.as(admin).call(orders.get, { params: { id } })).body.order
type Adjusted = { custom_description: string; value: number }[]
/** What people or rules put on an order, discounts below zero. */
const onIt = ({ charges, discounts }: { charges: Adjusted; discounts: Adjusted }) => [
  ...charges.map(({ custom_description, value }) => [custom_description, value]),
  ...discounts.map(({ custom_description, value }) => [custom_description, -value]),
]

describe('a periodic rule', () => {
  it('is answered with type and positive value, and who made it', async () => {
    const made = await practice()
    const { body } = await add(made, { value: -12.5, custom_description: ' Study club ', applied_from: '2020-01-05' })
    expect(body).toMatchObject({
      message: 'The periodic rule is added.',
      rule: {
        contract_id: made.contractId,
        organization: { id: made.id },
        type: 'Discount',
        value: 12.5,
        custom_description: 'Study club',
        is_active: true,
        applied_from: '2020-01-05',
        applied_to: null,
        status: 'active',
        created_by: 'Test Person',
        can: { update: true, update_value: true, delete: true },
      },
    })
    const { id } = body.rule as { id: number }
    expect((await test.as(admin).call(periodicRules.get, { params: { id } })).body.rule).toEqual(body.rule)
  })

  it.each([
    ['no value', { value: undefined }, { value: ['Required'] }],
    ['a value of 0', { value: 0 }, { value: ['Enter an amount other than 0.'] }],
    ['a tenth of a cent', { value: 0.001 }, { value: ['At most two decimals.'] }],
    ['more than a million', { value: 1_000_000.01 }, { value: ['At most 1,000,000.'] }],
    ['less than minus a million', { value: -1_000_000.01 }, { value: ['At least -1,000,000.'] }],
    ['no description', { custom_description: ' ' }, { custom_description: ['Required'] }],
    [
      'a description of 256 letters',
      { custom_description: 'x'.repeat(256) },
      { custom_description: ['At most 255 characters.'] },
    ],
    ['neither on nor off', { is_active: undefined }, { is_active: expect.anything() }],
    ['a day that is none', { applied_from: '2026-02-30' }, { applied_from: ['Invalid date'] }],
    [
      'a last day before the first',
      { applied_from: '2026-02-02', applied_to: '2026-02-01' },
      { applied_to: ['Not before the first day.'] },
    ],
  ])('is refused with %s', async (_, rule, error) => {
    const made = await practice()
    expect(await add(made, rule)).toMatchObject({ status: 422, body: { error } })
    expect(onIt((await current(made)).order!)).toEqual([])
  })

  it('keeps its days in order when one of them changes', async () => {
    const id = await added(await practice(), { applied_from: '2026-02-01', applied_to: '2026-02-28' })
    expect(await change(id, { applied_to: '2026-01-31' })).toMatchObject({
      status: 422,
      body: { error: { applied_to: ['Not before the first day.'] } },
    })
    expect((await change(id, { applied_from: null, applied_to: '2026-01-31' })).status).toBe(200)
  })

  it('of no contract is a 404', async () => {
    expect(await add({ contractId: 2_000_000_000 })).toMatchObject({ status: 404 })
  })

  it('adds up with the others that are on to five million, charges and discounts apart', async () => {
    const made = await practice()
    for (let n = 0; n < 4; n += 1) await added(made, { value: 1_000_000 })
    const off = await added(made, { value: 1_000_000, is_active: false })
    const last = await added(made, { value: 999_999.99 })
    await added(made, { value: -1_000_000 })
    expect((await add(made, { value: 0.01 })).status).toBe(200)
    const tooMuch = 'The periodic charges of this subscription would come to more than $5,000,000.00.'
    expect(await add(made, { value: 0.01 })).toMatchObject({ status: 422, body: { error: { value: [tooMuch] } } })
    expect(await change(off, { is_active: true })).toMatchObject({ status: 422, body: { error: { value: [tooMuch] } } })
    expect(await change(last, { value: 1_000_000 })).toMatchObject({
      status: 422,
      body: { error: { value: [tooMuch] } },
    })
    // What was in it before is no obstacle to what changes it.
    expect((await change(last, { value: 999_999.98 })).status).toBe(200)
    // An order with all of it still closes: 99 for the month, 4,999,999.99 charged, a million taken off.
    expect(await invoice((await close(made, '2026-01-31'))!.id)).toMatchObject({ subtotal: 4_000_098.99 })
  })
})

describe('the open order', () => {
  it('has a rule at once, as it is changed, and no more when it is off or deleted', async () => {
    const made = await practice()
    const id = await added(made)
    // 99 for the month and 49 of the rule.
    expect((await current(made)).order).toMatchObject({
      charges: [{ custom_description: 'Scanner lease', value: 49, is_periodic: true, can_remove: false }],
      subtotal: 148,
    })
    await change(id, { value: -20, custom_description: 'Loyalty' })
    expect(onIt((await current(made)).order!)).toEqual([['Loyalty', -20]])
    expect((await current(made)).order).toMatchObject({ subtotal: 79 })
    await change(id, { is_active: false })
    expect(onIt((await current(made)).order!)).toEqual([])
    await change(id, { is_active: true })
    expect(onIt((await current(made)).order!)).toEqual([['Loyalty', -20]])
    expect((await test.raw(admin, 'DELETE', `/periodic_rules/${id}`)).body).toMatchObject({
      message: 'The periodic rule is deleted.',
    })
    expect((await current(made)).order).toMatchObject({ subtotal: 99 })
  })

  it('has a rule that starts after its closing day under To come, in no sum', async () => {
    const made = await practice()
    await added(made, { applied_from: '2026-02-01' })
    const { order, metadata } = await current(made)
    expect(order).toMatchObject({ charges: [], subtotal: 99 })
    expect(metadata.template_data.to_come).toMatchObject([{ label: 'Scanner lease', day: '2026-02-01', value: 49 }])
  })

  /** The order runs from January 1 to its closing day, January 31; the next one closes on February 28. By hand. */
  it.each([
    ['begins and ends before the closing day', '2026-01-05', '2026-01-20', [], []],
    ['ends on the day before the closing day', '2026-01-05', '2026-01-30', [], []],
    ['ends on the closing day', '2026-01-05', '2026-01-31', [['Scanner lease', 49]], []],
    ['begins on the closing day', '2026-01-31', null, [['Scanner lease', 49]], [['Scanner lease', 49]]],
    ['is the closing day alone', '2026-01-31', '2026-01-31', [['Scanner lease', 49]], []],
    ['begins on the day after', '2026-02-01', null, [], [['Scanner lease', 49]]],
    ['begins and ends between two closing days', '2026-02-01', '2026-02-27', [], []],
    ['has no days', null, null, [['Scanner lease', 49]], [['Scanner lease', 49]]],
  ] as const)('closes with a rule that %s', async (_, applied_from, applied_to, january, february) => {
    const made = await practice()
    await added(made, { applied_from, applied_to })
    const first = await invoice((await close(made, '2026-01-31'))!.id)
    const second = await invoice((await close(made, '2026-02-28'))!.id)
    expect([onIt(first), onIt(second)]).toEqual([january, february])
    // 99 for the month, whole, and the rule, whole.
    expect([first.subtotal, second.subtotal]).toEqual([99 + 49 * january.length, 99 + 49 * february.length])
  })

  it('takes rules off after discounts by hand, in the order of their ids, as far as there is something left', async () => {
    const made = await practice()
    const sorry = chargeByHand({ label: 'Sorry', unit_cents: -6000, day: '2026-01-10' })
    await test.connection.db
      .transaction()
      .execute((trx) => writeCharges(trx, { userId: null, name: 'Archwire', now: begun }, made.id, [sorry]))
    await added(made, { value: -30, custom_description: 'First' })
    await added(made, { value: -30, custom_description: 'Second' })
    // 99 less 60 less 30 leaves 9 for the second one.
    const shown = (await current(made)).order!
    expect(onIt(shown)).toEqual([
      ['Sorry', -60],
      ['First', -30],
      ['Second', -9],
    ])
    expect(shown.subtotal).toBe(0)
  })
})

it('a closed order keeps what a rule brought when it is changed and deleted', async () => {
  const made = await practice()
  const id = await added(made)
  const closed = (await close(made, '2026-01-31'))!.id
  const before = await invoice(closed)
  await change(id, { value: 5, custom_description: 'Other words' })
  await test.raw(admin, 'DELETE', `/periodic_rules/${id}`)
  expect(onIt(await invoice(closed))).toEqual([['Scanner lease', 49]])
  expect(await invoice(closed)).toMatchObject({ subtotal: before.subtotal, total: before.total })
  expect(onIt((await current(made)).order!)).toEqual([])
  expect((await test.raw(admin, 'GET', `/periodic_rules/${id}`)).status).toBe(404)
  expect((await change(id, { is_active: true })).status).toBe(404)
  expect((await test.raw(admin, 'DELETE', `/periodic_rules/${id}`)).status).toBe(404)
})

it('is changed on the version that the page showed alone', async () => {
  const id = await added(await practice())
  expect(await send(id, { value: 5 })).toMatchObject({ status: 422, body: { error: { version: expect.anything() } } })
  for (const version of [null, '1', 0, 1.5, 2_147_483_648])
    expect([version, (await send(id, { value: 5, version })).status]).toEqual([version, 422])
  expect((await send(id, { value: 5, version: 2 })).status).toBe(409)
  const answers = await Promise.all([send(id, { value: 5, version: 1 }), send(id, { value: 6, version: 1 })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

it('the list has the rules of a contract, those made last first, and those that are on', async () => {
  const [made, other] = [await practice(), await practice()]
  const first = await added(made, { custom_description: 'First' })
  const off = await added(made, { custom_description: 'Off', is_active: false })
  const gone = await added(made, { custom_description: 'Gone' })
  await added(other)
  await test.raw(admin, 'DELETE', `/periodic_rules/${gone}`)
  const list = async (query: object) =>
    (await test.as(admin).call(periodicRules.list, { query: { contract_id: made.contractId, ...query } })).body
  const all = await list({})
  expect(all.periodic_rules.map(({ id }) => id)).toEqual([off, first])
  expect(all.meta).toMatchObject({ page: 1, total: 2 })
  expect((await list({ is_active: true })).periodic_rules.map(({ id }) => id)).toEqual([first])
  expect((await list({ is_active: false })).periodic_rules.map(({ id }) => id)).toEqual([off])
})
