import { customPermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { isStaff, userRoles, type UserRole } from '@archwire/contract/roles.ts'
import { mayGrant } from '@archwire/contract/users/granting.ts'
import { userActions, type UserAction } from '@archwire/contract/users/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { grants, may, type Person } from './policy.ts'

/** A person as the rules see them. */
export interface PersonFacts extends Person {
  archived: boolean
  /** Chose a password. */
  has_password: boolean
  /** The only super admin who is not archived. */
  last_super_admin: boolean
  /** The name of an organization that has no other owner; null for none. */
  last_owner_of: string | null
  /** Cases as the doctor, or cases that the person created; archived and canceled ones count. */
  has_cases: boolean
  /** Kinds of the organizations that the person belongs to. */
  kinds: ('practice' | 'partner')[]
}

/** What waits when staff give a person a new email: nothing where no password was chosen yet (`people/new-email`). */
export const waitsForClick = ({ password_hash }: { password_hash: string | null }): boolean => password_hash !== null

/** Why a waiting email cannot be canceled, as text. */
export const nothingWaits = 'No new email waits any more.'

type Guard = (facts: PersonFacts) => string | null

const live: Guard = ({ archived }) => (archived ? 'This user is archived.' : null)

/** The portal keeps a super admin, an organization keeps an owner (`people/archived`). */
const needed: Guard = ({ last_super_admin, last_owner_of }) =>
  last_super_admin
    ? lastSuperAdmin
    : last_owner_of === null
      ? null
      : `This user is the only owner of ${last_owner_of}. Make someone else an owner first.`

export const lastSuperAdmin = 'This user is the only super admin. Make someone else a super admin first.'
export const archiveInstead = 'This user has cases or other records. Archive instead.'

/** Why an action is not possible with a person now, as text; null when it is. */
export const blocked = {
  update: live,
  update_identity: live,
  change_email: live,
  change_role: live,
  archive: (facts) => (facts.archived ? 'This user is archived already.' : needed(facts)),
  restore: ({ archived }) => (archived ? null : 'This user is not archived.'),
  delete: (facts) => (facts.has_cases ? archiveInstead : needed(facts)),
  change_permissions: live,
  send_link: (facts) => live(facts) ?? (facts.has_password ? 'This user has chosen a password already.' : null),
} satisfies Record<UserAction, Guard>

/**
 * Whether the person of the lab who made an account, or sent its first link again, may still make one of its role
 * (`people/first-link`). A person without a role counts as a staff member.
 */
export const mayStillMake = (by: { role: UserRole | null; archived: boolean }, role: UserRole | null): boolean =>
  !by.archived &&
  by.role !== null &&
  userRolePermissions[by.role].includes('users.create') &&
  mayGrant(by.role, role ?? 'staff_member')

/** Everything the actor can do with the person now, and why not; sent along with them. */
export const decidePerson = (actor: Actor, facts: PersonFacts): Decided<UserAction> =>
  decide(
    userActions,
    (action) => may[action](actor, facts),
    (action) => blocked[action](facts),
  )

const sideOf = (role: UserRole | null): 'staff' | 'partner' | 'practice' =>
  isStaff(role) ? 'staff' : role === 'lab_partner' ? 'partner' : 'practice'

/**
 * Why a person cannot get this role, as text; null when they can. Staff stay staff and people of practices stay there;
 * into and out of a partner lab the organizations have to fit (`people/granting`).
 */
export function roleBlocked(facts: PersonFacts, role: UserRole): string | null {
  if (facts.last_super_admin && role !== 'super_admin') return lastSuperAdmin
  const [from, to] = [sideOf(facts.role), sideOf(role)]
  if (from === to) return null
  if (from !== 'partner' && to !== 'partner')
    return 'Lab staff and people of practices cannot trade roles. Create a separate user instead.'
  const fits = {
    staff: facts.kinds.length === 0,
    practice: facts.kinds.every((kind) => kind === 'practice'),
    partner: facts.kinds.length > 0 && facts.kinds.every((kind) => kind === 'partner'),
  }
  return fits[to] ? null : 'This role does not go with the organizations of this user.'
}

/** The roles that the actor may give this person now; none where the role cannot be changed. */
export const rolesToGrant = (actor: Actor, facts: PersonFacts): UserRole[] =>
  may.change_role(actor, facts) && blocked.change_role(facts) === null
    ? userRoles.filter((role) => grants(actor, role) && roleBlocked(facts, role) === null)
    : []

/** What may be added to one person of this role; nothing to partners and to people without a role (`people/custom`). */
export const customPermissionsFor = (role: UserRole | null): readonly Permission[] => {
  if (role === null || role === 'lab_partner') return []
  return customPermissions[isStaff(role) ? 'staff' : 'practice']
}
