import { membershipPermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import { permissions, type Permission } from '@archwire/contract/permissions.ts'
import { roleLabels, rolesOf, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import type { Author } from '@archwire/contract/users/author.ts'
import type { CustomPermission, User, UserSummary } from '@archwire/contract/users/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { may } from './policy.ts'
import { customPermissionsFor, decidePerson, rolesToGrant, type PersonFacts } from './rules.ts'

/** A line of the list as the database builds it. */
export type SummaryRow = Omit<UserSummary, 'roles'> & { role: UserRole | null }

/** A person in full as the database builds them. */
export interface FullRow
  extends
    Omit<SummaryRow, 'organizations'>,
    Pick<
      User,
      'username' | 'is_verified' | 'deleted_at' | 'version' | 'number_of_cases' | 'additional_emails' | 'email_change'
    > {
  organizations: { id: number; name: string; account_number: string; role: OrganizationRole; open_cases: number }[]
  custom_permissions: string[]
  permission_changes: { permission: string; changed_by: Author; changed_at: string }[]
  facts: PersonFacts
}

/** A line of the list. */
export const presentSummary = ({ role, ...line }: SummaryRow): UserSummary => ({ ...line, roles: rolesOf(role) })

/** A person in full, with what the actor may do with them. */
export function presentPerson(actor: Actor, row: FullRow): User {
  const { facts, organizations, role, custom_permissions: _, permission_changes: __, ...person } = row
  return {
    ...person,
    roles: rolesOf(role),
    organization_id: organizations[0]?.id ?? null,
    organization_name: organizations[0]?.name ?? null,
    organizations: organizations.map(({ role, ...organization }) => ({
      ...organization,
      pivot: { role: { name: role, label: roleLabels[role] } },
    })),
    grantable_roles: rolesToGrant(actor, facts),
    custom_permissions: may.change_permissions(actor, facts) ? presentPermissions(row) : [],
    ...decidePerson(actor, facts),
  }
}

function presentPermissions({ role, organizations, ...row }: FullRow): CustomPermission[] {
  const held = new Set<Permission>([...(role ? userRolePermissions[role] : []), ...heldEverywhere(role, organizations)])
  return customPermissionsFor(role).map((permission) => {
    const [label, description] = permissions[permission]
    const change = row.permission_changes.find((last) => last.permission === permission)
    return {
      permission,
      label,
      description,
      enabled: row.custom_permissions.includes(permission),
      held_by_role: held.has(permission),
      changed_by: change?.changed_by ?? null,
      changed_at: change?.changed_at ?? null,
    }
  })
}

/** What the memberships of a person allow in each of their organizations. */
function heldEverywhere(user: UserRole | null, organizations: readonly { role: OrganizationRole }[]): Permission[] {
  const [first, ...others] = organizations.map(({ role }) => membershipPermissions(user, role))
  return (first ?? []).filter((permission) => others.every((list) => list.includes(permission)))
}
