import { practicesSql } from '../organizations/data.sql.ts'
import type { Sizes } from '../data/sizes.ts'

/** Cases of a practice, and rows of the ledger that its order takes: with the monthly fee there are 20 lines. */
const [cases, rows] = [4, 19]

/**
 * Adds practices until there are `count`, each with a contract whose order closes on `day`, cases, and rows of the ledger for
 * them. What is taken off, charged or mailed later is not part of it: the orders are due three days after.
 */
export function closingsSql(sizes: Sizes, count: number, day: string): string[] {
  const [first, last] = [sizes.partners + 1, sizes.partners + count]
  const chosen = `between ${first} and ${last}`
  return [
    ...practicesSql(sizes, count),
    `update organizations set disabled_at = null, deleted_at = null where id ${chosen}`,
    `insert into contracts (organization_id, initial_payment_date, next_payment_date, billing_day, created_at, updated_at)
     select o.id, date '${day}' - 31, date '${day}', extract(day from date '${day}'), now(), now()
     from organizations o where o.id ${chosen}`,
    `insert into orders (organization_id, contract_id, kind, fm_invoice_status, subtotal_cents, tax_cents, tax_state, tax_rate_percent,
       card_fee_cents, card_fee_percent, total_cents, created_at, updated_at)
     select organization_id, id, 'monthly', 'CURRENT', 0, 0, '', 0, 0, 0, 0, now(), now() from contracts where organization_id ${chosen}`,
    `insert into price_overrides (organization_id, version, field, value, created_at)
     select o.id, 1, x.field, x.value::jsonb, now() - interval '40 days' from organizations o,
       (values ('settings.flat_monthly', '9900'), ('settings.delay_payment_processing', '3')) x(field, value) where o.id ${chosen}`,
    `create table closing_cases as
     select nextval(pg_get_serial_sequence('patients', 'id')) as id, nextval(pg_get_serial_sequence('rx_forms', 'id')) as form_id,
       m.organization_id, m.user_id, n
     from memberships m, generate_series(1, ${cases}) n
     where m.organization_id ${chosen} and m.role = 'organization_owner'`,
    `insert into patients (id, organization_id, user_id, created_by_user_id, first_name, last_name, patient_status_id, status_updated_at,
       created_at, updated_at)
     overriding system value
     select id, organization_id, user_id, user_id, 'Patient', id::text, 2, now(), now() - interval '9 days', now() from closing_cases`,
    `insert into rx_forms (id, organization_id, patient_id, status_id, status_updated_at, created_by_user_id, location_id, impression_date,
       submission_completed_by, impression_type, products_list, jaws_id, arch_mode, created_at, updated_at)
     overriding system value
     select c.form_id, c.organization_id, c.id, 1, now(), c.user_id, l.id, current_date, 1, 1, 1, 3, 1, now(), now()
     from closing_cases c join locations l on l.organization_id = c.organization_id and l.is_main`,
    `insert into charges (organization_id, patient_id, source, source_id, fee, kind, label, why, times, unit_cents, cents, price_list, day,
       user_id, user_name, created_at)
     select c.organization_id, c.id, 'form', c.form_id, 'arch.' || g, 'arch', 'Fee ' || g, 'Two arches.', 2, 1500, 3000, 1,
       date '${day}' - 5, c.user_id, 'Bench', now()
     from generate_series(1, ${rows}) g join closing_cases c on c.n = 1 + g % ${cases}`,
    'drop table closing_cases',
    ...['contracts', 'orders', 'charges', 'patients', 'rx_forms', 'price_overrides', 'organizations'].map(
      (table) => `vacuum analyze ${table}`,
    ),
  ]
}
