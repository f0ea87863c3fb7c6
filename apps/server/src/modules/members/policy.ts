import { members } from '@archwire/contract/members/routes.ts'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import {
  decidesOwners,
  managesMembers as mayWith,
  mayInvite,
  readsMembers as holdsHere,
  type OrganizationState,
} from '../organizations/index.ts'

/** The facts about a member that the policy reads. */
export interface MemberFacts {
  user_id: number
  role: OrganizationRole
}

const owner: OrganizationRole = 'organization_owner'
const manager: OrganizationRole = 'organization_manager'

/** Removing a manager, or making one a member, takes one of these permissions. */
const changesManagers = (actor: Actor, { organization_id }: OrganizationState): boolean =>
  holds(actor, ['organizations.remove-manager', 'organizations.user.update'], organization_id)

/** What each person is allowed to do with the members and the invitations of an organization that they see. */
export const may = {
  /** Reading the open invitations, of a disabled organization too. */
  see_invitations: (actor: Actor, organization: OrganizationState): boolean =>
    holdsHere(actor, organization, members.invitations.needs),

  invite: mayInvite,

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
