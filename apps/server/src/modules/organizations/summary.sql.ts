import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../db/scope.ts'

/**
 * Columns of the organization `o` that lists, pickers and its own page show. A partner lab reads the email of an owner
 * who is a doctor, as it does on the doctor's own page (`people/partner`), and of its own; who at the lab looks after a practice is
 * for the practice and the lab (`organizations/who-looks-after`).
 */
export const summaryColumns = (scope: Scope): RawBuilder<unknown> => sql`
  o.id, o.name, o.account_number, o.startup_fee_settled_at is not null as startup_fee_paid,
  iso(o.disabled_at) as disabled_at, o.deleted_at is not null as is_archived, iso(o.created_at) as created_at,
  (select json_build_object('id', u.id, 'full_name', u.full_name, 'email', ${ownerEmail(scope)})
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and m.role = 'organization_owner' and u.deleted_at is null order by m.id limit 1) as owner,
  (select json_build_object('city', l.city, 'state', l.state, 'zip_code', l.zip_code)
    from locations l where l.organization_id = o.id and l.is_main and l.deleted_at is null limit 1) as main_location,
  ${scope.kind === 'partner' ? sql`null::json` : sql`(select json_build_object('id', s.id, 'full_name', s.full_name) from users s where s.id = o.customer_service_manager_id)`} as customer_service_manager`

const ownerEmail = (scope: Scope) =>
  scope.kind === 'partner'
    ? sql`case when u.role = 'doctor' or o.id = any(${scope.organizations}::int[]) then u.email else '' end`
    : sql`u.email`

/** The condition that the organization `o` is shown: an archived one only to the lab (`organizations/archived`). */
export const notHidden = ({ kind }: Scope): RawBuilder<unknown> =>
  kind === 'lab' ? sql`true` : sql`o.deleted_at is null`
