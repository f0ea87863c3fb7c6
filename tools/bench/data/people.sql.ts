import { firstNames, lastNames } from './names.ts'
import { oneOf, referenceDay, skewed, staffRoleOf, type Sizes } from './sizes.ts'

const towns = ['Denver', 'Boulder', 'Austin', 'Portland', 'Tampa', 'Madison', 'Tucson', 'Albany', 'Reno', 'Omaha']
const streets = ['Main Street', 'Oak Avenue', 'Maple Drive', 'Cedar Lane', 'Park Road', 'Lake Street', 'Hill Road']

/** Practices, partners, their people and places. */
export function peopleSql(sizes: Sizes): string[] {
  const { partners, practices, staff } = sizes
  const people = staff + partners + practices * 4
  return [
    `insert into organizations (id, name, account_number, kind, third_party_partner_id, startup_fee_settled_at, onboarded_at, created_at, updated_at)
     overriding system value
     select i, case when i <= ${partners} then ${skewed(lastNames, 'pick(i, 101)')} || ' Dental Laboratory ' || i
         else ${skewed(lastNames, 'pick(i, 102)')} || ' ' || ${oneOf(['Orthodontics', 'Dental Care', 'Smiles', 'Family Dentistry', 'Orthodontic Group'], 'pick(i, 103)')} end,
       'O-' || lpad(i::text, 6, '0'), case when i <= ${partners} then 'partner' else 'practice' end,
       case when i > ${partners} and i % 5 = 0 then 1 + i % ${partners} end, t,
       case when i % 20 > 0 then t + interval '90 days' end, t, t
     from generate_series(1, ${partners + practices}) i, lateral (select timestamptz '${referenceDay}' - interval '3 years' as t) x`,
    `insert into users (id, first_name, last_name, email, account_number, role, email_verified_at, created_at, updated_at)
     overriding system value
     select i, ${skewed(firstNames, 'pick(i, 111)')}, ${skewed(lastNames, 'pick(i, 112)')}, 'person' || i || '@bench.example',
       'U-' || lpad(i::text, 6, '0'), case when i <= ${staff} then (array[${Array.from({ length: staff }, (_, index) => `'${staffRoleOf(index + 1)}'`).join(',')}])[i]
         when i <= ${staff + partners} then 'lab_partner'
         when (i - ${staff + partners}) % 4 in (1, 3) then 'doctor' else 'staff_member' end, t, t, t
     from generate_series(1, ${people}) i, lateral (select timestamptz '${referenceDay}' - interval '3 years' as t) x`,
    `insert into memberships (organization_id, user_id, role, created_at)
     select case when i <= ${staff + partners} then i - ${staff} else ${partners} + 1 + (i - ${staff + partners} - 1) / 4 end, i,
       case when i <= ${staff + partners} or (i - ${staff + partners}) % 4 = 1 then 'organization_owner'
         when (i - ${staff + partners}) % 4 = 2 then 'organization_manager' else 'organization_member' end,
       timestamptz '${referenceDay}' - interval '3 years'
     from generate_series(${staff + 1}, ${people}) i`,
    `insert into locations (id, organization_id, location_name, first_name, last_name, email, phone_number, street_address, city, state,
       zip_code, is_main, created_at, updated_at)
     overriding system value
     select o.id + n * ${partners + practices}, o.id, case n when 0 then 'Main Office' else 'Branch ' || n end, 'Front', 'Desk',
       'desk' || o.id || '@bench.example', '+13035550100', (1 + o.id % 900) || ' ' || ${oneOf(streets, 'pick(o.id, 121)')},
       ${oneOf(towns, 'pick(o.id, 122)')}, 'CO', lpad((10000 + o.id % 89999)::text, 5, '0'), n = 0, o.created_at, o.created_at
     from organizations o, generate_series(0, 2) n where n = 0 or (o.id + n) % 3 = 0`,
    `select setval('organization_account_numbers', ${partners + practices}), setval('user_account_numbers', ${people})`,
  ]
}
