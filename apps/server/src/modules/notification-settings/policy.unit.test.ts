import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, person, practiceId, type Person } from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Who reads and changes the notification settings of a practice, by hand (`notices/who-settings`). */
const table = `
          super_admin admin supervisor tech_support partner owner manager member assistant outsider
  read    yes         yes   yes        yes          -       yes   yes     yes    yes       -
  change  yes         yes   yes        -            -       yes   yes     -      -         -`
const cells = cellsOf<keyof typeof may, Person>(table)
const practice = openPractice
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) =>
  expect(may[action](everybody[who], practice)).toBe(cell === 'yes'),
)

it.each(cells)('%s by %s, of a disabled practice: its people read', (action, who, cell) =>
  expect(may[action](everybody[who], { ...practice, organization_disabled: true })).toBe(
    cell === 'yes' && (action === 'read' || staff.includes(who)),
  ),
)

it.each([
  ['read', 'tech_support', 'organizations.view'],
  ['read', 'member', 'organization.view'],
  ['change', 'manager', 'organization.notification-settings.update'],
] as const)('to %s, this permission of %s is enough: %s', (action, who, permission) =>
  expect(may[action](holdingOnly(everybody[who], permission), practice)).toBe(true),
)

it('an owner of two practices who is a member of the other changes their own only', () => {
  const both = person('doctor', [practiceId, 'organization_member'], [8, 'organization_owner'])
  expect(may.change(both, practice)).toBe(false)
  expect(may.change(both, { ...practice, organization_id: 8 })).toBe(true)
  expect(may.read(both, practice)).toBe(true)
})
