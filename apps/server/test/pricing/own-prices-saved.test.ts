import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { priceCalls } from './price-calls.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** Setting a practice's own prices (`rx-form/own-prices`). A database of its own: lists are the whole lab's. */
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

describe('limits (rx-form/price-limits)', () => {
  it('hold for a practice’s own delays and fees, too', async () => {
    const practice = await given.practice()
    const refused = await calls.saveOwn(practice, {
      overrides: 0,
      settings: { delay_case_charging: 21, delay_payment_processing: 0, flat_monthly: -1 },
      arch: { print: 0.001 },
      arch_volume_discounts: [{ volume: 1.5, discount: 1 }],
    })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: {
          'settings.delay_case_charging': ['Must not exceed 20 days.'],
          'settings.delay_payment_processing': ['Must not be less than 1 day.'],
          'settings.flat_monthly': ['Invalid value'],
          'arch.print': ['Invalid value'],
          'arch_volume_discounts.0.volume': ['Required'],
        },
      },
    })
    expect((await calls.saveOwn(practice, { overrides: 0, arch: { engraving: 1 } })).status).toBe(422)
    expect((await calls.versionsFor(admin, practice)).body.versions).toEqual([])
  })
})

describe('a practice’s own prices (rx-form/own-prices)', () => {
  it('are set field by field: 0 is a price, null is the list’s, what is left out stays', async () => {
    const practice = await given.practice()
    const other = await given.practice()
    const list = await calls.shownTo(practice.owner, practice)
    const first = await calls.saveOwn(practice, {
      overrides: 0,
      arch: { print: 9.5, software: 0 },
      settings: { flat_monthly: 49.5 },
      rx_forms: { misc: { addon: { convert_to_stl: 1 } } },
    })
    expect(first).toMatchObject({ status: 200, body: { message: 'The prices of this practice are saved.' } })
    expect(first.body.pricing).toMatchObject({
      version: list.version,
      overrides: 1,
      own: ['arch.print', 'arch.software', 'rx_forms.misc.addon.convert_to_stl', 'settings.flat_monthly'],
      arch: { ...list.arch, print: 9.5, software: 0 },
      settings: { ...list.settings, flat_monthly: 49.5 },
    })
    expect(
      (await calls.saveOwn(practice, { overrides: 1, arch: { print: null }, settings: { flat_monthly: 49.5 } })).body
        .pricing,
    ).toMatchObject({
      overrides: 2,
      own: ['arch.software', 'rx_forms.misc.addon.convert_to_stl', 'settings.flat_monthly'],
      arch: { ...list.arch, software: 0 },
    })
    // The same again is no version.
    expect(
      (await calls.saveOwn(practice, { overrides: 2, arch: { print: null, software: 0 } })).body.pricing.overrides,
    ).toBe(2)
    expect(
      (await calls.versionsFor(admin, practice)).body.versions.map(({ version, changes, created_by }) => [
        version,
        changes,
        created_by!.id,
      ]),
    ).toEqual([
      [2, [{ field: 'arch.print', before: 9.5, after: null }], admin.id],
      [
        1,
        expect.arrayContaining([
          { field: 'arch.print', before: null, after: 9.5 },
          { field: 'arch.software', before: null, after: 0 },
        ]),
        admin.id,
      ],
    ])
    expect(await calls.shownTo(other.owner, other)).toEqual(list)
    expect(await calls.shownTo(practice.owner, practice)).not.toEqual(list)
  })

  it('replace the volume discounts whole: none of them, own ones, and the list’s again', async () => {
    const practice = await given.practice()
    await calls.save((list) => (list.arch_volume_discounts = [{ volume: 20, discount: 5 }]))
    const tiers = async (overrides: number, arch_volume_discounts: object[] | null) => {
      const { body } = await calls.saveOwn(practice, { overrides, arch_volume_discounts })
      return [body.pricing.arch_volume_discounts, body.pricing.own ?? []]
    }
    expect(await tiers(0, [])).toEqual([[], ['arch_volume_discounts']])
    const own = [
      { volume: 4, discount: 2.5 },
      { volume: 8, discount: 5 },
    ]
    expect(await tiers(1, own.toReversed())).toEqual([own, ['arch_volume_discounts']])
    expect(await tiers(2, null)).toEqual([[{ volume: 20, discount: 5 }], []])
  })

  it('mark the lines of a case that they price, on the form and on the case', async () => {
    const practice = await given.practice()
    await calls.saveOwn(practice, { overrides: 0, arch: { initial_case_setup: 40 }, shipping_fees: { express: 7 } })
    const form = {
      impression_type: 1,
      products_list: 0,
      export_type: 1,
      print_assignment: 1,
      jaws_id: 3,
      shipping_method: 'express',
    }
    const testCase = await given.case({ practice, form: form as never })
    const { price } = (await test.as(practice.owner).call(rxForms.get, { params: { id: testCase.rxFormId } })).body
      .rx_form
    expect(price!.lines.filter(({ own }) => own).map(({ fee, unit }) => [fee, unit])).toEqual([
      ['arch.initial_case_setup', 40],
      ['shipping_fees.express', 7],
    ])
  })

  it('are on the open order at once: the monthly fee of the closing day is the practice’s', async () => {
    const practice = await given.practice()
    await test.connection.db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, test.config.labZone))
    const monthly = async () => {
      const path = `/organizations/${practice.id}/current_order`
      const { body } = await test.raw(practice.owner, 'GET', path)
      return (body as unknown as { metadata: { template_data: { monthly_fee: number } } }).metadata.template_data
        .monthly_fee
    }
    expect(await monthly()).toBe((await calls.present()).prices.settings!.flat_monthly)
    await calls.saveOwn(practice, { overrides: 0, settings: { flat_monthly: 12.34 } })
    expect(await monthly()).toBe(12.34)
    await calls.saveOwn(practice, { overrides: 1, settings: { flat_monthly: null } })
    expect(await monthly()).toBe((await calls.present()).prices.settings!.flat_monthly)
  })

  it('are not set on another version than the page showed, nor twice at once', async () => {
    const practice = await given.practice()
    expect((await calls.saveOwn(practice, { overrides: 1, arch: { print: 1 } })).status).toBe(409)
    const answers = await Promise.all([
      calls.saveOwn(practice, { overrides: 0, arch: { print: 1 } }),
      calls.saveOwn(practice, { overrides: 0, arch: { print: 2 } }, second),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await calls.versionsFor(admin, practice)).body.versions).toHaveLength(1)
  })

  it('are refused for a disabled and an archived practice; nothing is changed', async () => {
    for (const state of ['disabled_at', 'deleted_at']) {
      const practice = await given.practice()
      await sql`update organizations set ${sql.ref(state)} = now() where id = ${practice.id}`.execute(
        test.connection.db,
      )
      const { status } = await calls.saveOwn(practice, { overrides: 0, arch: { print: 1 } })
      expect([state, status]).toEqual([state, 409])
    }
  })
})
