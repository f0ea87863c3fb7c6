import { patients } from '@archwire/contract/patients/routes.ts'
import { priceCase } from '@archwire/contract/rx-forms/price-case.ts'
import { listInCents, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { settle } from '@archwire/contract/rx-forms/rules.ts'
import { context } from '../../../../packages/contract/test/rx-form.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPrices } from '../../src/demo/prices.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** What a case costs is shown, fixed at submit, and priced anew by a change (`rx-form/price`). Lists are the whole lab's. */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const pricesFor = async (who: TestUser, practice: GivenPractice, price_list?: number) =>
  await test.as(who).call(pricing.get, { params: { id: practice.id }, query: { price_list } as never })
const priceOf = async ({ rxFormId }: GivenCase, who: TestUser) =>
  (await test.as(who).call(rxForms.get, { params: { id: rxFormId } })).body.rx_form.price
const change = (testCase: GivenCase, body: object, who = testCase.practice.owner) =>
  test.as(who).call(rxForms.change, { params: { id: testCase.rxFormId }, body: body as never })
const lastChanges = async ({ rxFormId }: GivenCase, who: TestUser) =>
  (await test.as(who).call(rxForms.revisions, { params: { id: rxFormId } })).body.revisions[0]!.changes
/** Another list, in which a print costs so many cents. */
const nextList = (print: number) =>
  sql`insert into price_lists (prices)
    select jsonb_set(prices, '{arch,print}', to_jsonb(${print}::int)) from price_lists order by version desc limit 1`.execute(
    test.connection.db,
  )
const trays = { impression_type: 1, products_list: 0, export_type: 1, print_assignment: 1 } as const

describe('who reads prices (rx-form/prices)', () => {
  it('everyone of the practice and the lab the whole list, in dollars', async () => {
    const practice = await given.practice()
    for (const who of [practice.owner, practice.member, admin]) {
      const { body } = await pricesFor(who, practice)
      expect(body.pricing).toMatchObject({
        arch: { software: 15, rush_case: 0 },
        shipping_fees: { express: 18 },
        settings: { delay_case_charging: 5, flat_monthly: 99 },
        rx_forms: {
          intra_oral_scan: { clean_up: { one_arch: 10, both_arches: 16 } },
          misc: { rx_form: { rush_case: 50 } },
        },
      })
    }
  })
  it('a partner the fee of a rush, and nothing of a case or its changes', async () => {
    const practice = await given.practice({ partner: true })
    const partner = practice.partner!.user
    const { body } = await pricesFor(partner, practice)
    expect(body.pricing).toEqual({ version: 2, invented: true, rx_forms: { misc: { rx_form: { rush_case: 50 } } } })
    const testCase = await given.case({ practice, form: { ...trays, submission_completed_by: 3 } })
    expect(await priceOf(testCase, practice.owner)).not.toBeNull()
    expect((await change(testCase, { jaws_id: 1 })).status).toBe(200)
    expect(await priceOf(testCase, partner)).toBeNull()
    expect((await lastChanges(testCase, partner)).map(({ field }) => field)).toEqual(['jaws_id'])
    expect((await lastChanges(testCase, practice.owner)).map(({ field }) => field)).toEqual(['jaws_id', 'price'])
    for (const path of [
      `/patients/${testCase.id}`,
      `/patients/${testCase.id}/history`,
      `/rx_forms/${testCase.rxFormId}/revisions`,
    ]) {
      const seen = await test.raw(partner, 'GET', path)
      expect(seen.status).toBe(200)
      expect(JSON.stringify(seen.body)).not.toMatch(/"Price"|\$\d/)
    }
  })
  it('a new portal charges nothing, in every field of its list', async () => {
    const { rows } = await sql<{
      prices: Omit<PriceList, 'version'>
    }>`select prices from price_lists where version = 1`.execute(test.connection.db)
    const { settings, arch_volume_discounts, ...fees } = rows[0]!.prices
    const amountsOf = (tree: object): number[] =>
      Object.values(tree).flatMap((value: number | object) => (typeof value === 'number' ? [value] : amountsOf(value)))
    expect(amountsOf(fees).length).toBe(amountsOf({ ...demoPrices, settings: {}, arch_volume_discounts: [] }).length)
    expect(amountsOf(fees).every((amount) => amount === 0)).toBe(true)
    expect(settings.flat_monthly).toBe(0)
    expect(arch_volume_discounts).toEqual([])
  })
  it('a stranger finds no practice, and no one an unknown list', async () => {
    const practice = await given.practice()
    const stranger = (await given.practice()).owner
    expect((await pricesFor(stranger, practice)).status).toBe(404)
    expect((await pricesFor(practice.owner, practice, 999)).status).toBe(404)
  })
})

describe('what a case costs', () => {
  it('is what the form said, line by line', async () => {
    const practice = await given.practice()
    const list = listInCents((await pricesFor(practice.owner, practice)).body.pricing as unknown as PriceList)
    const values = given.form(practice, {
      ...trays,
      jaws_id: 3,
      shipping_method: 'express',
      rush_case: true,
      rush_case_authorized_by: 'Ada',
    })
    const { lines, total } = priceCase(settle(values, { ...context, rush_case_enabled: true }), list)
    const { body } = await test.as(practice.owner).call(rxForms.submitForOrganization, {
      params: { id: practice.id },
      query: { price_list: list.version } as never,
      body: values as never,
    })
    expect(body.rx_form.price).toEqual({
      price_list: list.version,
      price_overrides: 0,
      total: total / 100,
      lines: lines.map((line) => ({ ...line, unit: line.unit / 100, amount: line.amount / 100 })),
    })
    // Two arches: software 15, setup 45, design 15, export 10, print 12, brackets 18; shipping 18, rush 50.
    expect(body.rx_form.price!.total).toBe(2 * 115 + 18 + 50)
  })

  it('stays while the form changes in what costs nothing, and follows what does, by the list of the submission', async () => {
    const testCase = await given.case({ form: { ...trays, jaws_id: 3 } })
    const { owner } = testCase.practice
    const before = await priceOf(testCase, owner)
    expect(before!.total).toBe(230)
    await nextList(5000)
    expect((await change(testCase, { special_instructions: 'Keep the diastema.' })).status).toBe(200)
    expect(await priceOf(testCase, owner)).toEqual(before)
    expect((await lastChanges(testCase, owner)).map(({ field }) => field)).toEqual(['special_instructions'])
    expect((await change(testCase, { jaws_id: 2, shipping_method: 'urgent' })).status).toBe(200)
    expect(await priceOf(testCase, owner)).toMatchObject({ price_list: before!.price_list, total: 115 + 35 })
    expect((await lastChanges(testCase, owner)).at(-1)).toEqual({
      field: 'price',
      label: 'Price',
      from: '$230.00',
      to: '$150.00',
    })
    const { rows } = await sql<{
      lines: { amount: number }[] | null
    }>`select price_lines_before as lines from rx_form_revisions
      where patient_id = ${testCase.id} order by version`.execute(test.connection.db)
    expect(rows.map(({ lines }) => lines?.reduce((sum, { amount }) => sum + amount, 0))).toEqual([undefined, 23_000])
  })

  it('a change that costs the same names no price', async () => {
    const testCase = await given.case({ form: { ...trays, jaws_id: 1 } })
    await change(testCase, { jaws_id: 2 })
    expect((await lastChanges(testCase, testCase.practice.owner)).map(({ field }) => field)).toEqual(['jaws_id'])
  })

  it('a case of before there were prices gets the first list with its first change of price', async () => {
    const testCase = await given.case({ form: { ...trays, jaws_id: 3 } })
    await sql`update rx_forms set price_list = null, price_lines = null where id = ${testCase.rxFormId}`.execute(
      test.connection.db,
    )
    expect(await priceOf(testCase, testCase.practice.owner)).toBeNull()
    await nextList(7700)
    await change(testCase, { jaws_id: 1 })
    expect(await priceOf(testCase, testCase.practice.owner)).toMatchObject({ price_list: 1, total: 0 })
    expect((await lastChanges(testCase, testCase.practice.owner)).at(-1)).toMatchObject({
      field: 'price',
      from: '',
      to: '$0.00',
    })
  })

  it('no one submits for prices that were not shown; the draft stays', async () => {
    const practice = await given.practice()
    const { version } = (await pricesFor(practice.owner, practice)).body.pricing
    await nextList(1300)
    const submit = (price_list?: number) =>
      test.as(practice.owner).call(rxForms.submitForOrganization, {
        params: { id: practice.id },
        query: { draft: 'prices', ...(price_list && { price_list }) } as never,
        body: given.form(practice, trays) as never,
      })
    const draft = { params: { id: practice.id }, query: { draft: 'prices' } } as const
    await test.as(practice.owner).call(rxForms.saveDraft, { ...draft, body: { data: { first_name: 'Ada' } } })
    const refused = await submit(version)
    expect(refused).toMatchObject({ status: 409, body: { code: 2206 } })
    expect((await test.as(practice.owner).call(rxForms.getDraft, draft)).body.draft?.data).toEqual({
      first_name: 'Ada',
    })
    const now = (await pricesFor(practice.owner, practice)).body.pricing.version
    const sent = await submit(now)
    expect(sent.status).toBe(200)
    expect(sent.body.rx_form.price).toMatchObject({ price_list: now })
    const { body } = await test.as(practice.owner).call(patients.get, { params: { id: sent.body.rx_form.patient_id } })
    expect(body.patient.rx_form!.price).toEqual(sent.body.rx_form.price)
  })
})
