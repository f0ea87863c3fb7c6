import { expect, test } from 'vitest'
import { doctorHit, givenHit } from '../../../test/given-index.ts'
import { pageOfHit, quickLinksOf } from './quick-links.ts'

const all = () => true
const addressesOf = (hit: Parameters<typeof quickLinksOf>[0], mayOpen = all) =>
  quickLinksOf(hit, mayOpen).map(({ label, to, search }) => [label, to, ...(search ? [search] : [])])
const location = givenHit({ model: 'location', model_id: 3, filter: 'location', kind: null, status: null })
const everyone = 'super_admin,admin,tech_support,supervisor,lab_partner,doctor,staff_member'
const ofPractice = {
  subscription: (like: string) => ['Subscription', '/subscriptions', { full_name_like: like }],
  locations: ['Locations', '/organizations/7/locations'],
  users: ['Users', '/users', { organizationId: '7', roles: everyone }],
  onboardings: (name: string) => ['Onboardings', '/onboardings', { search_organization_name: name, status: '1,5,10' }],
  oldCase: ['Add Old Case', '/organizations/7/old-cases/add'],
  notes: ['Notes', '/organizations/7', { tab: 'notes' }],
}

test('a practice leads to what it has, in its order', () => {
  expect(addressesOf(givenHit())).toEqual([
    ofPractice.subscription('O-000007'),
    ofPractice.locations,
    ofPractice.users,
    ['Patients', '/organizations/7/patients'],
    ofPractice.onboardings('O-000007'),
    ['Start Case', '/organizations/7/rx-forms/add'],
    ofPractice.oldCase,
    ofPractice.notes,
  ])
})

test('a doctor leads to their own cases, a location to the cases of it', () => {
  expect(addressesOf(doctorHit)).toEqual([
    ofPractice.subscription('Summit'),
    ofPractice.locations,
    ofPractice.users,
    ['Patients', '/patients-page', { 'filter[user_id]': '5' }],
    ofPractice.onboardings('Summit'),
    ['Start Case', '/organizations/7/rx-forms/add', { user_id: '5' }],
    ofPractice.oldCase,
    ofPractice.notes,
  ])
  const links = addressesOf(location)
  expect(links).toContainEqual(['Patients', '/patients-page', { 'filter[locations]': '3' }])
  expect(links).toContainEqual(['Start Case', '/organizations/7/rx-forms/add', { location_id: '3' }])
})

test('what is archived leads to its patients alone, what is disabled begins no case', () => {
  for (const hit of [givenHit(), doctorHit, location])
    expect(quickLinksOf({ ...hit, is_archived: true }, all).map(({ label }) => label)).toEqual(['Patients'])
  const disabled = quickLinksOf(givenHit({ is_disabled: true }), all).map(({ label }) => label)
  expect(disabled).toEqual(['Subscription', 'Locations', 'Users', 'Patients', 'Onboardings', 'Notes'])
})

test('a partner lab and its people have neither cases nor bills, people of the lab nothing', () => {
  const partner = { id: 8, name: 'Northstar' }
  for (const hit of [
    givenHit({ model_id: 8, kind: 'partner', organizations: [partner] }),
    { ...doctorHit, filter: 'lab_partner' as const, organizations: [partner] },
  ])
    expect(addressesOf(hit)).toEqual([['Users', '/users', { organizationId: '8', roles: everyone }]])
  expect(addressesOf({ ...doctorHit, filter: 'admin', organizations: [] })).toEqual([])
})

test('a page that does not exist, or that this person may not open, has no link', () => {
  const asked: unknown[] = []
  const links = quickLinksOf(givenHit(), (route, needs) => {
    asked.push([route, needs])
    return route !== '/onboardings' && !needs?.includes('old-cases.upload')
  }).map(({ label }) => label)
  expect(links).toEqual(['Subscription', 'Locations', 'Users', 'Patients', 'Start Case', 'Notes'])
  expect(asked).toContainEqual(['/organizations/$organizationId/old-cases/add', ['old-cases.upload']])
})

test('a name leads to the page of its record', () => {
  expect([givenHit(), doctorHit, location].map(pageOfHit)).toEqual([
    '/organizations/7',
    '/users/5',
    '/organizations/7/locations/3',
  ])
})
