import type { Permission } from '@archwire/contract/permissions.ts'
import { archivesUsers, changesIdentity, changesUsers, restoresUsers } from '@archwire/contract/required-permissions.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { isStaff, type UserRole } from '@archwire/contract/roles.ts'
import { mayGrant } from '@archwire/contract/users/granting.ts'
import type { UserAction } from '@archwire/contract/users/schema.ts'
import { holds, type Actor } from '../../kernel/actor.ts'

/** The facts about a person that the policy reads. */
export interface Person {
  id: number
  role: UserRole | null
}

type Policy = (actor: Actor, person: Person) => boolean

/** Whether the actor may give this role to someone else (`people/granting`). */
export const grants = ({ role: own, scope }: Actor, role: UserRole): boolean =>
  scope.kind === 'lab' && mayGrant(own, role)

/**
 * Staff act on people whose role they may grant, a person without a role like a staff member; no one acts on
 * themselves here.
 */
const actsOn: Policy = (actor, person) => person.id !== actor.userId && grants(actor, person.role ?? 'staff_member')

const actsWith =
  (...permissions: readonly Permission[]): Policy =>
  (actor, person) =>
    actsOn(actor, person) && holds(actor, permissions, null)

const changesWho = actsWith(...changesIdentity)
const changesPermissions = actsWith(users.toggleCustomPermission.needs)

/**
 * What each person is allowed to do with another person (`people/changed`, `people/archived`, `people/deleted`,
 * `people/custom`).
 */
export const may = {
  update: actsWith(...changesUsers),
  update_identity: changesWho,
  // A lab's email opens the whole lab: a super admin changes it, and no one that of a super admin.
  change_email: (actor, person) =>
    changesWho(actor, person) &&
    (!isStaff(person.role) || (actor.role === 'super_admin' && person.role !== 'super_admin')),
  change_role: changesWho,
  archive: actsWith(...archivesUsers),
  restore: actsWith(...restoresUsers),
  delete: actsWith(users.remove.needs),
  send_link: actsWith(users.sendLink.needs),
  change_permissions: (actor, person) => changesPermissions(actor, person) && person.role !== 'super_admin',
} satisfies Record<UserAction, Policy>
