import { invitesMembers } from '@archwire/contract/required-permissions.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { isStaff, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from './state.ts'

const owner: OrganizationRole = 'organization_owner'

/** Who may give a person the user role lab_partner, which every member of a partner organization has. */
const givesPartnerRole: readonly UserRole[] = ['super_admin', 'admin', 'supervisor']

/** Members of a practice are managed by its owner and managers and by staff, those of a partner lab by staff alone. */
export const readsMembers = (actor: Actor, organization: OrganizationState, needs: readonly Permission[]): boolean =>
  (isStaff(actor.role) || (actor.role !== 'lab_partner' && organization.kind === 'practice')) &&
  holds(actor, needs, organization.organization_id)

/** The same for changes. */
export const managesMembers = (actor: Actor, organization: OrganizationState, needs: readonly Permission[]): boolean =>
  mayWrite(actor, organization) && readsMembers(actor, organization, needs)

/** Whether the actor makes and removes owners: an owner of the organization, or staff who manage organizations. */
export const decidesOwners = (actor: Actor, { organization_id }: OrganizationState): boolean =>
  actor.permissions.has('organizations.manage') ||
  actor.memberships.some(({ organizationId, role }) => organizationId === organization_id && role === owner)

/**
 * Inviting a person in this role, and sending again or revoking an invitation in this role (`people/who-invites`). The sender
 * of an invitation is asked again when it is accepted.
 */
export const mayInvite = (actor: Actor, organization: OrganizationState, role: OrganizationRole): boolean =>
  managesMembers(actor, organization, invitesMembers) &&
  (organization.kind === 'practice' || givesPartnerRole.includes(actor.role!)) &&
  (role !== owner || decidesOwners(actor, organization))
