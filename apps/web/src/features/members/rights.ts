import { handsOverCases, invitesMembers } from '@archwire/contract/required-permissions.ts'
import { isStaff, type OrganizationRole } from '@archwire/contract/roles.ts'
import { mayGrant } from '@archwire/contract/users/granting.ts'
import { allowed, roleOf, useSession } from '../../lib/session.tsx'

/** The organization, as far as it decides who manages its members. */
export interface OfOrganization {
  id: number
  kind: 'practice' | 'partner'
  disabled_at: string | null
  is_archived: boolean
}

/** What this person may do with the members of an organization; the server decides the same (`people/server-decides`). */
export function useMemberRights({ id, kind, disabled_at, is_archived }: OfOrganization) {
  const { me } = useSession()
  const own = me.organizations.find((organization) => organization.id === id)
  const role = roleOf(me)
  const open = disabled_at === null && !is_archived
  return {
    /** Whether this person reads the page of a member; a partner lab those of a practice's doctors (`people/partner`). */
    opens: ({ is_doctor }: { is_doctor: boolean }): boolean =>
      isStaff(role) || (role === 'lab_partner' && kind === 'practice' && is_doctor),
    invites: open && allowed(me, own, ...invitesMembers) && (kind === 'practice' || mayGrant(role, 'lab_partner')),
    /** Only staff find people that they can add at once. */
    adds: open && isStaff(role) && allowed(me, own, 'organizations.add_member'),
    handsOver: open && kind === 'practice' && allowed(me, own, ...handsOverCases),
    decidesOwners: mayMakeOwners(own?.pivot.role.name, allowed(me, undefined, 'organizations.manage')),
  }
}

/** Owners are made by owners, and by staff who manage organizations (`people/who-changes-roles`). */
const mayMakeOwners = (own: OrganizationRole | undefined, manages: boolean): boolean =>
  manages || own === 'organization_owner'
