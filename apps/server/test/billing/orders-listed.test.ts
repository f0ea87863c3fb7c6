import { orders } from '@archwire/contract/billing/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type GivenPractice } from '../given.ts'
import { januaryIn } from '../january.ts'
import { licenseCalls } from '../licenses/license-calls.ts'

/** Lists of orders, and what an organization sends along (`billing/order-lists`, `billing/included`). */
let test: TestApp
let admin: TestUser
let practice: ReturnType<typeof januaryIn>['practice']
let close: ReturnType<typeof januaryIn>['close']
beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  ;({ practice, close } = januaryIn(test, given))
  admin = await given.user('admin')
})
afterAll(() => test.close())

describe('lists of orders', () => {
  it('have the newest first, the open one included, and keep to the states asked for', async () => {
    const made = await practice()
    const closed = (await close(made, '2026-01-31'))!
    const list = async (query = {}) =>
      (await test.as(made.owner).call(orders.listOfOrganization, { params: { id: made.id }, query })).body.orders
    expect((await list()).map(({ fm_invoice_status: state }) => state)).toEqual(['CURRENT', 'PENDING', 'PAID'])
    expect((await list({ fm_invoice_status: 'PENDING,NOT_PAID' })).map(({ id }) => id)).toEqual([closed.id])
    const ofOwner = (await test.as(admin).call(orders.listOfUser, { params: { id: made.owner.id } })).body.orders
    expect(ofOwner).toHaveLength(3)
  })
})

describe('an organization, with what is asked for', () => {
  const include = 'contract,orders,licenses,credits,payment_info'
  const asked = async (who: TestUser, { id }: GivenPractice) =>
    (await test.as(who).call(organizations.get, { params: { id }, query: { include } })).body.organization

  it('has contract, orders, license, credit and how it pays, for those who read them', async () => {
    const made = await practice()
    await close(made, '2026-01-31')
    const shown = await asked(made.owner, made)
    expect(shown).toMatchObject({
      contract: {
        id: shown.contract_id,
        initial_payment_date: '2026-01-01',
        next_payment_date: '2026-02-28',
        last_payment_date: '2026-01-01',
        suspended_at: null,
        suspension_type: null,
        payment_status: 'PENDING',
      },
      licenses: [
        {
          license_type: { id: 1, name: 'Standard', rules: { allow_buy_seats: false } },
          seats: 1,
          bought_seats: 0,
          available_seats: 1,
          activated_at: null,
          expiration_date: null,
          devices: [],
        },
      ],
      credits: null,
      payment_info: { payment_methods: [] },
    })
    expect(shown.orders!.map(({ fm_invoice_status, total }) => [fm_invoice_status, total])).toEqual([
      ['CURRENT', 0],
      ['PENDING', 99],
      ['PAID', 0],
    ])
    expect((await asked(admin, made)).payment_info).toBeNull()
    await sql`update organizations set suspended_at = now() where id = ${made.id}`.execute(test.connection.db)
    expect((await asked(admin, made)).contract).toMatchObject({ payment_status: 'SUSPENDED', next_payment_date: null })
  })

  it('has the devices of the license for owners and the lab, not for a manager', async () => {
    const made = await practice()
    await licenseCalls(test, admin).signInOn(made.owner, 'mac-1', { device_name: 'Front desk' })
    const devices = []
    for (const who of [made.owner, admin, made.manager])
      devices.push((await asked(who, made)).licenses!.map((license) => [license.available_seats, license.devices]))
    expect(devices).toMatchObject([
      [[0, [{ name: 'Front desk', last_seen_by: { id: made.owner.id } }]]],
      [[0, [{ name: 'Front desk', last_seen_by: { id: made.owner.id } }]]],
      [[0, null]],
    ])
  })

  it('has nothing of it for other members', async () => {
    const made = await practice()
    expect(await asked(made.member, made)).toMatchObject({
      contract: null,
      contract_id: null,
      orders: null,
      licenses: null,
      credits: null,
      payment_info: null,
    })
  })
})
