import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, type Person } from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Who changes what a practice usually chooses, by hand (`rx-form/who-prefers`). */
const table = `
              super_admin admin supervisor tech_support partner owner manager member assistant outsider
  change      yes         yes   yes        yes          -       yes   yes     -      -         -
  change_rush yes         yes   yes        -            -       -     -       -      -         -`
const cells = cellsOf<keyof typeof may, Person>(table)
const practice = openPractice
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) =>
  expect(may[action](everybody[who], practice)).toBe(cell === 'yes'),
)

it.each(cells)('%s by %s, of a disabled practice: the lab alone', (action, who, cell) =>
  expect(may[action](everybody[who], { ...practice, organization_disabled: true })).toBe(
    cell === 'yes' && staff.includes(who),
  ),
)

it.each([
  ['admin', 'rx-form-preferences.update'],
  ['owner', 'organization.update'],
] as const)('each of these permissions is enough: %s with %s', (who, permission) =>
  expect(may.change(holdingOnly(everybody[who], permission), practice)).toBe(true),
)
