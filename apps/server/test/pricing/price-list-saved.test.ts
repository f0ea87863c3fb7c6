import { listInDollars, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import type { Pricing } from '@archwire/contract/pricing/schema.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceCalls } from './price-calls.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** Setting the lab's list (`rx-form/prices`, `rx-form/price-limits`). A database of its own: lists are the whole lab's. */
let test: TestApp
let given: Given
let admin: TestUser
let second: TestUser
let calls: ReturnType<typeof priceCalls>
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  admin = await given.user('admin')
  second = await given.user('super_admin')
  calls = priceCalls(test, admin)
})
afterAll(() => test.close())

describe('the lab’s list (rx-form/prices)', () => {
  it('is replaced whole, in force at once, with who and when; an earlier case keeps its own', async () => {
    const practice = await given.practice()
    const before = await calls.present()
    const testCase = await given.case({ practice, form: { impression_type: 1, products_list: 0, export_type: 1 } })
    const answer = await calls.save((list) => {
      list.arch!.software = 99.95
      list.settings!.delay_case_charging = 20
      list.arch_volume_discounts = [
        { volume: 40, discount: 12.3456 },
        { volume: 10, discount: 0 },
      ]
    })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The price list is saved.' } })
    const after = await calls.present()
    expect(after.prices).toEqual({
      ...before.prices,
      invented: undefined,
      version: before.prices.version + 1,
      arch: { ...before.prices.arch, software: 99.95 },
      settings: { ...before.prices.settings, delay_case_charging: 20 },
      arch_volume_discounts: [
        { volume: 10, discount: 0 },
        { volume: 40, discount: 12.3456 },
      ],
    })
    expect(after.versions[0]).toEqual({
      version: before.prices.version + 1,
      created_at: expect.any(String),
      created_by: { id: admin.id, full_name: expect.any(String) },
      changes: [
        { field: 'arch.software', before: before.prices.arch!.software, after: 99.95 },
        { field: 'settings.delay_case_charging', before: before.prices.settings!.delay_case_charging, after: 20 },
        {
          field: 'arch_volume_discounts',
          before: before.prices.arch_volume_discounts,
          after: after.prices.arch_volume_discounts,
        },
      ],
    })
    expect((await calls.shownTo(practice.owner, practice)).arch!.software).toBe(99.95)
    const kept = (await test.as(practice.owner).call(rxForms.get, { params: { id: testCase.rxFormId } })).body.rx_form
    expect(kept.price!.price_list).toBe(before.prices.version)
    expect(kept.price!.lines.find(({ fee }) => fee === 'arch.software')!.unit).toBe(before.prices.arch!.software)
  })

  it('makes no version of what is the same already', async () => {
    const { prices, versions } = await calls.present()
    expect((await calls.saveList(await calls.bodyWith())).status).toBe(200)
    expect((await calls.present()).prices.version).toBe(prices.version)
    expect((await calls.present()).versions).toEqual(versions)
  })

  it('says how many drafts are open, and how many practices have their own', async () => {
    const practice = await given.practice()
    const { open_drafts, practices_with_own_prices: practices } = await calls.present()
    for (const draft of ['one', 'two'])
      await test.as(practice.owner).call(rxForms.saveDraft, {
        params: { id: practice.id },
        query: { draft },
        body: { data: { first_name: 'Ada' } },
      })
    await test.as(practice.owner).call(rxForms.discardDraft, { params: { id: practice.id }, query: { draft: 'two' } })
    await calls.saveOwn(practice, { overrides: 0, arch: { print: 9.5 } })
    expect(await calls.present()).toMatchObject({
      open_drafts: open_drafts + 1,
      practices_with_own_prices: practices + 1,
    })
    await calls.saveOwn(practice, { overrides: 1, arch: { print: null } })
    expect((await calls.present()).practices_with_own_prices).toBe(practices)
  })

  it('is saved by one of two who saw the same version; the other gets a 409 and nothing is changed', async () => {
    const [one, two] = [
      await calls.bodyWith((list) => (list.arch!.print = 31)),
      await calls.bodyWith((list) => (list.arch!.print = 32)),
    ]
    const answers = await Promise.all([calls.saveList(one), calls.saveList(two, second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0]!.status === 200 ? 31 : 32
    const { prices } = await calls.present()
    expect([prices.version, prices.arch!.print]).toEqual([one.version + 1, winner])
  })
})

describe('limits (rx-form/price-limits)', () => {
  const limits: [what: string, change: (list: Pricing) => void, field: string, message: string | null][] = [
    ['a fee of 0', (list) => (list.arch!.print = 0), '', null],
    ['a fee below 0', (list) => (list.arch!.print = -0.01), 'arch.print', 'Invalid value'],
    ['a fee of half a cent', (list) => (list.shipping_fees!.urgent = 1.005), 'shipping_fees.urgent', 'Invalid value'],
    ['a fee of $1,000,000', (list) => (list.shipping_fees!.urgent = 1_000_000), '', null],
    [
      'a fee above it',
      (list) => (list.rx_forms.misc.rx_form.rush_case = 1_000_000.01),
      'rx_forms.misc.rx_form.rush_case',
      'Invalid value',
    ],
    ['a monthly fee below 0', (list) => (list.settings!.flat_monthly = -1), 'settings.flat_monthly', 'Invalid value'],
    ['a fee as text', (list) => (list.arch!.print = '12' as never), 'arch.print', 'Invalid value'],
    [
      'a fee that is missing',
      (list) => delete (list.arch as Partial<object> & { print?: number }).print,
      'arch.print',
      'Invalid value',
    ],
    ['1 day until a case', (list) => (list.settings!.delay_case_charging = 1), '', null],
    [
      '0 days until a case',
      (list) => (list.settings!.delay_case_charging = 0),
      'settings.delay_case_charging',
      'Must not be less than 1 day.',
    ],
    [
      '21 days until a case',
      (list) => (list.settings!.delay_case_charging = 21),
      'settings.delay_case_charging',
      'Must not exceed 20 days.',
    ],
    ['10 days until a charge', (list) => (list.settings!.delay_payment_processing = 10), '', null],
    [
      '11 days until a charge',
      (list) => (list.settings!.delay_payment_processing = 11),
      'settings.delay_payment_processing',
      'Must not exceed 10 days.',
    ],
    [
      'half a day',
      (list) => (list.settings!.delay_payment_processing = 1.5),
      'settings.delay_payment_processing',
      'Enter whole days.',
    ],
    ['a discount of 100 %', (list) => (list.arch_volume_discounts = [{ volume: 1, discount: 100 }]), '', null],
    [
      'a discount above it',
      (list) => (list.arch_volume_discounts = [{ volume: 1, discount: 100.1 }]),
      'arch_volume_discounts.0.discount',
      'Invalid discount percentage.',
    ],
    [
      'a fifth decimal',
      (list) => (list.arch_volume_discounts = [{ volume: 1, discount: 0.00001 }]),
      'arch_volume_discounts.0.discount',
      'Invalid discount percentage.',
    ],
    [
      'a volume of 0',
      (list) => (list.arch_volume_discounts = [{ volume: 0, discount: 1 }]),
      'arch_volume_discounts.0.volume',
      'Required',
    ],
    [
      'a volume twice',
      (list) =>
        (list.arch_volume_discounts = [
          { volume: 2, discount: 1 },
          { volume: 2, discount: 5 },
        ]),
      'arch_volume_discounts.1.volume',
      'Each volume once.',
    ],
    ['no volume discounts', (list) => (list.arch_volume_discounts = []), '', null],
  ]
  it.each(limits)('%s', async (_, change, field, message) => {
    const { version } = (await calls.present()).prices
    const answer = await calls.save(change)
    if (message === null) expect(answer.status).toBe(200)
    else {
      expect(answer).toMatchObject({ status: 422, body: { error: { [field]: [message] } } })
      expect((await calls.present()).prices.version).toBe(version)
    }
  })
})

describe('who sets prices', () => {
  it('super_admin and admin; a practice neither reads another’s prices nor sets its own', async () => {
    const practice = await given.practice({ partner: true })
    const stranger = (await given.practice()).owner
    // By hand: the list read, the list saved, own prices saved, own versions read, the practice's prices read.
    const table: [TestUser, number[]][] = [
      [admin, [200, 200, 200, 200, 200]],
      [second, [200, 200, 200, 200, 200]],
      [await given.user('supervisor'), [403, 403, 403, 403, 200]],
      [await given.user('tech_support'), [403, 403, 403, 403, 200]],
      [practice.partner!.user, [403, 403, 403, 403, 200]],
      [practice.owner, [403, 403, 403, 403, 200]],
      [practice.manager, [403, 403, 403, 403, 200]],
      [practice.member, [403, 403, 403, 403, 200]],
      [practice.assistant, [403, 403, 403, 403, 200]],
      [stranger, [403, 403, 403, 403, 404]],
    ]
    for (const [who, wanted] of table) {
      const { overrides = 0 } = await calls.shownTo(admin, practice)
      const statuses = [
        (await calls.listFor(who)).status,
        (await calls.saveList(await calls.bodyWith(), who)).status,
        (await calls.saveOwn(practice, { overrides, arch: { print: 3 + overrides } }, who)).status,
        (await test.as(who).call(pricing.own, { params: { id: practice.id } })).status,
        (await test.as(who).call(pricing.get, { params: { id: practice.id } })).status,
      ]
      expect([who.role, statuses]).toEqual([who.role, wanted])
    }
  })
})

it('stores lists as invoices read them: cents, without a version in them', async () => {
  await calls.save((list) => (list.arch!.print = 12.34))
  const { rows } = await sql<{ prices: PriceList }>`
    select prices from price_lists order by version desc limit 1`.execute(test.connection.db)
  expect(rows[0]!.prices).toMatchObject({ arch: { print: 1234 } })
  expect(Object.keys(rows[0]!.prices).toSorted()).toEqual([
    'arch',
    'arch_volume_discounts',
    'rx_forms',
    'settings',
    'shipping_fees',
  ])
  expect(listInDollars({ ...rows[0]!.prices, version: 1 }).arch.print).toBe(12.34)
})
