import { orders } from '@archwire/contract/billing/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { writeCharges, type NewCharge } from '../../src/modules/charges/index.ts'
import type { TestUser } from '../app.ts'
import { openDays, type Days } from '../contracts/contract-days.ts'
import type { GivenPractice } from '../given.ts'
import { membersIn, ownPassword } from '../given/members.ts'
import { begun } from '../january.ts'
import { chargeByHand } from '../own-charge.ts'

/** Orders that come to more than 32 bits of cents hold, $21,474,836.47: they close, and end (docs/billing.md, Limits). */
let days: Days
let admin: TestUser
let settings: object
beforeAll(async () => {
  days = await openDays()
  admin = await days.on.given.user('admin')
  await membersIn(days.on.test).withPassword(admin)
  const { rows } = await sql<object>`
    select tax_state, tax_rate_percent, credit_card_fee_percent from lab_settings`.execute(days.db)
  settings = rows[0]!
})
afterAll(async () => {
  await days.db.updateTable('lab_settings').set(settings).execute()
  await days.close()
})

const owe = ({ id }: GivenPractice, ...rows: Partial<NewCharge>[]) =>
  days.db
    .transaction()
    .execute((trx) => writeCharges(trx, { userId: null, name: 'Archwire', now: begun }, id, rows.map(chargeByHand)))
/** The software of 22 arches at the largest fee there is: $22,000,000.00, as many times as it says. */
const largest = (times: number): Partial<NewCharge>[] =>
  Array.from({ length: times }, () => ({
    fee: 'arch.software',
    kind: 'arch',
    label: 'Software',
    times: 22,
    unit_cents: 100_000_000,
  }))
const livesIn = ({ id }: GivenPractice, state: string) =>
  sql`insert into billing_addresses (organization_id, version, first_name, last_name, email, phone_number, street_address,
      street_address_line_2, city, state, country, zip_code, created_at, updated_at)
    values (${id}, 1, 'Olga', 'Owner', 'olga@example.com', '+15550100', 'Main Street 1', '', 'Anywhere', ${state}, 'USA', '55401',
      ${begun}, ${begun})`.execute(days.db)
const readLast = async ({ id }: GivenPractice) => {
  setClock(undefined)
  const { rows } = await sql<{ id: number }>`
    select id from orders where organization_id = ${id} and kind = 'monthly' and invoice_id is not null order by id desc limit 1`.execute(
    days.db,
  )
  return (await days.on.test.as(admin).call(orders.get, { params: { id: rows[0]!.id } })).body.order
}

it('an order of $880,000,396.00 closes, is charged, and is kept to the cent', async () => {
  await sql`update lab_settings set tax_state = 'MN', tax_rate_percent = 100, credit_card_fee_percent = 100`.execute(
    days.db,
  )
  const practice = await days.practice('2026-01-01')
  await livesIn(practice, 'MN')
  await owe(practice, ...largest(10))
  await days.run('2026-01-31', practice)
  // By hand: ten times $22,000,000 and $99 for the month; the tax as much again, and the card fee as much as both.
  const sums = { subtotal: 220_000_099, tax: 220_000_099, credit_card_fee: 440_000_198, total: 880_000_396 }
  expect(await readLast(practice)).toMatchObject({ ...sums, fm_invoice_status: 'PENDING' })
  await days.run('2026-02-03', practice)
  const paid = await readLast(practice)
  expect(paid).toMatchObject({ ...sums, fm_invoice_status: 'PAID' })
  expect(paid.payments.map(({ value }) => value)).toEqual([880_000_396])
  await days.db.updateTable('lab_settings').set(settings).execute()
})

it('one without a payment method is settled by the lab at its whole total', async () => {
  const practice = await days.practice('2026-01-01', null)
  await owe(practice, ...largest(10))
  await days.run('2026-01-31', practice)
  const { id, total } = await readLast(practice)
  expect(total).toBe(220_000_099)
  const settle = (expected_total: number) =>
    days.on.test.raw(admin, 'POST', `/orders/${id}/settle`, {
      how: 'outside',
      reason: 'Check 1042',
      expected_total,
      current_password: ownPassword,
    })
  expect([(await settle(220_000_098.99)).status, (await settle(total)).status]).toEqual([409, 200])
  expect(await readLast(practice)).toMatchObject({ fm_invoice_status: 'PAID', settled_as: 'outside' })
})

it('what an order cannot take off is carried over whole', async () => {
  const practice = await days.practice('2026-01-01')
  await owe(practice, { label: 'Changed prescription', times: 22, unit_cents: -100_000_000 })
  await days.run('2026-01-31', practice)
  expect(await readLast(practice)).toMatchObject({ total: 0, discounts: [{ value: 99 }] })
  await owe(practice, { ...largest(1)[0], day: '2026-02-10' })
  await days.run('2026-02-28', practice)
  // $22,000,000.00 and $99.00 for the month, less $21,999,901.00.
  expect(await readLast(practice)).toMatchObject({ subtotal: 198, discounts: [{ value: 21_999_901 }] })
})

it('a month that cannot close fails under the number of its practice, and holds no other one up', async () => {
  const [broken, fine] = [await days.practice('2026-01-01'), await days.practice('2026-01-01')]
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${broken.id}, 2, 'arch_volume_discounts', '[{"volume": -1, "discount": 5}]', ${begun})`.execute(days.db)
  const { rows } = await sql<{ number: string }>`
    select account_number as number from organizations where id = ${broken.id}`.execute(days.db)
  await expect(days.run('2026-01-31', broken)).rejects.toThrow(
    `The month of the practice ${rows[0]!.number} did not close: RangeError Not a possible volume: -1`,
  )
  await days.run('2026-01-31', fine)
  expect(await days.states(fine)).toEqual(['2026-01-31 PENDING'])
  await sql`insert into price_overrides (organization_id, version, field, value, created_at)
    values (${broken.id}, 3, 'arch_volume_discounts', null, ${begun})`.execute(days.db)
  await days.run('2026-02-01', broken)
  expect(await days.states(broken)).toEqual(['2026-01-31 PENDING'])
})
