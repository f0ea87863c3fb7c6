import { members } from '@archwire/contract/members/routes.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { isStaff, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import type { OrganizationState } from '../organizations/index.ts'

/** A member, as far as it decides who may do what with them. */
export interface MemberFacts {
  user_id: number
  role: OrganizationRole
}

const owner: OrganizationRole = 'organization_owner'
const manager: OrganizationRole = 'organization_manager'

/** Who may give a person the user role lab_partner, which every member of a partner organization has. */
const givesPartnerRole: readonly UserRole[] = ['super_admin', 'admin', 'supervisor']

/** Members of a practice are managed by its owner and managers and by staff, those of a partner lab by staff alone. */
const holdsHere = (actor: Actor, organization: OrganizationState, needs: readonly Permission[]): boolean =>
  (isStaff(actor.role) || (actor.role !== 'lab_partner' && organization.kind === 'practice')) &&
  holds(actor, needs, organization.organization_id)

const mayWith = (actor: Actor, organization: OrganizationState, needs: readonly Permission[]): boolean =>
  mayWrite(actor, organization) && holdsHere(actor, organization, needs)

/** Whether the actor makes and removes owners: an owner of the organization, or staff who manage organizations. */
const decidesOwners = (actor: Actor, { organization_id }: OrganizationState): boolean =>
  actor.permissions.has('organizations.manage') ||
  actor.memberships.some(({ organizationId, role }) => organizationId === organization_id && role === owner)

/** Removing a manager, or making one a member, takes one of these permissions. */
const changesManagers = (actor: Actor, { organization_id }: OrganizationState): boolean =>
  holds(actor, ['organizations.remove-manager', 'organizations.user.update'], organization_id)

/** Who may do what with the members and the invitations of an organization that they see. */
export const may = {
  /** Reading the open invitations, of a disabled organization too. */
  see_invitations: (actor: Actor, organization: OrganizationState): boolean =>
    holdsHere(actor, organization, members.invitations.needs),

  /** Inviting a person in this role, and sending again or revoking an invitation in this role. */
  invite: (actor: Actor, organization: OrganizationState, role: OrganizationRole): boolean =>
    mayWith(actor, organization, members.invite.needs) &&
    (organization.kind === 'practice' || givesPartnerRole.includes(actor.role!)) &&
    (role !== owner || decidesOwners(actor, organization)),

  add: (actor: Actor, organization: OrganizationState, role: OrganizationRole): boolean =>
    mayWith(actor, organization, [members.addMember.needs]) && (role !== owner || decidesOwners(actor, organization)),

  remove: (actor: Actor, organization: OrganizationState, member: MemberFacts): boolean =>
    member.user_id !== actor.userId &&
    mayWith(actor, organization, [members.removeMember.needs]) &&
    (member.role !== manager || changesManagers(actor, organization)) &&
    (member.role !== owner || decidesOwners(actor, organization)),

  /** One's own role only an owner changes, who steps down. */
  change_role: (actor: Actor, organization: OrganizationState, member: MemberFacts, role: OrganizationRole): boolean =>
    (member.user_id !== actor.userId || (member.role === owner && role !== owner)) &&
    mayWith(actor, organization, [members.changeRole.needs]) &&
    (member.role !== manager || changesManagers(actor, organization)) &&
    ((member.role !== owner && role !== owner) || decidesOwners(actor, organization)),

  hand_over: (actor: Actor, organization: OrganizationState): boolean =>
    mayWith(actor, organization, members.handOverPatients.needs),
}
