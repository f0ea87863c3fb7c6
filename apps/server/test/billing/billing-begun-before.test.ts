import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../db/database-before.ts'

/** Practices whose fee was settled before there were contracts get what a waiver makes, by the migration. */
let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('202611280101_billing.sql')
})
afterAll(() => before.close())

it('makes contract, license, onboarding and a closed order for each, and nothing for others', async () => {
  await before.client
    .query(`insert into organizations (name, account_number, kind, startup_fee_settled_at, onboarded_at) values
    ('Later', 'O-1', 'practice', '2026-03-02T01:00:00Z', null),
    ('Earlier', 'O-2', 'practice', '2026-02-27T12:00:00Z', '2026-03-01T12:00:00Z'),
    ('Lead', 'O-3', 'practice', null, null),
    ('Partner', 'O-4', 'partner', '2026-02-27T12:00:00Z', null)`)
  await before.migrate()
  const { rows } = await before.client.query(`
    select o.name, c.initial_payment_date::text as begun, c.billing_day as day, l.license_type_id as license,
      l.seats, n.status, n.current_step as step, r.invoice_id as invoice, r.fm_invoice_status as state, r.total_cents as total,
      (select json_agg(json_build_array(i.kind, i.cents) order by i.position) from order_lines i where i.order_id = r.id) as lines
    from organizations o join contracts c on c.organization_id = o.id join licenses l on l.contract_id = c.id
      join onboardings n on n.organization_id = o.id join orders r on r.contract_id = c.id and r.kind = 'start_up' order by r.invoice_id`)
  const lines = [
    ['product', 20_000],
    ['discount', 20_000],
  ]
  const same = { license: 1, seats: 1, state: 'PAID', total: 0, lines }
  expect(rows).toEqual([
    { name: 'Earlier', begun: '2026-02-27', day: 29, status: 10, step: 11, invoice: 1001, ...same },
    { name: 'Later', begun: '2026-03-02', day: 1, status: 1, step: 1, invoice: 1002, ...same },
  ])
})
