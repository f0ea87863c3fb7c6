import { managementRoles, type UserRole } from '@archwire/contract/roles.ts'
import { redirect } from '@tanstack/react-router'
import { roleOf, type Me } from './session.tsx'

/** The words of 1 §2.3. */
export const refusals = {
  page: "You don't have permission to access this page.",
  section: "You don't have permission to access this section.",
  noOrganizations: "The user doesn't have organizations.",
  noneSelected: 'There is no organization selected.',
} as const

/** Thrown by a route's guard: the page says these words and leads home. */
export class Refusal extends Error {
  constructor(message: string = refusals.page) {
    super(message)
    this.name = 'Refusal'
  }
}

/** Lets the given roles pass. */
export function onlyRoles(me: Me, roles: readonly UserRole[] = managementRoles): void {
  const role = roleOf(me)
  if (role === null || !roles.includes(role)) throw new Refusal()
}

/** Lets people through who work for this organization; management reaches every one (the server decides which). */
export function onlyOrganization(me: Me, id: number): void {
  if (me.is_management || me.organizations.some((organization) => organization.id === id)) return
  throw new Refusal(me.organizations.length === 0 ? refusals.noOrganizations : refusals.section)
}

/** The normal profile's lists need an organization; management has a list of its own. */
export function onlyPractice(me: Me): void {
  if (me.is_management) throw redirect({ to: '/patients-page' })
  if (me.organizations.length === 0) throw new Refusal(refusals.noOrganizations)
}
