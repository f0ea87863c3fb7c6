import type { Permission } from '@archwire/contract/permissions.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import type { Scope } from '../db/scope.ts'

export interface ActorMembership {
  organizationId: number
  role: OrganizationRole
  permissions: ReadonlySet<Permission>
}

/** Who acts, what they may, and whose rows they reach. Built once per request from the session. */
export interface Actor {
  userId: number
  name: string
  role: UserRole | null
  isManagement: boolean
  /** Works for partner labs that are all disabled: changes nothing but what is the person's own (`organizations/disabled`). */
  readOnly: boolean
  /** Permissions everywhere within the scope. */
  permissions: ReadonlySet<Permission>
  /** Permissions inside one organization. */
  memberships: readonly ActorMembership[]
  scope: Scope
  sessionId: number | null
  address: string
  now: Date
}

/** True when the actor holds one of `needs` everywhere, or in the organization of the row. */
export function holds(
  actor: Pick<Actor, 'permissions' | 'memberships'>,
  needs: readonly Permission[],
  organizationId: number | null,
): boolean {
  if (needs.some((name) => actor.permissions.has(name))) return true
  const membership = actor.memberships.find((membership) => membership.organizationId === organizationId)
  return membership !== undefined && needs.some((name) => membership.permissions.has(name))
}

/** True when the actor holds one of `needs` anywhere at all: the check before the body is read. */
export const holdsSomewhere = (actor: Actor, needs: readonly Permission[]): boolean =>
  needs.some((name) => actor.permissions.has(name)) ||
  actor.memberships.some((membership) => needs.some((name) => membership.permissions.has(name)))

/** People of a disabled organization, or of disabled partner labs alone, can only read (`organizations/disabled`). */
export const mayWrite = (
  actor: Pick<Actor, 'isManagement' | 'readOnly'>,
  { organization_disabled }: { organization_disabled: boolean },
): boolean => (actor.isManagement ? !actor.readOnly : !organization_disabled)

/** Everything that decides what a person sees and may do. */
export const rightsOf = ({ role, permissions, memberships, scope }: Actor): string =>
  JSON.stringify([
    role,
    [...permissions].sort(),
    memberships.map((membership) => [membership.organizationId, membership.role, [...membership.permissions].sort()]),
    scope,
  ])
