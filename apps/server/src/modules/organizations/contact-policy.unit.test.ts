import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, type Person } from '../../../test/facts.ts'
import { decideContacts, mayContacts as may } from './contact-policy.ts'
import { whyClosed } from './state.ts'

type Action = keyof typeof may

/** Who may do what with the contacts and the billing address of a practice, by hand (`organizations/who-contacts`). */
const table = `
           super_admin admin supervisor tech_support partner owner manager member assistant outsider
  read     yes         yes   yes        yes          -       yes   yes     yes    yes       -
  change   yes         yes   yes        -            -       yes   yes     -      -         -`
const cells = cellsOf<Action, Person>(table)
const practice = openPractice
const disabled = { ...practice, organization_disabled: true }
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) =>
  expect(may[action](everybody[who], practice)).toBe(cell === 'yes'),
)

it.each(cells)('%s by %s, of a disabled practice', (action, who, cell) =>
  expect(may[action](everybody[who], disabled)).toBe(cell === 'yes' && (action === 'read' || staff.includes(who))),
)

it.each([
  ['read', 'admin', 'organizations.view'],
  ['read', 'owner', 'organization.view'],
  ['change', 'admin', 'organizations.update'],
  ['change', 'owner', 'organization.update'],
] as const)('%s by %s: %s is enough', (action, who, permission) =>
  expect(may[action](holdingOnly(everybody[who], permission), practice)).toBe(true),
)

it.each([
  [practice, null],
  [disabled, 'This organization is disabled.'],
  [{ ...practice, organization_archived: true }, 'This organization is archived.'],
  [{ ...disabled, organization_archived: true }, 'This organization is archived.'],
])('why it cannot be changed now, by anyone', (state, why) => {
  expect(whyClosed(state)).toBe(why)
  expect(decideContacts(everybody.admin, state)).toEqual({ update: why === null })
  expect(decideContacts(everybody.member, state)).toEqual({ update: false })
})
