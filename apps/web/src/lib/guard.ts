import { isManagement } from '@archwire/contract/roles.ts'
import { redirect } from '@tanstack/react-router'
import type { Page } from './page.ts'
import { Refusal, refusals } from './refusal.ts'
import { allowed, currentOrganization, dashboardPath, roleOf, type Me, type Organization } from './session.tsx'

/** Whether a person has a role that the page, or its line in the menu, requires. */
export function hasRole(
  me: Me,
  { roles, orHolds }: Pick<Page, 'roles' | 'orHolds'>,
  here: () => Organization | undefined = () => currentOrganization(me),
): boolean {
  const role = roleOf(me)
  if (!roles || (role !== null && roles.includes(role))) return true
  if (!orHolds || me.is_management) return false
  const organization = here()
  return organization !== undefined && allowed(me, organization, ...orHolds)
}

/**
 * Refuses people whom the page's own description does not admit. Its permissions are checked in the organization that
 * the address names: people of a practice must work for it, a partner for its own lab, since its permissions are none in
 * the practices that named it; staff reach every organization with their own permissions.
 */
export function mayOpen(me: Me, page: Page, organizationId = currentOrganization(me)?.id): void {
  if (!hasRole(me, page)) throw new Refusal()
  if (!page.permissions) return
  const organization = me.organizations.find(({ id }) => id === organizationId)
  if (!me.is_management && me.organizations.length === 0) throw new Refusal(refusals.noOrganizations)
  const isElsewhere = organizationId !== undefined && !organization
  if (isElsewhere && (!me.is_management || roleOf(me) === 'lab_partner')) throw new Refusal(refusals.section)
  if (!allowed(me, organization, ...page.permissions)) throw new Refusal(refusals.section)
}

/** Refuses people of practices where the address names an organization that they do not work for. */
export function onlyWithin(me: Me, organizationId: number): void {
  if (!me.is_management && !me.organizations.some(({ id }) => id === organizationId))
    throw new Refusal(refusals.section)
}

/** Whether the page is for the lab's own people only: signed-out visitors are then led to their sign-in page. */
export const isOfTheLab = ({ roles, orHolds }: Page): boolean =>
  roles !== undefined && orHolds === undefined && roles.every(isManagement)

/** The normal profile's lists need an organization; management has a list of its own. */
export function onlyPractice(me: Me): void {
  if (me.is_management) throw redirect({ to: '/patients-page' })
  if (me.organizations.length === 0) throw new Refusal(refusals.noOrganizations)
}

/** For pages about one's current organization: people without one get a message. */
export function needsOrganization(me: Me): void {
  if (!currentOrganization(me)) throw new Refusal(refusals.noOrganizations)
}

/**
 * Who has to finish the account setup of the organization that a person works in: no one (it is done, or up to the
 * lab), this person as its owner, or another person (`organizations/setup-first`).
 */
export function setupOf(me: Me, organization: Organization | undefined): 'done' | 'mine' | 'theirs' {
  if (me.is_management || !organization || organization.main_location) return 'done'
  return isOwner(organization) ? 'mine' : 'theirs'
}

export const isOwner = ({ pivot }: Organization): boolean => pivot.role.name === 'organization_owner'

/** Whether an owner has anything to do in the account setup: there is no main location, or the fee is not settled. */
export const needsSetup = ({ main_location, startup_fee_paid }: Organization): boolean =>
  !main_location || !startup_fee_paid

/**
 * The account setup is for owners on the normal profile, until it is finished and the start-up fee is settled. An owner
 * at its last step stays there, and is thanked (`billing/setup-resumes`). Members of an unfinished organization pass:
 * the shell shows them whom they are waiting for.
 */
export function onlyForSetup(me: Me, isAtLastStep = false): void {
  const organization = currentOrganization(me)
  if (me.is_management) throw new Refusal()
  if (!organization) throw new Refusal(refusals.noOrganizations)
  if (setupOf(me, organization) === 'theirs') return
  if (!isOwner(organization)) throw new Refusal()
  if (needsSetup(organization) || isAtLastStep) return
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told where to go instead
  throw redirect({ to: dashboardPath, replace: true })
}
