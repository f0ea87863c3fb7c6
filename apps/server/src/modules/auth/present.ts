import type { Me } from '@archwire/contract/auth/routes.ts'
import { isManagement, roleLabels, rolesOf } from '@archwire/contract/roles.ts'
import type { Actor } from '../../kernel/actor.ts'
import { narrowed } from '../organizations/index.ts'
import type { PersonRow } from './sessions.ts'
import { actorOf } from './sessions.ts'

/** Builds the signed-in person for the client. The current organization is the `wanted` one, else the oldest membership's. */
export function presentMe(user: PersonRow, wanted?: number): Me {
  const actor = actorOf(user, { id: null, address: '' })
  const current = user.memberships.find((membership) => membership.organization_id === wanted) ?? user.memberships[0]
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: user.full_name,
    email: user.email,
    account_number: user.account_number,
    roles: rolesOf(user.role),
    is_management: isManagement(user.role),
    all_permissions: [...actor.permissions],
    organizations: user.memberships.map((membership) => ({
      id: membership.organization_id,
      name: membership.name,
      account_number: membership.account_number,
      suspended: membership.suspended,
      blocked: membership.blocked,
      disabled: membership.disabled,
      startup_fee_paid: membership.startup_fee_paid,
      ...placesOf(user, actor, membership.organization_id),
      pivot: {
        role: { name: membership.role, label: roleLabels[membership.role] },
        all_permissions: [
          ...(actor.memberships.find((held) => held.organizationId === membership.organization_id)?.permissions ?? []),
        ],
      },
    })),
    current_organization_id: current?.organization_id ?? null,
    time_zone: user.time_zone,
    username: user.username,
    additional_emails: user.additional_emails,
    pending_email: user.pending_email,
    email_change: user.email_change,
    version: user.version,
  }
}

/** Locations of one organization; a member limited to assigned locations gets only those, if there are any. */
function placesOf(user: PersonRow, actor: Actor, organizationId: number) {
  const {
    locations = [],
    owner_name = null,
    suspended_at = null,
    allow_buy_seats = null,
    disabled_at = null,
    disabled_reason = '',
    status = null,
  } = user.places.find((place) => place.organization_id === organizationId) ?? {}
  const named = (some: typeof locations) => some.map(({ id, location_name }) => ({ id, location_name }))
  const ownLocations = locations.filter(({ is_mine }) => is_mine)
  const visible = ownLocations.length > 0 && narrowed(actor).includes(organizationId) ? ownLocations : locations
  return {
    status,
    disabled_at,
    disabled_reason,
    deleted_at: null,
    contract: {
      suspended_at,
      license: allow_buy_seats === null ? null : { license_type: { rules: { allow_buy_seats } } },
    },
    main_location: named(locations.filter(({ is_main }) => is_main))[0] ?? null,
    locations: named(visible),
    current_user_assigned_locations: named(ownLocations),
    owner_name,
  }
}
