import { firstNames, lastNames } from '../data/names.ts'
import { oneOf, skewed, type Sizes } from '../data/sizes.ts'

/** How many practices there are in all: a lab's of many years. */
export const organizations = 20_000
/** People of the lab who look after practices. */
export const managers = 20

/**
 * Adds practices to a filled database until there are `most`, each with an owner, another member and a main location; one in
 * ten is archived, one in fifty disabled, most are looked after by someone.
 */
export function practicesSql({ staff, partners, practices }: Sizes, most = organizations): string[] {
  const first = partners + practices + 1
  const people = staff + partners + practices * 4
  const last = partners + most
  return [
    `create function pick(i bigint, salt int) returns float8 language sql immutable parallel safe as
      $$ select (hashint8extended(i, 20261121 + salt) & 4503599627370495) / 4503599627370496.0::float8 $$`,
    `insert into organizations (id, name, account_number, kind, startup_fee_settled_at, customer_service_manager_id,
       disabled_at, deleted_at, created_at, updated_at)
     overriding system value
     select i, ${skewed(lastNames, 'pick(i, 102)')} || ' ' || ${oneOf(['Orthodontics', 'Dental Care', 'Smiles', 'Family Dentistry', 'Orthodontic Group'], 'pick(i, 103)')},
       'O-' || lpad(i::text, 6, '0'), 'practice', t, case when pick(i, 131) < 0.9 then 1 + floor(pick(i, 132) * ${managers})::int end,
       case when i % 50 = 0 then t end, case when i % 10 = 1 then t end, t, t
     from generate_series(${first}, ${last}) i, lateral (select timestamptz '2023-11-20T18:00:00Z' as t) x`,
    `insert into users (id, first_name, last_name, email, account_number, role, email_verified_at, created_at, updated_at)
     overriding system value
     select ${people} + n, ${skewed(firstNames, 'pick(n, 111)')}, ${skewed(lastNames, 'pick(n, 112)')}, 'more' || n || '@bench.example',
       'U-' || lpad((${people} + n)::text, 7, '0'), 'doctor', now(), now(), now()
     from generate_series(1, ${(last - first + 1) * 2}) n`,
    `insert into memberships (organization_id, user_id, role, created_at)
     select ${first} + (n - 1) / 2, ${people} + n, case n % 2 when 1 then 'organization_owner' else 'organization_member' end, now()
     from generate_series(1, ${(last - first + 1) * 2}) n`,
    `insert into locations (organization_id, location_name, first_name, last_name, email, phone_number, street_address, city,
       state, zip_code, is_main)
     select i, 'Main Office', 'Front', 'Desk', 'desk' || i || '@bench.example', '+13035550100', '1 Main Street', 'Denver', 'CO', '80202', true
     from generate_series(${first}, ${last}) i`,
    'drop function pick',
    'vacuum analyze organizations',
    'vacuum analyze users',
    'vacuum analyze memberships',
    'vacuum analyze locations',
  ]
}
