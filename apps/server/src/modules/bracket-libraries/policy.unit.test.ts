import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, type Person } from '../../../test/facts.ts'
import { may } from './policy.ts'
import { decideLibrary } from './rules.ts'

type Action = keyof typeof may

/** Who may do what with the bracket libraries of a practice that they see, by hand (`rx-form/who-libraries`). */
const table = `
           super_admin admin supervisor tech_support partner owner manager member assistant outsider
  read     yes         yes   yes        yes          yes     yes   yes     yes    yes       -
  manage   yes         yes   yes        yes          -       yes   yes     -      -         -`
const cells = cellsOf<Action, Person>(table)
const practice = openPractice
const staff: Person[] = ['super_admin', 'admin', 'supervisor', 'tech_support']

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) =>
  expect(may[action](everybody[who], practice)).toBe(cell === 'yes'),
)

it.each(cells)('%s by %s, of a disabled practice: its people only read', (action, who, cell) =>
  expect(may[action](everybody[who], { ...practice, organization_disabled: true })).toBe(
    cell === 'yes' && (action === 'read' || staff.includes(who)),
  ),
)

it.each([
  ['admin', 'rx-form-preferences.update'],
  ['admin', 'organizations.update'],
  ['admin', 'organizations.manage'],
  ['owner', 'organization.update'],
] as const)('of %s, %s alone is enough to manage them', (who, permission) => {
  expect(may.manage(holdingOnly(everybody[who], permission), practice)).toBe(true)
})

it('an archived practice’s libraries stay as they are', () => {
  const archived = { ...practice, organization_archived: true }
  expect(decideLibrary(everybody.admin, archived, { hasFile: true })).toEqual({
    update: false,
    delete: false,
    download: true,
  })
})

it.each([
  ['owner', true, { update: true, delete: true, download: true }],
  ['owner', false, { update: true, delete: true, download: false }],
  ['member', true, { update: false, delete: false, download: true }],
] as const)('what %s can do with one, with a file: %s', (who, hasFile, can) =>
  expect(decideLibrary(everybody[who], practice, { hasFile })).toEqual(can),
)
