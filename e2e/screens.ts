import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { membershipPermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import { managementRoles, staffRoles, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'

/** Who may open a screen: `visitors` are not signed in, `owners` run a practice. */
type Who = 'visitors' | 'everybody' | 'anyone signed in' | 'owners' | readonly UserRole[]

export interface Screen {
  /** As the router writes it. */
  path: string
  who: Who
  /** What it shows besides: searches of its address that open another part of it. */
  parts?: readonly string[]
  /** Shows nothing itself: it leads on. */
  leads?: true
  /** What opens it besides, whatever the role: for people of practices, in their organization. */
  orHolds?: readonly Permission[]
  /** What must be held there, besides: in one's own organization, or by the lab's people anywhere. */
  needs?: readonly Permission[]
}

const adminRoles = ['super_admin', 'admin'] as const
const locationRoles = ['super_admin', 'admin', 'lab_partner', 'supervisor'] as const
const ownLocationRoles = ['doctor', 'lab_partner'] as const
const signedIn = (...paths: string[]): Screen[] => paths.map((path) => ({ path, who: 'anyone signed in' }))
const addsLocations = ['locations.manage', 'locations.create', 'organization.locations.create'] as const
const startsCases = ['rx-forms.create', 'organization.rx-forms.create'] as const
const only = (who: readonly UserRole[], ...paths: string[]): Screen[] => paths.map((path) => ({ path, who }))

/** Every screen with its guard, those that are not built yet, too (`screens/menu`, `access/refused`). */
export const screens: readonly Screen[] = [
  ...['/login', '/management', '/forgot-password', '/sign-up'].map((path): Screen => ({ path, who: 'visitors' })),
  ...[
    '/reset-password',
    '/sign-up-success',
    '/verify-user',
    '/create-user',
    '/confirm-invitation',
    '/cancel-email-change',
    '/dibs',
    '/monday-mail',
    '/shared/$token',
    '/empty',
    '/not-found',
  ].map((path): Screen => ({ path, who: 'everybody' })),
  ...signedIn(
    '/dashboard',
    '/today',
    '/patients',
    '/patient-details/$id',
    '/patient-details/$id/print-rxform',
    '/3dviewer/$viewerId/organization/$orgId/patient/$patientId/$name',
    '/notices/$id',
    '/organizations/$organizationId/locations/$id',
    '/requests',
    '/requests/$id',
    '/orders/$id',
    '/rx-forms/$id/modify',
  ),
  { path: '/account', who: 'anyone signed in', parts: ['?tab=2', '?tab=4', '?tab=6'] },
  ...only(
    staffRoles,
    '/patient-details/$id/print',
    '/printing-files',
    '/ships-today',
    '/onboardings',
    '/onboardings/$id',
    '/organizations-users',
    '/users',
    '/users/add',
    '/users/invite',
    '/users/$userId/patients/add',
    '/organizations/add',
    '/organizations/$organizationId/patients',
    '/licenses',
    '/add-license',
    '/edit-license/$id',
    '/settings',
    '/subscriptions',
    '/subscriptions/$id',
    '/subscriptions/$contractId/periodic-rules/add',
    '/subscriptions/$contractId/periodic-rules/$id',
  ),
  ...only(
    managementRoles,
    '/users/$id',
    '/organizations',
    '/organizations/$id',
    '/patients-page',
    '/patients-page/trays/$number',
    '/cases/$id',
    '/patient-workflow/$id',
    '/my-work',
    '/case-trays/$caseTrayId',
  ),
  ...only(adminRoles, '/organizations/$organizationId/old-cases/add', '/case-trays'),
  ...only(locationRoles, '/organizations/$organizationId/locations'),
  {
    path: '/organizations/$organizationId/practice-defaults',
    who: 'anyone signed in',
    needs: ['rx-form-preferences.update', 'organization.update'],
  },
  { path: '/organizations/$organizationId/rx-forms/add', who: 'anyone signed in', needs: startsCases },
  { path: '/organizations/$organizationId/locations/add', who: locationRoles, needs: addsLocations },
  ...['/locations', '/locations/$id'].map((path): Screen => ({ path, who: ownLocationRoles, orHolds: addsLocations })),
  { path: '/locations/add', who: ownLocationRoles, orHolds: addsLocations, needs: addsLocations },
  ...only(['super_admin', 'admin', 'supervisor'], '/promotion-codes'),
  ...only(['super_admin', 'admin', 'tech_support'], '/export-reports'),
  { path: '/payments-to-review', who: staffRoles, needs: ['orders.manage'] },
  { path: '/reports', who: staffRoles, orHolds: ['organization.patients.view-any'] },
  { path: '/start-case', who: 'anyone signed in', leads: true },
  { path: '/initial-setup', who: 'owners', parts: [0, 1, 2, 3].map((step) => `?step=${step}`) },
]

/** The addresses that the client's router knows today. */
const built = new Set(
  [
    ...readFileSync(join(import.meta.dirname, '..', 'apps', 'web', 'src', 'routeTree.gen.ts'), 'utf8')
      .split('export interface FileRoutesByTo')[0]!
      .matchAll(/^ {2}'(\/[^']+)':/gm),
  ].map(([, path]) => path!.replace(/(?<=.)\/$/, '')),
)

export const builtScreens = screens.filter(({ path }) => built.has(path))

/** What the router knows that the table does not: no one has said who may open it. */
export const unlisted = [...built].filter(
  (path) => path !== '/' && path !== '/mailbox' && !screens.some((screen) => screen.path === path),
)

/** Someone who tries the doors. */
export interface Visitor {
  role: UserRole
  membership?: OrganizationRole
}

const isManagement = (role: UserRole): boolean => (managementRoles as readonly string[]).includes(role)

/** Whether the person, who works for an organization of their own, holds what the screen needs where its address lies. */
export function holdsNeeds({ path, needs }: Screen, { role, membership }: Visitor): boolean {
  if (!needs) return true
  const held: readonly Permission[] = [
    ...userRolePermissions[role],
    ...(membership ? membershipPermissions(role, membership) : []),
  ]
  // A partner works for a lab of its own, not for the practice that named it.
  const isElsewhere = role === 'lab_partner' && path.includes('$organizationId')
  return !isElsewhere && needs.some((name) => held.includes(name))
}

/** Whether this person may open the screen; a role that has nothing to do there is told so. */
export function mayOpen({ who, orHolds }: Screen, { role, membership }: Visitor): boolean {
  if (
    orHolds &&
    membership &&
    !isManagement(role) &&
    orHolds.some((name) => [...userRolePermissions[role], ...membershipPermissions(role, membership)].includes(name))
  )
    return true
  if (typeof who !== 'string') return who.includes(role)
  return who === 'owners' ? membership === 'organization_owner' && !isManagement(role) : who !== 'visitors'
}

/** Where someone is led who is not signed in: screens of the lab's own people lead to their sign-in page. */
export const signInOf = ({ who, orHolds }: Screen): '/login' | '/management' =>
  typeof who !== 'string' && !orHolds && who.every(isManagement) ? '/management' : '/login'
