import { locations } from '@archwire/contract/locations/routes.ts'
import type { LocationAction } from '@archwire/contract/locations/schema.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

type Policy = (actor: Actor, organization: OrganizationState) => boolean

/** A partner lab reads the locations of practices that named it; it can change its own. */
const isOwn = ({ scope }: Actor, id: number): boolean => scope.kind !== 'partner' || scope.organizations.includes(id)

const mayWith = (actor: Actor, organization: OrganizationState, ...permissions: Permission[]): boolean =>
  mayWrite(actor, organization) &&
  isOwn(actor, organization.organization_id) &&
  holds(actor, permissions, organization.organization_id)

const update: Policy = (actor, organization) => mayWith(actor, organization, ...locations.update.needs)

/** What each person is allowed to do with a location that they see; `create` by its organization. */
export const may = {
  create: (actor, organization) => mayWith(actor, organization, ...locations.create.needs),
  update,
  update_address: update,
  make_main: update,
  delete: (actor, organization) => mayWith(actor, organization, ...locations.remove.needs),
} satisfies Record<LocationAction | 'create', Policy>

/** Managers may change an address during open work, too (`organizations/address-lock`). */
export const isManager = (actor: Actor, { organization_id }: OrganizationState): boolean =>
  holds(actor, ['locations.manage'], organization_id) ||
  actor.memberships.some(
    ({ organizationId, role }) => organizationId === organization_id && role !== 'organization_member',
  )
