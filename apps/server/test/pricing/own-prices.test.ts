import { patients } from '@archwire/contract/patients/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, pageHeaders, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/**
 * What a practice pays instead of the list's price, field by field (`rx-form/own-prices`). A database of its own: lists
 * are the whole lab's.
 */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

interface Versions {
  price_list?: number
  price_overrides?: number
}
const pricesFor = (who: TestUser, practice: GivenPractice, query: Versions = {}) =>
  test.as(who).call(pricing.get, { params: { id: practice.id }, query: query as never })
const shownTo = async (who: TestUser, practice: GivenPractice) => (await pricesFor(who, practice)).body.pricing
const priceOf = async ({ rxFormId }: GivenCase, who: TestUser) =>
  (await test.as(who).call(rxForms.get, { params: { id: rxFormId } })).body.rx_form.price
const change = async (testCase: GivenCase, body: object) =>
  (
    await test
      .as(testCase.practice.owner)
      .call(rxForms.change, { params: { id: testCase.rxFormId }, body: body as never })
  ).status
/** Another list, in which software costs so many cents. */
const nextList = (software: number) =>
  sql`insert into price_lists (prices)
    select jsonb_set(prices, '{arch,software}', to_jsonb(${software}::int)) from price_lists order by version desc limit 1`.execute(
    test.connection.db,
  )
// By the list, two arches: software 15, setup 45, design 15, export 10, print 12, brackets 18.
const trays = { impression_type: 1, products_list: 0, export_type: 1, print_assignment: 1, jaws_id: 3 } as const
const byTheList = 230

describe('who reads a practice’s own prices', () => {
  it('everyone who reads prices, in the place of the list’s; another practice has the list’s', async () => {
    const practice = await given.practice()
    const other = await given.practice()
    const list = await shownTo(practice.owner, practice)
    expect(list.overrides).toBe(0)
    const tiers = [{ volume: 4, discount: 12.5 }]
    await given.ownPrices(practice, {
      'arch.print': 950,
      'shipping_fees.express': 0,
      'settings.flat_monthly': 4950,
      arch_volume_discounts: tiers,
    })
    for (const who of [practice.owner, practice.member, admin])
      expect(await shownTo(who, practice)).toEqual({
        ...list,
        overrides: 1,
        own: ['arch.print', 'arch_volume_discounts', 'settings.flat_monthly', 'shipping_fees.express'],
        arch: { ...list.arch, print: 9.5 },
        shipping_fees: { ...list.shipping_fees, express: 0 },
        settings: { ...list.settings, flat_monthly: 49.5 },
        arch_volume_discounts: tiers,
      })
    for (const who of [other.owner, admin]) expect(await shownTo(who, other)).toEqual(list)
  })

  it('a partner the rush fee of the practice alone, as the form of the practice names it', async () => {
    const practice = await given.practice({ partner: true })
    await given.ownPrices(practice, { 'rx_forms.misc.rx_form.rush_case': 3500, 'arch.print': 1 })
    const { version } = await shownTo(admin, practice)
    const partner = practice.partner!.user
    expect(await shownTo(partner, practice)).toEqual({
      version,
      invented: true,
      rx_forms: { misc: { rx_form: { rush_case: 35 } } },
    })
    for (const who of [practice.owner, partner]) {
      const { body } = await test.as(who).call(organizations.rxFormPreference, { params: { id: practice.id } })
      expect(body.metadata.rush_case_fee).toBe(35)
    }
  })

  it('no one of another practice, and no one a version that this practice does not have', async () => {
    const [practice, other] = [await given.practice(), await given.practice()]
    await given.ownPrices(practice, { 'arch.print': 950 })
    await given.ownPrices(other, { 'arch.print': 951 })
    await given.ownPrices(other, { 'arch.print': 952 })
    expect((await pricesFor(other.owner, practice)).status).toBe(404)
    expect((await pricesFor(practice.owner, practice, { price_overrides: 2 })).status).toBe(404)
    expect((await pricesFor(other.owner, other, { price_overrides: 2 })).body.pricing.arch!.print).toBe(9.52)
  })
})

describe('a version', () => {
  it('holds what it changed and what earlier ones did; null is the list’s price again', async () => {
    const practice = await given.practice()
    await given.ownPrices(practice, { 'arch.print': 950, 'arch.tray_design': 100 })
    await given.ownPrices(practice, { 'arch.print': 900 })
    await given.ownPrices(practice, { 'arch.print': null, 'arch.software': 1 })
    const at = async (price_overrides?: number) => {
      const { arch, overrides } = (
        await pricesFor(practice.owner, practice, price_overrides === undefined ? {} : { price_overrides })
      ).body.pricing
      return [overrides, arch!.print, arch!.tray_design, arch!.software]
    }
    const list = [0, 12, 15, 15]
    expect(await at(0)).toEqual(list)
    expect(await at(1)).toEqual([1, 9.5, 1, 15])
    expect(await at(2)).toEqual([2, 9, 1, 15])
    expect(await at(3)).toEqual([3, 12, 1, 0.01])
    expect(await at()).toEqual(await at(3))
  })

  it('says who set it and when, and holds whole cents or tiers only', async () => {
    const practice = await given.practice()
    const insert = (field: string, value: string) =>
      sql`insert into price_overrides (organization_id, version, field, value, created_by)
        values (${practice.id}, 1, ${field}, ${value}::jsonb, ${admin.id})`.execute(test.connection.db)
    const wrong: [string, string][] = [
      ['arch.print', '-1'],
      ['arch.print', '9.5'],
      ['arch.print', '"950"'],
      ['arch.print', '[]'],
      ['arch_volume_discounts', '5'],
    ]
    for (const [field, value] of wrong) await expect(insert(field, value)).rejects.toThrow('check constraint')
    await insert('arch.print', '950')
    await expect(insert('arch.print', '951')).rejects.toThrow('price_overrides_pkey')
    const { rows } = await sql<{ by: number; at: Date | null }>`
      select created_by as by, created_at as at from price_overrides where organization_id = ${practice.id}`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([{ by: admin.id, at: expect.any(Date) }])
  })
})

describe('a case', () => {
  it('keeps the practice’s own prices of its submit; a change of it is priced by these', async () => {
    const practice = await given.practice()
    const { owner } = practice
    await given.ownPrices(practice, { 'arch.print': 1000, 'arch.insert_brackets': 0 })
    const testCase = await given.case({ practice, form: trays })
    const before = (await priceOf(testCase, owner))!
    expect(before).toMatchObject({ price_overrides: 1, total: byTheList - 2 * 2 - 2 * 18 })
    // Brackets for nothing are no line.
    expect(before.lines.map(({ fee }) => fee)).not.toContain('arch.insert_brackets')

    await given.ownPrices(practice, { 'arch.print': 100 })
    await nextList(9900)
    expect(await priceOf(testCase, owner)).toEqual(before)
    expect(await change(testCase, { jaws_id: 1 })).toBe(200)
    const { price_list, price_overrides } = before
    expect(await priceOf(testCase, owner)).toMatchObject({ price_list, price_overrides, total: before.total / 2 })
    // The page computes the same from what the call says of these versions.
    const kept = (await pricesFor(owner, practice, { price_list, price_overrides })).body.pricing
    expect(kept).toMatchObject({ version: price_list, overrides: 1, arch: { print: 10, software: 15 } })

    const next = (await priceOf(await given.case({ practice, form: trays }), owner))!
    expect(next).toMatchObject({ price_list: price_list + 1, price_overrides: 2 })
    expect(next.lines.find(({ fee }) => fee === 'arch.print')!.unit).toBe(1)
    expect(next.lines.find(({ fee }) => fee === 'arch.software')!.unit).toBe(99)
    await nextList(1500)
  })

  it('of before the practice had its own is changed at the list’s prices', async () => {
    const testCase = await given.case({ form: trays })
    const { practice } = testCase
    await given.ownPrices(practice, { 'arch.print': 1 })
    expect(await change(testCase, { jaws_id: 2 })).toBe(200)
    expect(await priceOf(testCase, practice.owner)).toMatchObject({ price_overrides: 0, total: byTheList / 2 })
  })

  it('is sealed with them, and keeps them when its form moves to a new case', async () => {
    const practice = await given.practice()
    await given.ownPrices(practice, { 'arch.print': 1000 })
    const approved = await given.case({ practice, form: trays, stage: 'awaiting_approval' })
    const { owner } = practice
    const { seen } = (await test.as(owner).call(patients.get, { params: { id: approved.id } })).body.patient
    expect((await test.as(owner).call(patients.approve, { params: { id: approved.id }, body: { seen } })).status).toBe(
      200,
    )
    const { body } = await test.as(owner).call(patients.approval, { params: { id: approved.id } })
    expect(body.approval!.price).toMatchObject({ price_overrides: 1, total: byTheList - 4 })

    const source = await given.case({ practice, form: trays, archived: true })
    const before = await priceOf(source, owner)
    await given.ownPrices(practice, { 'arch.print': 1 })
    const last_name = `Moved ${given.unique().toUpperCase()}`
    const moved = await test.as(admin).call(patients.create, {
      body: {
        first_name: 'Ada',
        last_name,
        user_id: owner.id,
        organization_id: practice.id,
        rx_form_id: source.rxFormId,
      } as never,
    })
    expect(moved.body.patient.rx_form!.price).toEqual(before)
    const { rows } = await sql<{ data: object }>`
      select data from case_history where patient_id = ${source.id} and event = 'rx_form_moved'`.execute(
      test.connection.db,
    )
    expect(rows[0]!.data).toMatchObject({ price_overrides: 1 })
  })

  it('is not submitted for prices that were not shown; the draft stays', async () => {
    const practice = await given.practice()
    const { owner } = practice
    const draft = { params: { id: practice.id }, query: { draft: 'own' } } as const
    await test.as(owner).call(rxForms.saveDraft, { ...draft, body: { data: { first_name: 'Ada' } } })
    const { version } = await shownTo(owner, practice)
    await given.ownPrices(practice, { 'arch.print': 1000 })
    const submit = (query: Versions) =>
      test.as(owner).call(rxForms.submitForOrganization, {
        params: { id: practice.id },
        query: { draft: 'own', ...query } as never,
        body: given.form(practice, trays) as never,
      })
    const shown: Versions[] = [{ price_list: version, price_overrides: 0 }, { price_overrides: 0 }]
    for (const query of [...shown, { price_list: version, price_overrides: 2 }])
      expect(await submit(query)).toMatchObject({
        status: 409,
        body: { code: 2206, error: 'The lab’s prices have changed. Review the new price, then submit again.' },
      })
    expect((await test.as(owner).call(rxForms.getDraft, draft)).body.draft?.data).toEqual({ first_name: 'Ada' })
    const sent = await submit({ price_list: version, price_overrides: 1 })
    expect(sent.body.rx_form.price).toMatchObject({ price_list: version, price_overrides: 1, total: byTheList - 4 })
  })

  it('a page has to say which prices it showed; programs, and partners who read none, need not', async () => {
    const practice = await given.practice()
    const { owner } = practice
    const { version } = await shownTo(owner, practice)
    const submit = async (query: string, who: TestUser, asPage: boolean) => {
      const path = `/organizations/${practice.id}/rx_forms${query}`
      const body = JSON.stringify(given.form(practice, trays))
      if (!asPage) return test.raw(who, 'POST', path, body)
      return test.raw(null, 'POST', path, body, await pageHeaders(test, who))
    }
    const words = ['Review the price, then submit again.']
    for (const [query, error] of [
      ['', { price_list: words, price_overrides: words }],
      [`?price_list=${version}`, { price_overrides: words }],
      ['?price_overrides=0', { price_list: words }],
    ] as const)
      expect(await submit(query, owner, true)).toMatchObject({ status: 422, body: { error } })
    expect((await submit(`?price_list=${version}&price_overrides=0`, owner, true)).status).toBe(200)
    expect((await submit('', owner, false)).status).toBe(200)
    const { partner, ...other } = await given.practice({ partner: true })
    const path = `/organizations/${other.id}/rx_forms`
    const headers = await pageHeaders(test, partner!.user)
    const form = given.form({ ...other, partner }, { ...trays, user_id: other.owner.id })
    const sent = await test.raw(null, 'POST', path, JSON.stringify(form), headers)
    expect(Object.keys((sent.body.error ?? {}) as object)).not.toContain('price_list')
  })
})
