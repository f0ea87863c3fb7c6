import { organizationRolePermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import { isManagement, organizationRoles, roleLabels, rolesOf, type UserRole } from '@archwire/contract/roles.ts'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, isRedirect } from '@tanstack/react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  builtScreens,
  holdsNeeds,
  mayOpen,
  signInOf,
  unlisted,
  type Screen,
  type Visitor,
} from '../../../../e2e/screens.ts'
import { isOfTheLab } from '../lib/guard.ts'
import { Refusal, refusals } from '../lib/refusal.ts'
import { loginOf, meQuery, type Me } from '../lib/session.tsx'

/**
 * Who may open which page (`access/refused`): every role at every page of the table in `e2e/screens.ts`, which is written
 * independently of the pages' own descriptions. The guards are those of the router; e2e/journeys/guards.spec.ts shows one
 * refusal of each sort in the browser.
 */
const ownOrganization = 7
const otherOrganization = 8

type Guard = (arriving: unknown) => unknown
interface GuardedRoute {
  fullPath: string
  parentRoute?: GuardedRoute
  options: { beforeLoad?: Guard; staticData?: object }
}
let routes: GuardedRoute[] = []
let guardOfPages: Guard = () => undefined
let guardOfSignedIn: Guard = () => undefined

beforeAll(async () => {
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => {} })
  const nothingKept = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothingKept)
  vi.stubGlobal('sessionStorage', nothingKept)
  const { routeTree } = await import('../routeTree.gen.ts')
  const router = createRouter({
    routeTree,
    context: { queryClient: new QueryClient() },
    history: createMemoryHistory(),
    isServer: true,
  })
  const byId = router.routesById as unknown as Record<string, GuardedRoute>
  guardOfPages = byId['/_signed-in/_page']!.options.beforeLoad!
  guardOfSignedIn = byId['/_signed-in']!.options.beforeLoad!
  routes = Object.entries(byId)
    .filter(([id]) => id.startsWith('/_signed-in/_page/'))
    .map(([, route]) => route)
}, 60_000)
afterAll(() => vi.unstubAllGlobals())

/** A person of this role; everyone of a practice works for `ownOrganization`, a partner runs a lab of its own. */
function personOf({ role, membership }: Visitor): Me {
  const held = membership ?? (role === 'lab_partner' ? 'organization_owner' : undefined)
  return {
    id: 1,
    roles: rolesOf(role),
    is_management: isManagement(role),
    all_permissions: [...userRolePermissions[role]],
    current_organization_id: held ? ownOrganization : null,
    organizations: held
      ? [
          {
            id: ownOrganization,
            main_location: { id: 1, location_name: 'Main' },
            startup_fee_paid: true,
            pivot: {
              role: { name: held, label: roleLabels[held] },
              all_permissions: [...organizationRolePermissions[held]],
            },
          },
        ]
      : [],
  } as unknown as Me
}

/** The route of a page; all of these lie behind the sign-in. */
function routeOf({ path }: Screen): GuardedRoute {
  const route = routes.find(({ fullPath }) => fullPath.replace(/(?<=.)\/$/, '') === path)
  if (!route) throw new TypeError(`The router has no page at ${path} behind the sign-in.`)
  return route
}

/** Where the router's guards let this person at this address: onto the page, somewhere else, or away with words. */
function outcomeOf(screen: Screen, me: Me, organizationId: number, search: object = {}): string {
  const { path } = screen
  const route = routeOf(screen)
  const params = Object.fromEntries(
    [...path.matchAll(/\$(\w+)/g)].map(([, name]) => [name, /^org\w*Id$/.test(name!) ? organizationId : 1]),
  )
  const arriving = {
    context: { me, queryClient: new QueryClient() },
    params,
    search,
    location: { href: path, pathname: path, search },
    matches: [{ staticData: route.options.staticData ?? {}, params }],
  }
  try {
    guardOfPages(arriving)
    route.options.beforeLoad?.(arriving)
    return 'opens'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    // The same page once more, with a key in its address.
    if (isRedirect(error)) return error.options.to === '.' ? 'opens' : `leads to ${error.options.to}`
    throw error
  }
}

const ofRole = (role: UserRole, ...memberships: (NonNullable<Visitor['membership']> | undefined)[]): Visitor[] =>
  memberships.map((membership) => (membership ? { role, membership } : { role }))
const visitors: Visitor[] = [
  ...(['super_admin', 'admin', 'supervisor', 'tech_support', 'lab_partner'] as const).flatMap((role) =>
    ofRole(role, undefined),
  ),
  ...ofRole('doctor', ...organizationRoles),
  ...ofRole('staff_member', ...organizationRoles),
]
const pages = builtScreens.filter(({ who }) => who !== 'visitors' && who !== 'everybody')

/** What the table says of a person whose address names an organization within reach. */
function expectedOf(screen: Screen, visitor: Visitor): string {
  const lab = !visitor.membership
  if (!mayOpen(screen, visitor)) return refusals.page
  if (!holdsNeeds(screen, visitor)) return refusals.section
  // What leads on instead of refusing (`screens/home`, `organizations/setup-first`, `screens/installed`).
  if (screen.path === '/initial-setup') return 'leads to /dashboard'
  if (screen.path === '/patients' && lab) return 'leads to /patients-page'
  if (screen.path === '/dashboard' && !lab) return 'leads to /patients'
  if (screen.path === '/start-case')
    return lab ? 'leads to /patients-page' : 'leads to /organizations/$organizationId/rx-forms/add'
  return 'opens'
}

test('every page of the router says who may open it', () => {
  expect(unlisted).toEqual([])
  expect(pages.length).toBeGreaterThan(15)
})

describe('opens what is theirs and is kept out of the rest', () => {
  for (const visitor of visitors)
    test(`${visitor.role}${visitor.membership ? `, ${visitor.membership}` : ''}`, () => {
      const me = personOf(visitor)
      // A partner works for a lab of its own: the practice that named it is another organization.
      const organizationId = visitor.role === 'lab_partner' ? otherOrganization : ownOrganization
      const found = Object.fromEntries(pages.map((screen) => [screen.path, outcomeOf(screen, me, organizationId)]))
      expect(found).toEqual(Object.fromEntries(pages.map((screen) => [screen.path, expectedOf(screen, visitor)])))
    })
})

test('people who are not signed in are led to the sign-in page of those whom the page is for', () => {
  const led = pages.map((screen) => [screen.path, loginOf(isOfTheLab(routeOf(screen).options.staticData ?? {}))])
  expect(led).toEqual(pages.map((screen) => [screen.path, signInOf(screen)]))
})

test('an address of another practice is refused where something must be held there, or is shown of it', () => {
  const owner = personOf({ role: 'doctor', membership: 'organization_owner' })
  for (const of of [
    '/organizations/$organizationId/rx-forms/add',
    '/organizations/$organizationId/locations/$id',
    '/3dviewer/$viewerId/organization/$orgId',
  ])
    expect(
      outcomeOf(
        pages.find(({ path }) => path.startsWith(of))!,
        owner,
        otherOrganization,
      ),
      of,
    ).toBe(refusals.section)
})

test('people of a practice without an organization are told so, where the page is about one', () => {
  const me = personOf({ role: 'doctor' })
  for (const path of [
    '/patients',
    '/organizations/$organizationId/rx-forms/add',
    '/initial-setup',
    '/locations',
    '/locations/add',
  ])
    expect(
      outcomeOf(
        pages.find((page) => page.path === path)!,
        me,
        otherOrganization,
      ),
      path,
    ).toBe(refusals.noOrganizations)
})

/** Where a person of this practice comes to with the address of the account setup. */
function setupOutcome(membership: NonNullable<Visitor['membership']>, said: object, search = {}): string {
  const me = personOf({ role: 'doctor', membership })
  Object.assign(me.organizations[0]!, said)
  const screen = pages.find(({ path }) => path === '/initial-setup')!
  return outcomeOf(screen, me, ownOrganization, search)
}

const unfinished = { main_location: null, startup_fee_paid: false }
const waived = { main_location: null, startup_fee_paid: true }
const unpaid = { startup_fee_paid: false }

test.each([
  ['organization_owner', 'unfinished', unfinished, 'opens'],
  ['organization_owner', 'waived, unfinished', waived, 'opens'],
  ['organization_owner', 'finished, not paid', unpaid, 'opens'],
  ['organization_owner', 'settled', {}, 'leads to /dashboard'],
  // The shell says whom they wait for.
  ['organization_manager', 'unfinished', unfinished, 'opens'],
  ['organization_manager', 'finished, not paid', unpaid, refusals.page],
  ['organization_manager', 'settled', {}, refusals.page],
  ['organization_member', 'waived, unfinished', waived, 'opens'],
  ['organization_member', 'finished, not paid', unpaid, refusals.page],
] as const)('the account setup: %s of a practice that is %s', (membership, _, said, outcome) => {
  expect(setupOutcome(membership, said)).toBe(outcome)
})

test('an owner who finishes the account setup stays at its last step, and no one else comes there', () => {
  const last = { step: '3' }
  expect(setupOutcome('organization_owner', {}, last)).toBe('opens')
  expect(setupOutcome('organization_owner', {}, { step: '2' })).toBe('leads to /dashboard')
  expect(setupOutcome('organization_manager', {}, last)).toBe(refusals.page)
  expect(setupOutcome('organization_member', unpaid, last)).toBe(refusals.page)
})

test.each([
  ['without a main location', { main_location: null, startup_fee_paid: true }, 'leads to /initial-setup'],
  ['with an unpaid start-up fee alone', { startup_fee_paid: false }, 'opens'],
])('an owner of a practice %s: other pages', async (_, said, outcome) => {
  const me = personOf({ role: 'doctor', membership: 'organization_owner' })
  Object.assign(me.organizations[0]!, said)
  const queryClient = new QueryClient()
  queryClient.setQueryData(meQuery().queryKey, me)
  const arriving = { context: { queryClient }, location: { href: '/patients' }, matches: [{ staticData: {} }] }
  const arrived = await Promise.resolve(guardOfSignedIn(arriving)).then(
    () => 'opens',
    (error: unknown) => (isRedirect(error) ? `leads to ${error.options.to}` : error),
  )
  expect(arrived).toBe(outcome)
})
