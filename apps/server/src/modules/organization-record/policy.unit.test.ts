import { organizationActions, type OrganizationAction } from '@archwire/contract/organizations/schema.ts'
import { describe, expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, person, practiceId, type Person } from '../../../test/facts.ts'
import { may, mayCreate, type OrganizationFacts } from './policy.ts'
import { blocked, decideOrganization, type RecordState } from './rules.ts'

/** Who may do what with a practice, by hand (`organizations/who-changes`, `organizations/archived`, `organizations/deleted`). */
const table = `
                    super_admin admin supervisor tech_support partner owner manager member assistant outsider
  update            yes         yes   yes        -            -       yes   yes     -      -         -
  assign_type       yes         yes   yes        -            -       -     -       -      -         -
  add_type          yes         yes   yes        -            -       -     -       -      -         -
  assign_lab        yes         yes   yes        -            -       -     -       -      -         -
  disable           yes         yes   yes        -            -       -     -       -      -         -
  enable            yes         yes   yes        -            -       -     -       -      -         -
  archive           yes         yes   yes        -            -       yes   -       -      -         -
  restore           yes         yes   yes        -            -       -     -       -      -         -
  delete            yes         yes   -          -            -       -     -       -      -         -
  waive_startup_fee yes         yes   yes        -            -       -     -       -      -         -
  change_notes      yes         yes   yes        yes          -       -     -       -      -         -`
const cells = cellsOf<OrganizationAction, Person>(table)
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']

const practice: OrganizationFacts = {
  ...openPractice,
  created_by: null,
  has_orders: false,
  owes_startup_invoice: false,
}

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual([...organizationActions]))

describe('a practice', () => {
  it.each(cells)('%s by %s: %s', (action, who, cell) =>
    expect(may[action](everybody[who], practice)).toBe(cell === 'yes'),
  )
  it.each(cells)('%s by %s, while it is disabled: the lab alone', (action, who, cell) =>
    expect(may[action](everybody[who], { ...practice, organization_disabled: true })).toBe(
      cell === 'yes' && staff.includes(who),
    ),
  )
})

describe('a partner lab', () => {
  const lab: OrganizationFacts = { ...practice, organization_id: 9, kind: 'partner' }
  it.each(cells)('%s by %s: the lab alone', (action, who, cell) =>
    expect(may[action](everybody[who], lab)).toBe(
      cell === 'yes' && staff.includes(who) && action !== 'waive_startup_fee',
    ),
  )
})

it('no one deletes an organization of their own', () =>
  expect(may.delete(person('admin', [practiceId, 'organization_owner']), practice)).toBe(false))

it.each([
  ['update', 'organizations.update'],
  ['update', 'organizations.manage'],
  ['assign_type', 'organizations.assign-organization-type'],
  ['assign_lab', 'organizations.update'],
  ['assign_lab', 'organizations.manage'],
  ['disable', 'organizations.manage'],
  ['enable', 'organizations.manage'],
  ['archive', 'organizations.manage'],
  ['restore', 'organizations.manage'],
  ['delete', 'organizations.delete'],
  ['waive_startup_fee', 'organizations.manage'],
] as const)('%s: %s is enough', (action, permission) => {
  expect(may[action](holdingOnly(everybody.admin, permission), practice)).toBe(true)
  expect(may[action](holdingOnly(everybody.admin, 'organizations.view'), practice)).toBe(false)
})

it('who only creates organizations waives the fee of an own one, until it has an invoice (organizations/start-up-fee)', () => {
  const { tech_support } = everybody
  const own = { ...practice, created_by: tech_support.userId }
  const waives = (change: Partial<OrganizationFacts>) => may.waive_startup_fee(tech_support, { ...own, ...change })
  expect(waives({})).toBe(true)
  expect(waives({ created_by: null })).toBe(false)
  expect(waives({ created_by: everybody.admin.userId })).toBe(false)
  expect(waives({ has_orders: true })).toBe(false)
  expect(waives({ kind: 'partner' })).toBe(false)
  expect(may.waive_startup_fee(everybody.admin, { ...practice, has_orders: true })).toBe(true)
  expect(may.waive_startup_fee(holdingOnly(tech_support), own)).toBe(false)
})

it('a fee whose invoice came back is waived by people who manage invoices, too (billing/settled)', () => {
  const owing = { ...practice, has_orders: true, owes_startup_invoice: true }
  const who = Object.entries(everybody).filter(([, actor]) => may.waive_startup_fee(actor, owing))
  expect(who.map(([name]) => name)).toEqual(['super_admin', 'admin'])
  const [manages, both] = [['organizations.manage'], ['organizations.manage', 'orders.manage']] as const
  expect(may.waive_startup_fee(holdingOnly(everybody.supervisor, ...manages), owing)).toBe(false)
  expect(may.waive_startup_fee(holdingOnly(everybody.supervisor, ...both), owing)).toBe(true)
  expect(may.waive_startup_fee(holdingOnly(everybody.admin, 'orders.manage'), owing)).toBe(false)
})

it('adding a type takes the rights to assign and to add types', () => {
  const { admin } = everybody
  expect(may.add_type(holdingOnly(admin, 'organizations.assign-organization-type'), practice)).toBe(false)
  expect(may.add_type(holdingOnly(admin, 'organization-types.manage'), practice)).toBe(false)
  const both = holdingOnly(admin, 'organizations.assign-organization-type', 'organization-types.manage')
  expect(may.add_type(both, practice)).toBe(true)
})

/** Who creates which kind, by hand (`organizations/who-creates`). */
const creating = `
            super_admin admin supervisor tech_support partner owner manager member assistant outsider
  practice  yes         yes   yes        yes          -       -     -       -      -         -
  partner   yes         yes   yes        -            -       -     -       -      -         -`
it.each(cellsOf<'practice' | 'partner', Person>(creating))('a %s is created by %s: %s', (kind, who, cell) =>
  expect(mayCreate(everybody[who], kind)).toBe(cell === 'yes'),
)
it('organizations.manage alone creates nothing', () => {
  expect(mayCreate(holdingOnly(everybody.admin, 'organizations.manage'), 'practice')).toBe(false)
  expect(mayCreate(holdingOnly(everybody.admin, 'organizations.manage'), 'partner')).toBe(false)
})

const state = (change: Partial<RecordState> = {}): RecordState => ({
  ...practice,
  startup_fee_settled: false,
  has_cases: false,
  has_orders: false,
  payment_in_progress: false,
  ...change,
})
const disabled = 'This organization is disabled.'
const archived = 'This organization is archived.'
const paying = 'A payment is in progress. Please try again in a minute.'
const settled = 'The start-up fee of this organization is already settled.'

/** Why not, by hand: `-` is possible. */
const possible: [string, Partial<RecordState>, Partial<Record<OrganizationAction, string>>][] = [
  [
    'nothing special',
    {},
    { enable: 'This organization is not disabled.', restore: 'This organization is not archived.' },
  ],
  [
    'a settled fee',
    { startup_fee_settled: true },
    {
      enable: 'This organization is not disabled.',
      restore: 'This organization is not archived.',
      waive_startup_fee: settled,
    },
  ],
  [
    'disabled',
    { organization_disabled: true },
    {
      update: disabled,
      assign_type: disabled,
      add_type: disabled,
      assign_lab: disabled,
      disable: 'This organization is disabled already.',
      restore: 'This organization is not archived.',
      waive_startup_fee: disabled,
    },
  ],
  [
    'with an invoice, and so a settled fee',
    { startup_fee_settled: true, has_orders: true },
    {
      enable: 'This organization is not disabled.',
      restore: 'This organization is not archived.',
      delete: 'This organization has cases or other records. Archive instead.',
      waive_startup_fee: settled,
    },
  ],
  [
    'a payment in progress',
    { payment_in_progress: true },
    {
      enable: 'This organization is not disabled.',
      disable: paying,
      archive: paying,
      restore: 'This organization is not archived.',
      delete: paying,
      waive_startup_fee: paying,
    },
  ],
  [
    'archived, with cases',
    { organization_archived: true, has_cases: true },
    {
      update: archived,
      assign_type: archived,
      add_type: archived,
      assign_lab: archived,
      disable: archived,
      enable: archived,
      archive: 'This organization is archived already.',
      delete: 'This organization has cases or other records. Archive instead.',
      waive_startup_fee: archived,
    },
  ],
]
describe.each(possible)('%s', (_what, change, expected) => {
  it.each(organizationActions)('%s', (action) => expect(blocked[action](state(change))).toBe(expected[action] ?? null))
  it('is what the buttons of a super admin show', () => {
    const { can, why_not } = decideOrganization(everybody.super_admin, state(change))
    expect(why_not).toEqual(expected)
    expect(can).toEqual(Object.fromEntries(organizationActions.map((action) => [action, !(action in expected)])))
  })
})
it('a disabled and archived organization is archived first of all', () =>
  expect(blocked.enable(state({ organization_archived: true, organization_disabled: true }))).toBe(archived))
