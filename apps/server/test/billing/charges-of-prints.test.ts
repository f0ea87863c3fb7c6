import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHeaders, type TestUser } from '../app.ts'
import { atOnce } from '../at-once.ts'
import type { GivenCase } from '../given.ts'
import { parcelsIn } from '../requests/parcels.ts'
import { number, openPrintCharges, type PrintCharges } from '../requests/print-charges.ts'

/** What prints cost, in the ledger (`billing/print-rows`, docs/billing.md). */
let { test, given, admin, tech, requestOf, db, today, practice, approved, rowsOf, complete, asked, shipBy, finished } =
  {} as PrintCharges
beforeAll(async () => {
  ;({ test, given, admin, tech, requestOf, db, today, practice, approved, rowsOf, complete, asked, shipBy, finished } =
    await openPrintCharges())
})
afterAll(() => test.close())

const firstPrint = [
  'arch.print 2 × 1000, 2 printed (v1)',
  'arch.insert_brackets 2 × 300 (v1)',
  'model.both_arches 1 × 2000 (v1)',
]

describe('a print that is completed', () => {
  it('costs what it is made of, by the prices of its form, on the day of completion, no matter who completes it', async () => {
    const testCase = await approved({ shipping_method: 'express' })
    await given.ownPrices(testCase.practice, { 'arch.print': 5000 })
    expect(await rowsOf(testCase)).toEqual([])
    expect((await complete(testCase)).status).toBe(200)
    expect(await rowsOf(testCase)).toEqual([...firstPrint, 'shipping_fees.express 1 × 700 (v1)'])
    const { rows } =
      await sql`select distinct day::text, user_id, kind, change_number, order_id, organization_id from charges
      where patient_id = ${testCase.id} and source = 'print' and kind = 'arch'`.execute(db())
    expect(rows).toEqual([
      {
        day: today(),
        user_id: tech.id,
        kind: 'arch',
        change_number: 1,
        order_id: null,
        organization_id: testCase.practice.id,
      },
    ])
  })

  it('a later one by the prices that hold when it is asked for, which were shown', async () => {
    const testCase = await approved()
    await complete(testCase)
    await given.ownPrices(testCase.practice, { 'arch.print': 5000 })
    const { price_list } = (await requestShown(testCase)).priced_by!
    const shown = (price_overrides: number) => ({ price_list, price_overrides })
    expect(await asked(testCase, {}, testCase.practice.owner, shown(1))).toMatchObject({
      status: 409,
      body: { code: 2206, error: 'The lab’s prices have changed. Review the new price, then ask again.' },
    })
    const way = { shipping_method: 'express' }
    expect((await asked(testCase, way, testCase.practice.owner, shown(2))).status).toBe(200)
    await given.ownPrices(testCase.practice, { 'arch.print': 9000 })
    await complete(testCase)
    expect(await rowsOf(testCase)).toEqual([
      ...firstPrint,
      'arch.print 2 × 5000, 2 printed (v2)',
      'shipping_fees.express 1 × 700 (v2)',
    ])
  })

  it('a page says which prices it showed', async () => {
    const testCase = await approved()
    await complete(testCase)
    const body = { patient_id: testCase.id, arches: 3, content_type_id: 1 }
    const headers = await pageHeaders(test, testCase.practice.owner)
    expect(await test.raw(null, 'POST', '/printing_requests', body, headers)).toMatchObject({
      status: 422,
      body: { error: { price_list: ['Review the price, then ask again.'] } },
    })
  })

  it('costs what it holds then: an item that was taken out, brackets that were left out', async () => {
    const testCase = await approved()
    const { printing_request: print } = await requestOf(testCase)
    const items = print!.printing_request_items
    const item = (arch: number, content: number) =>
      items.find((i) => i.arch === arch && i.content_type_id === content)!.id
    const { owner } = testCase.practice
    await test.as(owner).call(printingRequestItems.remove, { params: { id: item(2, 5) } })
    await test.as(owner).call(printingRequestItems.update, {
      params: { id: item(1, 1) },
      body: { patient_id: testCase.id, insert_brackets: false },
    })
    await complete(testCase)
    expect(await rowsOf(testCase)).toEqual([
      'arch.print 2 × 1000, 2 printed (v1)',
      'arch.insert_brackets 1 × 300 (v1)',
      'model.one_arch 1 × 1100 (v1)',
    ])
  })

  it('at the fee that the lab enters, also 0', async () => {
    for (const [custom_shipping_fee, shipping] of [
      [12.5, ['shipping_fees.express 1 × 1250 (v0)']],
      [0, []],
    ] as const) {
      const testCase = await approved({ shipping_method: 'express' })
      await complete(testCase, { custom_shipping_fee })
      expect(await rowsOf(testCase)).toEqual([...firstPrint, ...shipping])
    }
  })

  it('not at a fee of fractions of a cent, below zero or beyond measure', async () => {
    const testCase = await approved({ shipping_method: 'express' })
    for (const custom_shipping_fee of [12.345, 0.004, -1, 100_000.01])
      expect((await complete(testCase, { custom_shipping_fee })).status).toBe(422)
    expect(await rowsOf(testCase)).toEqual([])
  })

  it('twice at once is charged once', async () => {
    const testCase = await approved()
    // Found before both: the first completion ends it.
    const { id } = await requestOf(testCase)
    const body = { tracking_number: '1Z999AA10123456784' }
    const once = (who: typeof admin) => test.raw(who, 'POST', `/customer_requests/${id}/complete`, body)
    const answers = await Promise.all([once(tech), once(admin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await rowsOf(testCase)).toEqual(firstPrint)
  })

  it('costs nothing where the practice or its partner prints, or where it was open before the ledger without prices', async () => {
    const at = await practice({ partner: true })
    const office = await approved({ print_assignment: 2, insert_brackets_assignment: 2, shipping_method: null }, at)
    expect((await complete(office, { tracking_number: '' }, at.owner)).status).toBe(200)
    const partner = await approved({ print_assignment: 3, insert_brackets_assignment: 3 }, at)
    expect((await complete(partner)).status).toBe(200)
    const before = await approved({}, at)
    await sql`update printing_requests set price_list = null where patient_id = ${before.id}`.execute(db())
    expect((await complete(before)).status).toBe(200)
    for (const each of [office, partner, before]) expect(await rowsOf(each)).toEqual([])
  })
})

const requestShown = async ({ id }: GivenCase, who: TestUser = admin) => {
  const { body } = await test.as(who).call(printingRequests.list, { query: { patient_id: String(id) } as never })
  return body.printing_requests[0]!
}

describe('a parcel', () => {
  it('without a fee each its own; with one the first that is not free, and 0 for the others', async () => {
    const on = parcelsIn(test, given, { admin, tech })
    const pay = async (fee: object, free: number[] = []) => {
      const prints = await on.bundle(3, { at: await practice({ partner: true }), form: { shipping_method: 'express' } })
      await on.set(
        prints.filter((_, index) => free.includes(index)),
        sql`free_reason = 'Broken in transit'`,
      )
      const body = { ids: prints.map(({ id }) => id).toReversed(), tracking_number: number, ...fee }
      expect((await test.as(tech).call(customerRequests.bundledCompletion, { body })).status).toBe(200)
      const rows = []
      for (const { patient } of prints) rows.push(await rowsOf({ id: patient }))
      return rows.map((each) => each.filter((row) => row.startsWith('shipping')).join())
    }
    const own = 'shipping_fees.express 1 × 700 (v1)'
    expect(await pay({})).toEqual([own, own, own])
    expect(await pay({ custom_shipping_fee: 25 })).toEqual(['shipping_fees.express 1 × 2500 (v0)', '', ''])
    expect(await pay({ custom_shipping_fee: 0 })).toEqual(['', '', ''])
    expect(await pay({ custom_shipping_fee: 25 }, [0])).toEqual([
      'shipping_fees.express 1 × 0 (v0)',
      'shipping_fees.express 1 × 2500 (v0)',
      '',
    ])
  }, 120_000)
})

describe('a print that is canceled', () => {
  const cancel = async (testCase: GivenCase) => {
    const { id } = await requestOf(testCase)
    return test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} })
  }
  const printed = [firstPrint[0]!, firstPrint[2]!]
  it.each<[string[], string[]]>([
    [[], []],
    [['Generate Tray', 'Build Print Job'], []],
    [['Print'], printed],
    [['Print', 'Insert Brackets'], firstPrint],
  ])('after the steps %j', async (steps, rows) => {
    const testCase = await approved({ shipping_method: 'express' })
    await finished(testCase, ...steps)
    expect((await cancel(testCase)).status).toBe(200)
    expect(await rowsOf(testCase)).toEqual(rows)
  })

  it.each([0, 1] as const)('or completed at once, call %i began: that one, and its rows alone', async (begins) => {
    const testCase = await approved({ shipping_method: 'express' })
    await finished(testCase, 'Print')
    // Found before both: the first one ends it.
    const { id } = await requestOf(testCase)
    const acts = [
      () => test.raw(tech, 'POST', `/customer_requests/${id}/complete`, { tracking_number: number }),
      () => test.raw(admin, 'POST', `/customer_requests/${id}/cancel`, {}),
    ] as const
    const lock = sql`select 1 from patients where id = ${testCase.id} for update`
    const seen = await atOnce(test, acts, { lock, begins })
    expect(seen[begins]).toBe('done')
    expect(seen[1 - begins]).toMatch(/^409 /)
    expect(await rowsOf(testCase)).toEqual(
      begins === 0 ? [...firstPrint, 'shipping_fees.express 1 × 700 (v1)'] : printed,
    )
  })

  it('with its case, too; a step that runs is not finished by that', async () => {
    for (const [ended, rows] of [
      [true, printed],
      [false, []],
    ] as const) {
      const testCase = await approved()
      await finished(testCase, 'Print')
      if (!ended)
        await sql`update tech_workflow_processes s set finished_at = null from tech_workflows w
          where w.id = s.tech_workflow_id and w.patient_id = ${testCase.id} and s.process = 'Print'`.execute(db())
      const params = { id: testCase.rxFormId }
      const { status } = await test.as(admin).call(rxForms.cancel, { params, body: { reason: 'Moved away' } })
      expect(status).toBe(200)
      expect(await rowsOf(testCase)).toEqual(rows)
    }
  })
})

describe('free of charge (requests/free)', () => {
  it('the lab says so with a reason, no one else does', async () => {
    const testCase = await approved()
    await complete(testCase)
    const free = (free_reason: string, who: TestUser) =>
      asked(testCase, { insert_brackets: true, shipping_method: 'express', free_reason }, who)
    for (const who of [testCase.practice.owner, testCase.practice.manager])
      expect((await free('A gift', who)).status).toBe(403)
    expect((await free(' ', admin)).status).toBe(422)
    expect((await free('Broken in transit', admin)).status).toBe(200)
    expect((await requestShown(testCase, testCase.practice.owner)).priced_by).toMatchObject({
      free_reason: 'Broken in transit',
    })
    await complete(testCase)
    expect(await rowsOf(testCase)).toEqual([
      ...firstPrint,
      'arch.print 2 × 0 (v1)',
      'arch.insert_brackets 2 × 0 (v1)',
      'shipping_fees.express 1 × 0 (v1)',
    ])
    const { rows } = await sql<{ why: string }>`select why from charges
      where patient_id = ${testCase.id} and source = 'print' and cents = 0 and fee = 'arch.print'`.execute(db())
    expect(rows).toEqual([{ why: 'Two arches. The lab prints: Trays. Free of charge: Broken in transit' }])
  })

  it('a corrected tray is; its shipping costs what it costs when the tray moves to the lab', async () => {
    const testCase = await given.printedCase({ practice: await practice() })
    const [tray] = await given.flawedTrays(testCase)
    await given.correctedTray(testCase, tray!)
    await given.ownPrices(testCase.practice, { 'shipping_fees.express': 1500 })
    await test.as(admin).call(flawedTrays.update, { params: { id: tray! }, body: { print: 1 } })
    await given.ownPrices(testCase.practice, { 'shipping_fees.express': 9900 })
    expect((await shipBy(testCase, 2, admin)).status).toBe(200)
    expect((await complete(testCase)).status).toBe(200)
    expect(await rowsOf(testCase)).toEqual(['shipping_fees.express 1 × 1500 (v2)'])
  })
})

describe('a shipping method that changes (requests/keep-fee)', () => {
  const charged = async (testCase: GivenCase) => (await requestOf(testCase)).printing_request!.priced_by!.charged_method
  const shipping = async (testCase: GivenCase) => {
    await complete(testCase)
    return (await rowsOf(testCase)).filter((row) => row.startsWith('shipping'))
  }

  it('by the practice costs its own fee', async () => {
    const testCase = await approved()
    expect((await shipBy(testCase, 2, testCase.practice.owner)).status).toBe(200)
    expect(await shipping(testCase)).toEqual(['shipping_fees.express 1 × 700 (v1)'])
  })

  it('by the lab keeps the fee where it says so, until the practice chooses another', async () => {
    const testCase = await approved()
    const { owner } = testCase.practice
    expect((await shipBy(testCase, 2, owner, { keep_fee: true })).status).toBe(403)
    expect((await shipBy(testCase, 2, tech, { keep_fee: true })).status).toBe(200)
    expect(await charged(testCase)).toBe('standard')
    expect((await shipBy(testCase, 2, tech, { keep_fee: false })).status).toBe(200)
    expect(await charged(testCase)).toBe(null)
    expect((await shipBy(testCase, 3, tech, { keep_fee: true })).status).toBe(200)
    expect(await charged(testCase)).toBe('express')
    const other = await approved({ shipping_method: 'express' })
    await shipBy(other, 3, tech, { keep_fee: true })
    expect(await shipping(other)).toEqual(['shipping_fees.express 1 × 700 (v1)'])
    await shipBy(testCase, 1, owner)
    expect(await charged(testCase)).toBe(null)
    expect(await shipping(testCase)).toEqual([])
  })

  it('by a change of the form costs its own fee again', async () => {
    const testCase = await approved()
    await shipBy(testCase, 2, tech, { keep_fee: true })
    const { status, body } = await test.as(admin).call(rxForms.change, {
      params: { id: testCase.rxFormId },
      body: { shipping_method: 'urgent' } as never,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await charged(testCase)).toBe(null)
    expect(await shipping(testCase)).toEqual(['shipping_fees.urgent 1 × 900 (v1)'])
  })
})

it('shows how a print is charged to people who read prices, for prints of the lab only', async () => {
  const at = await practice({ partner: true })
  const testCase = await approved({}, at)
  for (const who of [at.owner, at.manager, tech, admin])
    expect((await requestShown(testCase, who)).priced_by).toMatchObject({
      price_overrides: 1,
      arch_mode: 1,
      charged_method: null,
      free_reason: null,
    })
  const partner = await approved({ print_assignment: 3, insert_brackets_assignment: 3 }, at)
  for (const who of [at.owner, at.partner!.user]) expect((await requestShown(partner, who)).priced_by).toBeUndefined()
  // A partner that reads the case for its setup.
  const shared = await approved({ submission_completed_by: 1 }, at)
  await sql`update patients set partner_organization_id = ${at.partner!.id} where id = ${shared.id}`.execute(db())
  expect((await requestShown(shared, at.partner!.user)).priced_by).toBeUndefined()
})
