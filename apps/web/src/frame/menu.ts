import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { managementRoles, staffRoles } from '@archwire/contract/roles.ts'
import { allowed, roleOf, type Organization, type Session } from '../lib/session.tsx'

/** A place that people may go to, as 1 §2.4 describes it. What is left out restricts nothing. */
interface Place {
  title: string
  /** Of the router's tree, or for `external` an address of another site. */
  route: string
  profile?: 'normal' | 'management'
  userRoles?: readonly UserRole[]
  organizationRoles?: readonly OrganizationRole[]
  /** On the normal profile one of these must be held, in the current organization or everywhere. */
  permissions?: readonly string[]
  /** Needs an organization, whose id stands in the address; says why it cannot be opened now, in words. */
  within?: (organization: Organization) => string | undefined
  external?: boolean
}

/** The sidebar, from top to bottom. */
export const sidebarPlaces: readonly Place[] = [
  { title: 'Dashboard', route: '/dashboard', profile: 'management', userRoles: staffRoles },
  {
    title: 'Dashboard',
    route: '/dashboard',
    profile: 'normal',
    // Everybody else of a practice is led on to the patients (1 §2.6).
    permissions: ['users.view-dashboard', 'users.manage', 'users.manage-limited'],
  },
  { title: 'Patients', route: '/patients', profile: 'normal' },
  { title: 'Patients', route: '/patients-page', profile: 'management', userRoles: managementRoles },
  { title: 'Trays of 8', route: '/case-trays', profile: 'management', userRoles: ['super_admin', 'admin'] },
  { title: 'Requests', route: '/requests' },
  { title: 'Organizations & Users', route: '/organizations-users', profile: 'management', userRoles: staffRoles },
  { title: 'Promotion Codes', route: '/promotion-codes', userRoles: ['super_admin', 'admin', 'supervisor'] },
  {
    title: 'Start a New Case',
    route: '/organizations/$organizationId/rx-forms/add',
    profile: 'normal',
    within: whyNoNewCase,
  },
  {
    title: 'Locations',
    route: '/locations',
    profile: 'normal',
    userRoles: ['doctor'],
    organizationRoles: ['organization_owner', 'organization_manager'],
  },
  { title: 'Organizations', route: '/organizations', profile: 'management', userRoles: ['lab_partner'] },
  { title: 'Account', route: '/account' },
  { title: 'Reports', route: '/export-reports', userRoles: ['super_admin', 'admin', 'tech_support'] },
  { title: 'Settings', route: '/settings', profile: 'management', userRoles: staffRoles },
]

/** Lists of the lab without a line in the sidebar: the command palette leads to them (decisions §3). */
export const furtherPlaces: readonly Place[] = [
  { title: 'Users', route: '/users', profile: 'management', userRoles: staffRoles },
  { title: 'Organizations', route: '/organizations', profile: 'management', userRoles: staffRoles },
  { title: 'Licenses', route: '/licenses', profile: 'management', userRoles: staffRoles },
  { title: 'Subscriptions', route: '/subscriptions', profile: 'management', userRoles: staffRoles },
  { title: 'Onboardings', route: '/onboardings', profile: 'management', userRoles: staffRoles },
  { title: 'Printing files', route: '/printing-files', profile: 'management', userRoles: staffRoles },
]

/**
 * Why a practice cannot start a case now; undefined when it can. An unpaid start-up fee is no reason here: the page says
 * what to do about it (decisions §3).
 */
export function whyNoNewCase({ suspended, disabled }: Organization): string | undefined {
  if (suspended) return 'The subscription of this organization is suspended.'
  return disabled ? 'This organization is disabled.' : undefined
}

/** A line of the menu as this person sees it. */
export interface MenuItem {
  title: string
  route: string
  to: string
  /** Why it cannot be opened now; undefined when it can. */
  disabled: string | undefined
  external: boolean
}

/** The places of this person; `exists` says which screens there are. */
export function menuFor(
  session: Pick<Session, 'me' | 'organization'>,
  exists: (route: string) => boolean,
  places: readonly Place[] = sidebarPlaces,
): MenuItem[] {
  return places
    .filter((place) => (place.external || exists(place.route)) && isFor(place, session))
    .map(({ title, route, within, external = false }) => ({
      title,
      route,
      to: route.replace('$organizationId', String(session.organization?.id)),
      disabled: session.organization && within?.(session.organization),
      external,
    }))
}

function isFor(place: Place, { me, organization }: Pick<Session, 'me' | 'organization'>): boolean {
  const { profile, userRoles, organizationRoles, permissions, within } = place
  const role = roleOf(me)
  if (profile && (profile === 'management') !== me.is_management) return false
  if (userRoles && (role === null || !userRoles.includes(role))) return false
  if (organizationRoles && (!organization || !organizationRoles.includes(organization.pivot.role.name))) return false
  if (permissions && !allowed(me, organization, ...permissions)) return false
  return !within || organization !== undefined
}
