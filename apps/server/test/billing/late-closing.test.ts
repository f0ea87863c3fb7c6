import { orders } from '@archwire/contract/billing/routes.ts'
import { addDays, dayIn, instantIn, type Day } from '@archwire/contract/core/dates.ts'
import { pricing } from '@archwire/contract/pricing/routes.ts'
import { settings } from '@archwire/contract/settings/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived, closeOrder } from '../../src/modules/billing/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/**
 * What the lab sets between the closing day and a job that runs late is for the next order (docs/billing.md, "Judged on the
 * closing day"). A database of its own: the settings are the whole lab's.
 */
let test: TestApp
let given: Given
let admin: TestUser
let today: Day
/** Two days ago, on the lab's calendar. */
let closingDay: Day
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  admin = await given.user('admin')
  today = dayIn(test.config.labZone, new Date())
  closingDay = addDays(today, -2)
  const { db } = test.connection
  await sql`update lab_settings set tax_state = 'MN', tax_rate_percent = 6.875, credit_card_fee_percent = 1.49`.execute(
    db,
  )
  await sql`update products set price_cents = 2500 where id = 2`.execute(db)
})
afterAll(() => test.close())

/** A practice in Minnesota that pays by card, buys 2 seats, pays 3 days after a closing, and $99.00 a month. */
async function practice(): Promise<GivenPractice> {
  const made = await given.practice({ paid: false })
  const { id } = made
  const { db } = test.connection
  const began = instantIn(test.config.labZone, addDays(closingDay, -30), 12 * 3600)
  await db.transaction().execute((trx) => beginWaived(trx, { scope: labScope, now: began }, id, test.config.labZone))
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${id}, 1, 'settings.flat_monthly', '9900', ${began}), (${id}, 1, 'settings.delay_payment_processing', '3', ${began})`.execute(
    db,
  )
  await sql`insert into billing_addresses (organization_id, version, first_name, last_name, email, phone_number, street_address,
      street_address_line_2, city, state, country, zip_code, created_at, updated_at)
    values (${id}, 1, 'Olga', 'Owner', 'olga@example.com', '+15550100', 'Main Street 1', '', 'Anywhere', 'MN', 'USA', '55401',
      ${began}, ${began})`.execute(db)
  await sql`insert into payment_methods (organization_id, provider_id, method, nickname, brand, last_four, is_primary, created_at, updated_at)
    values (${id}, ${`late-${id}`}, 'card', 'Ours', 'Ours', '1111', true, ${began}, ${began})`.execute(db)
  await sql`insert into bought_seats (organization_id, version, seats, created_at) values (${id}, 1, 2, ${began})`.execute(
    db,
  )
  return made
}
const close = ({ id: organizationId }: GivenPractice, now: Date) =>
  test.connection.db
    .transaction()
    .execute((trx) => closeOrder(trx, { organizationId, kind: 'monthly', zone: test.config.labZone, now }))
const noon = (day: Day) => instantIn(test.config.labZone, day, 12 * 3600)
const read = async (id: number) => {
  const { order } = (await test.as(admin).call(orders.get, { params: { id } })).body
  return {
    lines: order.order_items.map(({ product, details, value }) => [product.name, details, value]),
    closing_day: order.closing_day,
    due_day: order.due_day,
    subtotal: order.subtotal,
    tax: [order.tax_state, order.tax_rate_percent, order.tax],
    card: [order.credit_card_fee_percent, order.credit_card_fee],
    total: order.total,
  }
}
const current = async ({ id }: GivenPractice) =>
  (await test.as(admin).call(orders.current, { params: { id } })).body.order!

/** Saves every setting that decides on an order, and prices of the list and of a practice. */
async function change(made: GivenPractice, tax: number) {
  const { registration_fee, promotion, edited } = (await test.as(admin).call(settings.get, {})).body.settings
  const { versions: _versions, ...links } = edited!
  const body = {
    ...links,
    registration_fee,
    promotion,
    seat_price: 30,
    tax: { state: 'WI', rate: tax },
    credit_card: { fee: 3 },
  }
  expect((await test.as(admin).call(settings.save, { body })).status).toBe(200)
  const own = { settings: { flat_monthly: 120, delay_payment_processing: 9 } }
  const at = { params: { id: made.id } }
  expect((await test.as(admin).call(pricing.saveOwn, { ...at, body: { overrides: 1, ...own } })).status).toBe(200)
}

describe('a closing that runs late', () => {
  it('has the settings and prices with which its closing day started, and the next order those of now', async () => {
    const [inTime, late] = [await practice(), await practice()]
    const first = await read((await close(inTime, noon(closingDay)))!.id)
    // By hand: $99.00 and 2 × $25.00; 6.875 % of $149.00 is $10.24375; 1.49 % of $159.24 is $2.372676.
    expect(first).toEqual({
      lines: [
        ['Monthly Fee', '', 99],
        ['Seats', '2 × $25.00', 50],
      ],
      closing_day: closingDay,
      due_day: addDays(closingDay, 3),
      subtotal: 149,
      tax: ['MN', 6.875, 10.24],
      card: [1.49, 2.37],
      total: 161.61,
    })
    await change(late, 5)
    const shown = await current(late)
    expect([shown.total, shown.closing_day, shown.due_day]).toEqual([161.61, closingDay, addDays(closingDay, 3)])
    expect(await read((await close(late, new Date()))!.id)).toEqual(first)
    // $120.00 and 2 × $30.00, no tax in Minnesota, and 3 % of $180.00.
    const next = await current(late)
    expect([next.subtotal, next.tax, next.tax_state, next.credit_card_fee, next.total]).toEqual([
      180,
      0,
      'WI',
      5.4,
      185.4,
    ])
  })

  it('has what a save set before its day started, also where another save followed', async () => {
    const made = await practice()
    // The saves of above become those of the day before the closing day.
    await sql`update lab_settings_changes set created_at = ${noon(addDays(closingDay, -1))}`.execute(test.connection.db)
    const { registration_fee, promotion, edited, tax, credit_card } = (await test.as(admin).call(settings.get, {})).body
      .settings
    const { versions: _versions, ...links } = edited!
    const body = {
      ...links,
      registration_fee,
      promotion,
      tax,
      credit_card: { fee: credit_card.fee + 4 },
      seat_price: 40,
    }
    expect((await test.as(admin).call(settings.save, { body })).status).toBe(200)
    // $99.00 and 2 × $30.00; 3 % of $159.00.
    expect(await read((await close(made, new Date()))!.id)).toMatchObject({
      subtotal: 159,
      tax: ['WI', 5, 0],
      card: [3, 4.77],
      total: 163.77,
    })
  })

  it('by hand has the settings of its moment', async () => {
    const made = await practice()
    await close(made, new Date())
    const { id } = await current(made)
    const added = await test.raw(admin, 'POST', `/orders/${id}/add_discount_or_charge`, {
      custom_description: 'Training',
      value: 100,
    })
    expect(added.status).toBe(200)
    const closed = await test.connection.db
      .transaction()
      .execute((trx) =>
        closeOrder(trx, { organizationId: made.id, kind: 'by_hand', zone: test.config.labZone, now: new Date() }),
      )
    // 7 % of $100.00.
    expect(await read(closed!.id)).toMatchObject({ subtotal: 100, card: [7, 7], total: 107 })
  })
})
