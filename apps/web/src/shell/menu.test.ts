import { organizationRolePermissions, userRolePermissions } from '@archwire/contract/grants.ts'
import { isManagement, organizationRoles, roleLabels, rolesOf, userRoles } from '@archwire/contract/roles.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { staffRoles } from '@archwire/contract/roles.ts'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MenuRow } from '../lib/menu-rows.ts'
import type { Me, Organization } from '../lib/session.tsx'
import { menuFor, placesOf, type Place } from './menu.ts'

let built: readonly Place[] = []

// The pages themselves define where the menu shows them; a few of their parts look for a browser as they load.
beforeAll(async () => {
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => {} })
  const { routeTree } = await import('../routeTree.gen.ts')
  built = placesOf(
    createRouter({
      routeTree,
      context: { queryClient: new QueryClient() },
      history: createMemoryHistory(),
      isServer: true,
    }),
  )
}, 60_000)
afterAll(() => vi.unstubAllGlobals())

const organizationOf = (role: OrganizationRole, change: Partial<Organization> = {}): Organization => ({
  id: 7,
  name: 'Summit',
  account_number: 'O-000007',
  suspended: false,
  blocked: false,
  disabled: false,
  status: 4,
  disabled_at: null,
  disabled_reason: '',
  deleted_at: null,
  contract: { suspended_at: null, license: null },
  startup_fee_paid: true,
  main_location: { id: 1, location_name: 'Main' },
  locations: [{ id: 1, location_name: 'Main' }],
  current_user_assigned_locations: [],
  owner_name: 'Olga Owner',
  pivot: { role: { name: role, label: roleLabels[role] }, all_permissions: [...organizationRolePermissions[role]] },
  ...change,
})

const personOf = (role: UserRole | null, organizations: Organization[] = []): Me => ({
  id: 1,
  first_name: 'A',
  last_name: 'B',
  full_name: 'A B',
  email: 'a@example.com',
  account_number: 'U-000001',
  roles: rolesOf(role),
  is_management: isManagement(role),
  all_permissions: role ? [...userRolePermissions[role]] : [],
  organizations,
  current_organization_id: organizations[0]?.id ?? null,
  time_zone: null,
  username: null,
  additional_emails: [],
  pending_email: null,
  email_change: null,
  version: 1,
})

const titles = (role: UserRole | null, organization?: Organization, inSidebar = true) =>
  menuFor({ me: personOf(role, organization ? [organization] : []), organization }, built)
    .filter(({ row }) => (row !== undefined) === inSidebar)
    .map(({ title }) => title)

const managesInvoices = (role: UserRole) => userRolePermissions[role].includes('orders.manage')

const staffMenu = [
  'Dashboard',
  'Today',
  'My work',
  'Patients',
  'Requests',
  'Ships today',
  'Organizations & Users',
  'Account',
  'Settings',
]
/** Row by row: what each role of the lab sees, in order. */
const management: Record<'super_admin' | 'admin' | 'supervisor' | 'tech_support' | 'lab_partner', string[]> = {
  super_admin: [
    'Dashboard',
    'Today',
    'My work',
    'Patients',
    'Trays of 8',
    'Requests',
    'Ships today',
    'Organizations & Users',
    'Promotion Codes',
    'Account',
    'Reports',
    'Settings',
  ],
  admin: [
    'Dashboard',
    'Today',
    'My work',
    'Patients',
    'Trays of 8',
    'Requests',
    'Ships today',
    'Organizations & Users',
    'Promotion Codes',
    'Account',
    'Reports',
    'Settings',
  ],
  supervisor: [...staffMenu.slice(0, 7), 'Promotion Codes', 'Account', 'Settings'],
  tech_support: [...staffMenu.slice(0, 7), 'Account', 'Reports', 'Settings'],
  lab_partner: ['Today', 'My work', 'Patients', 'Requests', 'Organizations', 'Account'],
}

describe('the sidebar by role', () => {
  test.each(Object.entries(management))('%s', (role, expected) => {
    expect(titles(role as UserRole)).toEqual(expected)
    // A partner owns its lab's organization; that does not change a profile's menu.
    expect(titles(role as UserRole, organizationOf('organization_owner'))).toEqual(expected)
  })

  const normal = userRoles.filter((role) => !isManagement(role))
  for (const role of [...normal, null])
    for (const membership of organizationRoles)
      test(`${role ?? 'no role'} as ${membership}`, () => {
        const runsIt = membership !== 'organization_member'
        expect(titles(role, organizationOf(membership))).toEqual([
          'Today',
          'Patients',
          'Requests',
          'Start a New Case',
          ...(runsIt ? ['Locations'] : []),
          'Account',
          ...(runsIt || role === 'staff_member' ? ['Reports'] : []),
        ])
      })

  test.each([...normal, null])('%s without an organization', (role) => {
    expect(titles(role)).toEqual(['Today', 'Patients', 'Requests', 'Account'])
  })

  test.each(['users.view-dashboard', 'users.manage', 'users.manage-limited'])(
    'a practice person who holds %s sees the dashboard',
    (permission) => {
      const organization = organizationOf('organization_member')
      const me = { ...personOf('staff_member', [organization]), all_permissions: [permission] }
      expect(menuFor({ me, organization }, built)[0]?.to).toBe('/dashboard')
    },
  )

  test('lists without a line of their own are staff’s, and locations of those who only look them up', () => {
    for (const role of userRoles) {
      const staff = role in management && role !== 'lab_partner'
      const owner = titles(role, organizationOf('organization_owner'), false)
      if (staff) expect(owner).toHaveLength(managesInvoices(role) ? 8 : 7)
      else expect(owner).toEqual(role === 'lab_partner' ? ['Locations'] : [])
      const member = titles(role, organizationOf('organization_member'), false)
      expect(member.includes('Locations')).toBe(role === 'lab_partner' || role === 'doctor')
      expect(titles(role, undefined, false)).not.toContain('Locations')
    }
  })
})

describe('More', () => {
  const moreOf = (role: UserRole, of = built, row: MenuRow = 'organizations-users') =>
    menuFor({ me: personOf(role), organization: undefined }, of).flatMap(({ title, more }) =>
      more === row ? [title] : [],
    )

  test('on the dashboard leads staff to the lab’s figures (reports/menu)', () => {
    for (const role of userRoles)
      expect(moreOf(role, built, 'dashboard'), role).toEqual(
        (staffRoles as readonly UserRole[]).includes(role) ? ['Figures'] : [],
      )
  })

  test('stands on Organizations & Users and shows staff the pages that exist', () => {
    for (const role of staffRoles)
      expect(moreOf(role, built).toSorted(), role).toEqual([
        'Licenses',
        'Onboardings',
        'Organizations',
        ...(managesInvoices(role) ? ['Payments to review'] : []),
        'Printing files',
        'Subscriptions',
        'Users',
      ])
    expect(
      menuFor({ me: personOf('admin'), organization: undefined }, built).find(
        ({ row }) => row === 'organizations-users',
      )?.title,
    ).toBe('Organizations & Users')
  })
  test('shows each of the lab’s lists to staff once it exists, and nothing to others', () => {
    for (const role of userRoles)
      expect(moreOf(role).toSorted(), role).toEqual(
        (staffRoles as readonly UserRole[]).includes(role)
          ? [
              'Licenses',
              'Onboardings',
              'Organizations',
              ...(managesInvoices(role) ? ['Payments to review'] : []),
              'Printing files',
              'Subscriptions',
              'Users',
            ]
          : [],
      )
  })
})

describe('Start a New Case', () => {
  const lineOf = (change: Partial<Organization>) => {
    const organization = organizationOf('organization_member', change)
    return menuFor({ me: personOf('doctor', [organization]), organization }, built).find(
      ({ title }) => title === 'Start a New Case',
    )
  }

  test('leads to the form of the current organization', () => {
    expect(lineOf({})).toMatchObject({ to: '/organizations/7/rx-forms/add', disabled: undefined })
  })
  test('says why it is closed', () => {
    expect(lineOf({ suspended: true })?.disabled).toBe('The subscription of this organization is suspended.')
    expect(lineOf({ blocked: true })?.disabled).toBe('This organization is blocked, because an invoice is not paid.')
    expect(lineOf({ disabled: true })?.disabled).toBe('This organization is disabled.')
  })
  test('is open while the start-up fee is unpaid: the page warns', () => {
    expect(lineOf({ startup_fee_paid: false })?.disabled).toBeUndefined()
  })
})

describe('the whole menu', () => {
  test('is what the pages say of themselves', () => {
    const organization = organizationOf('organization_owner')
    const menuOf = (person: Parameters<typeof menuFor>[0]) => menuFor(person, built).map(({ to }) => to)
    expect(menuOf({ me: personOf('doctor', [organization]), organization })).toEqual([
      '/today',
      '/patients',
      '/requests',
      '/organizations/7/rx-forms/add',
      '/locations',
      '/account',
      '/reports',
    ])
    expect(menuOf({ me: personOf('super_admin'), organization: undefined })).toEqual([
      '/dashboard',
      '/today',
      '/my-work',
      '/patients-page',
      '/case-trays',
      '/requests',
      '/ships-today',
      '/organizations-users',
      '/promotion-codes',
      '/account',
      '/export-reports',
      '/settings',
      '/licenses',
      '/payments-to-review',
      '/printing-files',
      '/reports',
      '/onboardings',
      '/organizations',
      '/subscriptions',
      '/users',
    ])
  })
  test('every place in the sidebar has a title and an icon', () => {
    expect(built.filter(({ title, icon }) => !title || !icon)).toEqual([])
  })
})
