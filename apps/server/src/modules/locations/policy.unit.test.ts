import { addressLocked } from '@archwire/contract/locations/address-lock.ts'
import { describe, expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, person, type Person } from '../../../test/facts.ts'
import { may } from './policy.ts'
import { blocked, changesAddress, decideLocation, type LocationFacts } from './rules.ts'

type Action = keyof typeof may

/**
 * Who may do what with a location of a practice that they see, by hand (`organizations/who-locations`). The partner is
 * the one that the practice named: it reads; its own locations are below.
 */
const table = `
           super_admin admin supervisor tech_support partner owner manager member assistant outsider
  create   yes         yes   yes        -            -       yes   yes     -      -         -
  update   yes         yes   yes        -            -       yes   yes     -      -         -
  update_address  yes  yes   yes        -            -       yes   yes     -      -         -
  make_main       yes  yes   yes        -            -       yes   yes     -      -         -
  delete   yes         yes   yes        -            -       yes   yes     -      -         -`
const cells = cellsOf<Action, Person>(table)
const place = openPractice
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) => expect(may[action](everybody[who], place)).toBe(cell === 'yes'))

it.each(cells)('%s by %s, of a disabled practice: the lab alone', (action, who, cell) =>
  expect(may[action](everybody[who], { ...place, organization_disabled: true })).toBe(
    cell === 'yes' && staff.includes(who),
  ),
)

describe('each of these permissions is enough', () => {
  it.each([
    ['create', 'admin', 'locations.manage'],
    ['create', 'admin', 'locations.create'],
    ['create', 'owner', 'organization.locations.create'],
    ['update', 'admin', 'locations.manage'],
    ['update', 'admin', 'locations.update'],
    ['update', 'owner', 'organization.locations.update'],
    ['delete', 'admin', 'locations.manage'],
    ['delete', 'admin', 'locations.delete'],
    ['delete', 'owner', 'organization.locations.delete'],
  ] as const)('%s by %s: %s', (action, who, permission) => {
    expect(may[action](holdingOnly(everybody[who], permission), place)).toBe(true)
  })
})

it('a partner lab changes its own locations', () => {
  const partner = person('lab_partner', [44, 'organization_member'])
  for (const action of Object.values(may)) {
    expect(action(partner, { ...openPractice, organization_id: 44, kind: 'partner' })).toBe(true)
    expect(action(partner, place)).toBe(false)
  }
})

describe('a state', () => {
  const facts = (change: Partial<LocationFacts> = {}): LocationFacts => ({
    ...place,
    is_main: false,
    has_incomplete_requests: false,
    organization_has_main: true,
    ...change,
  })
  const member = holdingOnly(everybody.member, 'organization.locations.update')

  it('of open work keeps the address from all but managers', () => {
    const busy = facts({ has_incomplete_requests: true })
    const free = [everybody.super_admin, everybody.admin, everybody.supervisor, everybody.owner, everybody.manager]
    for (const who of free) expect(blocked.update_address(busy, who)).toBeNull()
    for (const who of [member, everybody.tech_support, everybody.outsider, everybody.partner])
      expect(blocked.update_address(busy, who)).toMatch(/^The address modification has been disabled/)
    expect(blocked.update_address(facts(), member)).toBeNull()
    expect(decideLocation(member, busy)).toEqual({
      can: { update: true, update_address: false, make_main: true, delete: false },
      why_not: { update_address: addressLocked },
    })
  })

  it('of the main location keeps it from being deleted or made what it is', () => {
    expect(decideLocation(everybody.owner, facts({ is_main: true }))).toEqual({
      can: { update: true, update_address: true, make_main: false, delete: false },
      why_not: {
        make_main: 'This is already the main location.',
        delete: 'This is the main location. Make another one the main location first.',
      },
    })
    expect(decideLocation(everybody.owner, facts())).toEqual({
      can: { update: true, update_address: true, make_main: true, delete: true },
      why_not: {},
    })
  })

  it('of an unfinished account setup leaves the main location to the setup', () => {
    const { can, why_not } = decideLocation(everybody.owner, facts({ organization_has_main: false }))
    expect(can.make_main).toBe(false)
    expect(why_not).toEqual({ make_main: 'The account setup of this organization is not finished yet.' })
  })

  it.each([
    [{ organization_disabled: true }, 'This organization is disabled.'],
    [{ organization_archived: true }, 'This organization is archived.'],
  ])('of a closed organization lets no one change its locations: %o', (closed, why) => {
    expect(decideLocation(everybody.admin, facts({ ...closed, is_main: true }))).toEqual({
      can: { update: false, update_address: false, make_main: false, delete: false },
      why_not: { update: why, update_address: why, make_main: why, delete: why },
    })
  })

  it('says nothing to whom the role forbids it', () => {
    expect(decideLocation(everybody.member, facts({ is_main: true, has_incomplete_requests: true }))).toEqual({
      can: { update: false, update_address: false, make_main: false, delete: false },
      why_not: {},
    })
  })
})

it('an edit moves a location when a field of its address becomes another', () => {
  const row = {
    street_address: '1 Main Street',
    street_address_line_2: '',
    city: 'Denver',
    state: 'CO',
    country: 'USA',
    zip_code: '80202',
  }
  expect(changesAddress({ ...row, location_name: 'Other', phone_number: '+1303555' }, row)).toBe(false)
  // What an edit leaves out stays as it is.
  expect(changesAddress({ location_name: 'Other' }, row)).toBe(false)
  for (const field of Object.keys(row)) expect(changesAddress({ [field]: 'elsewhere' }, row), field).toBe(true)
})
