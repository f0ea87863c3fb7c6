import type { Member, Invitation } from '@archwire/contract/members/schema.ts'
import { isStaff, organizationRoles, type OrganizationRole } from '@archwire/contract/roles.ts'
import type { Actor } from '../../kernel/actor.ts'
import { whyClosed, type OrganizationState } from '../organizations/index.ts'
import { may, type MemberFacts } from './policy.ts'

/** A member as the rules see it. */
export interface MemberState extends MemberFacts {
  /** Whether another owner of the organization is there who is not archived. */
  other_owner: boolean
}

const lastOwner = 'This is the only owner of the organization. Make someone else an owner first.'

/** Why an action is not possible now, as text; null when it is. */
export const blocked = {
  /** Every change of members and invitations (`organizations/disabled`). */
  change: whyClosed,

  remove: (organization: OrganizationState, member: MemberState): string | null =>
    blocked.change(organization) ?? (isLastOwner(member) ? lastOwner : null),

  change_role: (organization: OrganizationState, member: MemberState, role: OrganizationRole): string | null =>
    blocked.change(organization) ??
    (member.role === role
      ? 'This person has this role in the organization already.'
      : isLastOwner(member)
        ? lastOwner
        : null),
}

/** Why a person can be no member, as the actor reads it: a practice does not learn what account an email has. */
export const asRead = (actor: Actor, reason: string | null): string | null =>
  reason === null || isStaff(actor.role) ? reason : 'This person cannot be a member of this organization.'

const isLastOwner = ({ role, other_owner }: MemberState): boolean => role === 'organization_owner' && !other_owner

/** What the actor can do with a member now. */
export const decideMember = (actor: Actor, organization: OrganizationState, member: MemberState): Member['can'] => ({
  change_role: organizationRoles.some(
    (role) =>
      may.change_role(actor, organization, member, role) && blocked.change_role(organization, member, role) === null,
  ),
  remove: may.remove(actor, organization, member) && blocked.remove(organization, member) === null,
})

/** What the actor can do with an open invitation now. */
export function decideInvitation(
  actor: Actor,
  organization: OrganizationState,
  { role }: { role: OrganizationRole },
): Invitation['can'] {
  const allowed = may.invite(actor, organization, role) && blocked.change(organization) === null
  return { resend: allowed, revoke: allowed }
}
