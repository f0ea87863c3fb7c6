import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../db/database-before.ts'

/** A practice that was with the lab before the ledger (`billing/before`): what the migrations make of it. */
let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('202612031101_charges.sql')
})
afterAll(() => before.close())

const cases = 50

it('a practice of a year with 50 cases gets an open order that ends on its next closing day, and owes nothing of before', async () => {
  const { client } = before
  await client.query(`
    insert into organizations (name, account_number, kind, startup_fee_settled_at) values ('Old', 'O-1', 'practice', now());
    insert into users (first_name, last_name, email, account_number, role) values ('Olga', 'Owner', 'o@example.com', 'U-1', 'doctor');
    insert into contracts (organization_id, initial_payment_date, next_payment_date, created_at, updated_at)
      select id, (now() at time zone 'UTC')::date - 365, (now() at time zone 'UTC')::date - 335, now(), now() from organizations;
    insert into patients (organization_id, user_id, created_by_user_id, first_name, last_name, case_number_text, patient_status_id)
      select o.id, u.id, u.id, 'Ada', 'Case ' || n, '', 1 from organizations o, users u, generate_series(1, ${cases}) n;
    insert into rx_forms (organization_id, patient_id, status_id, created_by_user_id, impression_date, impression_type, products_list, submission_completed_by, jaws_id, arch_mode)
      select organization_id, id, 1, created_by_user_id, current_date, 1, 1, 1, 3, 1 from patients;
    insert into customer_requests (organization_id, patient_id) select organization_id, id from patients;
    insert into printing_requests (organization_id, patient_id, customer_request_id, assignment, status_id)
      select organization_id, patient_id, id, 2, 1 + id % 4 from customer_requests`)
  await before.migrate()
  const read = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  expect(await read('select count(*)::int as charges from charges')).toEqual([{ charges: 0 }])
  expect(await read('select is_billed, count(*)::int from rx_forms group by 1')).toEqual([
    { is_billed: false, count: cases },
  ])
  // Those that were open are charged at their completion, by the list of that day.
  expect(
    await read('select distinct status_id in (1, 2) as open, price_list from printing_requests order by 1'),
  ).toEqual([
    { open: false, price_list: null },
    { open: true, price_list: 1 },
  ])
  const [order] = await read(`
    select r.kind, r.fm_invoice_status as state, r.invoice_id as number, r.total_cents as total,
      c.billing_day = extract(day from c.initial_payment_date + 30) as keeps_the_day,
      c.next_payment_date >= (now() at time zone 'UTC')::date as is_to_come,
      c.next_payment_date <= (now() at time zone 'UTC')::date + 31 as is_next,
      extract(day from c.next_payment_date) = least(c.billing_day,
        extract(day from date_trunc('month', c.next_payment_date) + interval '1 month' - interval '1 day')) as is_its_day
    from orders r join contracts c on c.id = r.contract_id`)
  expect(order).toEqual({
    kind: 'monthly',
    state: 'CURRENT',
    number: null,
    total: 0,
    keeps_the_day: true,
    is_to_come: true,
    is_next: true,
    is_its_day: true,
  })
})
