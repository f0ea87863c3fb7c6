import { organizationRolePermissions, userRolePermissions } from '@archwire/contract/permissions.ts'
import { isManagement, organizationRoles, roleLabels, userRoles } from '@archwire/contract/roles.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { describe, expect, test } from 'vitest'
import type { Me, Organization } from '../lib/session.tsx'
import { furtherPlaces, menuFor, sidebarPlaces } from './menu.ts'

const everything = () => true

const organizationOf = (role: OrganizationRole, change: Partial<Organization> = {}): Organization => ({
  id: 7,
  name: 'Summit',
  account_number: 'O-000007',
  suspended: false,
  disabled: false,
  startup_fee_paid: true,
  main_location: { id: 1, location_name: 'Main' },
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
  roles: role ? [{ name: role, label: roleLabels[role] }] : [],
  is_management: isManagement(role),
  all_permissions: role ? [...userRolePermissions[role]] : [],
  organizations,
  current_organization_id: organizations[0]?.id ?? null,
  time_zone: null,
  username: null,
  additional_emails: [],
  pending_email: null,
  version: 1,
})

const titles = (role: UserRole | null, organization?: Organization, places = sidebarPlaces) =>
  menuFor({ me: personOf(role, organization ? [organization] : []), organization }, everything, places).map(
    ({ title }) => title,
  )

const staffMenu = ['Dashboard', 'Patients', 'Requests', 'Organizations & Users', 'Account', 'Settings']
/** 1 §2.4, row by row: what each role of the lab sees, in order. */
const management: Record<'super_admin' | 'admin' | 'supervisor' | 'tech_support' | 'lab_partner', string[]> = {
  super_admin: [
    'Dashboard',
    'Patients',
    'Trays of 8',
    'Requests',
    'Organizations & Users',
    'Promotion Codes',
    'Account',
    'Reports',
    'Settings',
  ],
  admin: [
    'Dashboard',
    'Patients',
    'Trays of 8',
    'Requests',
    'Organizations & Users',
    'Promotion Codes',
    'Account',
    'Reports',
    'Settings',
  ],
  supervisor: [...staffMenu.slice(0, 4), 'Promotion Codes', 'Account', 'Settings'],
  tech_support: [...staffMenu.slice(0, 4), 'Account', 'Reports', 'Settings'],
  lab_partner: ['Patients', 'Requests', 'Organizations', 'Account'],
}

describe('the sidebar by role', () => {
  test.each(Object.entries(management))('%s', (role, expected) => {
    expect(titles(role as UserRole)).toEqual(expected)
    // A partner owns its lab's organization; that changes nothing of a profile's menu.
    expect(titles(role as UserRole, organizationOf('organization_owner'))).toEqual(expected)
  })

  const normal = userRoles.filter((role) => !isManagement(role))
  for (const role of [...normal, null])
    for (const membership of organizationRoles)
      test(`${role ?? 'no role'} as ${membership}`, () => {
        const runsIt = role === 'doctor' && membership !== 'organization_member'
        expect(titles(role, organizationOf(membership))).toEqual([
          'Patients',
          'Requests',
          'Start a New Case',
          ...(runsIt ? ['Locations'] : []),
          'Account',
        ])
      })

  test.each([...normal, null])('%s without an organization', (role) => {
    expect(titles(role)).toEqual(['Patients', 'Requests', 'Account'])
  })

  test.each(['users.view-dashboard', 'users.manage', 'users.manage-limited'])(
    'a practice person who holds %s sees the dashboard',
    (permission) => {
      const organization = organizationOf('organization_member')
      const me = { ...personOf('staff_member', [organization]), all_permissions: [permission] }
      expect(menuFor({ me, organization }, everything)[0]?.to).toBe('/dashboard')
    },
  )

  test('lists without a line of their own are staff’s', () => {
    for (const role of userRoles) {
      const staff = role in management && role !== 'lab_partner'
      expect(titles(role, organizationOf('organization_owner'), furtherPlaces)).toHaveLength(staff ? 6 : 0)
    }
  })
})

describe('Start a New Case', () => {
  const lineOf = (change: Partial<Organization>) => {
    const organization = organizationOf('organization_member', change)
    return menuFor({ me: personOf('doctor', [organization]), organization }, everything).find(
      ({ title }) => title === 'Start a New Case',
    )
  }

  test('leads to the form of the current organization', () => {
    expect(lineOf({})).toMatchObject({ to: '/organizations/7/rx-forms/add', disabled: undefined })
  })
  test('says why it is closed', () => {
    expect(lineOf({ suspended: true })?.disabled).toBe('The subscription of this organization is suspended.')
    expect(lineOf({ disabled: true })?.disabled).toBe('This organization is disabled.')
  })
  test('is open while the start-up fee is unpaid: the page warns', () => {
    expect(lineOf({ startup_fee_paid: false })?.disabled).toBeUndefined()
  })
})

test('what has no screen yet is left out', () => {
  const routes = new Set(['/patients', '/patients-page'])
  const has = (route: string) => routes.has(route)
  const organization = organizationOf('organization_owner')
  expect(menuFor({ me: personOf('doctor', [organization]), organization }, has).map(({ to }) => to)).toEqual([
    '/patients',
  ])
  expect(menuFor({ me: personOf('super_admin'), organization: undefined }, has).map(({ to }) => to)).toEqual([
    '/patients-page',
  ])
})
