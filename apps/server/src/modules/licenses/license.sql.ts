import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'
import { boughtSeats } from '../billing/index.ts'
import { shownName } from '../organizations/index.ts'

/** Devices of the license `l` that take a seat. */
const seated = (scope: Scope) =>
  sql`(select count(*)::int from ${rows(scope, 'devices', 'v')} where v.organization_id = l.organization_id and v.license_id = l.id and not v.is_blocked)`

/** The person of the license `l`: who was picked while a member, else the owner; an id. */
const holder = sql`coalesce(
  (select m.user_id from memberships m join users q on q.id = m.user_id
    where m.organization_id = l.organization_id and m.user_id = l.user_id and q.deleted_at is null),
  (select m.user_id from memberships m join users q on q.id = m.user_id
    where m.organization_id = l.organization_id and m.role = 'organization_owner' and q.deleted_at is null order by m.id limit 1))`

/** Licenses `l` with their organization `o`, their type `t` and their person `h`. */
export const licensesFrom = (scope: Scope): RawBuilder<unknown> => sql`${rows(scope, 'licenses', 'l')}
  join organizations o on o.id = l.organization_id join license_types t on t.id = l.license_type_id
  left join users h on h.id = ${holder}`

export const typeJson = sql`jsonb_build_object('id', t.id, 'name', t.name, 'rules', jsonb_build_object('allow_buy_seats', t.allow_buy_seats))`

/** The device `v`, as answers have it. A practice reads the names of its own people alone. */
export const deviceJson = (
  scope: Scope,
): RawBuilder<unknown> => sql`jsonb_build_object('id', v.id, 'name', v.name, 'details', v.details, 'created_at', iso(v.created_at),
  'last_seen_at', iso(v.last_seen_at), 'is_blocked', v.is_blocked, 'version', v.version,
  'last_seen_by', (select jsonb_build_object('id', w.id, 'full_name', w.full_name) from users w where w.id = v.last_seen_by_user_id
      and (${scope.kind === 'lab'}::boolean or exists (
        select from memberships m where m.organization_id = v.organization_id and m.user_id = w.id))))`

/** A license from `licensesFrom`, as JSON without `can`. */
export const licenseJson = (scope: Scope): RawBuilder<unknown> => sql`jsonb_build_object('id', l.id,
  'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}, 'account_number', o.account_number,
    'is_disabled', o.disabled_at is not null, 'is_archived', o.deleted_at is not null),
  'contract_id', l.contract_id, 'license_type', ${typeJson}, 'activated_at', iso(l.activated_at),
  'user', case when h.id is not null then jsonb_build_object('id', h.id, 'full_name', h.full_name, 'email', h.email) end,
  'expiration_date', l.expiration_date::text, 'seats', l.seats, 'bought_seats', ${boughtSeats(scope)},
  'available_seats', greatest(0, l.seats + ${boughtSeats(scope)} - ${seated(scope)}),
  'devices', (select coalesce(jsonb_agg(${deviceJson(scope)} order by v.last_seen_at desc, v.id desc), '[]')
    from ${rows(scope, 'devices', 'v')} where v.organization_id = l.organization_id and v.license_id = l.id),
  'version', l.version, 'created_at', iso(l.created_at))`

/** The state of the license `l` (`LicenseState`), as JSON; in a query from `licensesFrom`. */
export const stateJson = (
  scope: Scope,
): RawBuilder<unknown> => sql`jsonb_build_object('license_type_id', l.license_type_id,
  'seats', l.seats, 'bought', ${boughtSeats(scope)}, 'devices', ${seated(scope)}, 'expired', l.expiration_date is not null)`

/** The licenses of the organization with this id, as its record sends them along, as JSON; `devices`: whether they are read. */
export const licensesOfPractice = (scope: Scope, organizationId: number, devices: boolean): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(x.row - '{organization,contract_id,user,version,created_at,can}'::text[]
      || case when ${devices}::boolean then '{}'::jsonb else '{"devices": null}'::jsonb end order by x.id), '[]')
  from (select l.id, ${licenseJson(scope)} as row from ${licensesFrom(scope)} where l.organization_id = ${organizationId}) x)`
