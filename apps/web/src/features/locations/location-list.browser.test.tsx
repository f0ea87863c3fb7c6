import type { LocationSummary } from '@archwire/contract/locations/schema.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Me } from '../../lib/session.tsx'
import { LocationList } from './location-list.tsx'

const office: LocationSummary = {
  id: 4,
  organization_id: 7,
  organization: { id: 7, name: 'Summit', account_number: 'O-000007' },
  location_name: 'Main office',
  first_name: 'Ruth',
  last_name: 'Feld',
  full_name: 'Ruth Feld',
  email: 'desk@example.com',
  phone_number: '+13035550142',
  street_address: '9 North Road',
  street_address_line_2: '',
  city: 'Boulder',
  state: 'CO',
  zip_code: '80301',
  country: 'USA',
  full_address: '9 North Road, Boulder, CO 80301',
  timezone_offset: -420,
  is_main: true,
  users: [],
  has_incomplete_requests: false,
  version: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  can: { update: false, update_address: false, make_main: false, delete: false },
}
const own = { id: 9, name: 'Northstar', disabled: false, all_permissions: [], pivot: {} }
const partner = {
  roles: [{ name: 'lab_partner', label: 'Lab Partner' }],
  is_management: true,
  all_permissions: ['organization.locations.create'],
  organizations: [own],
} as unknown as Partial<Me>

const shown = (organizationId: number, rows: LocationSummary[], me: Partial<Me> = partner) => {
  answersAt({
    '/locations': { locations: rows, meta: { total: rows.length, page: 1, per_page: 10, last_page: 1, next: null } },
    '/organizations': { organizations: [] },
  })
  return showPage(() => (
    <SessionContext value={sessionOf('doctor', me)}>
      <LocationList organizationId={organizationId} path="/locations" search={{}} onSearch={() => {}} />
    </SessionContext>
  ))
}
const create = () => page.getByRole('link', { name: 'Create Location' }).elements().length
const why = () => page.getByText(/where you work|Parcels go/).elements().length

test('a partner reads the locations of a practice that named it, and adds none', async () => {
  const screen = await shown(7, [office])
  await expect.element(page.getByRole('link', { name: 'Show', exact: true })).toHaveAttribute('href', '/locations/4')
  expect(create()).toBe(0)
  await screen.unmount()
})

test('a list without locations says so once; only who may add one reads what it is for', async () => {
  const practices = await shown(7, [])
  await expect.element(page.getByText('No found Locations')).toBeVisible()
  expect([create(), why()]).toEqual([0, 0])
  await practices.unmount()
  const its = await shown(9, [])
  await expect.element(page.getByText('Parcels go to the address of a location.')).toBeVisible()
  expect([page.getByText('No found Locations').elements().length, why()]).toEqual([1, 1])
  expect(create()).toBeGreaterThan(0)
  await its.unmount()
})
