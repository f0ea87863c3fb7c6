import { todayLists, type TodayKind } from '@archwire/contract/today/lists.ts'
import { expect, it } from 'vitest'
import { cellsOf, everybody, person, practiceId, type Person } from '../../../test/facts.ts'
import { kindsFor } from './policy.ts'

/** Which kinds a person reads, by hand (`today/who`). */
const table = `
              super_admin admin supervisor tech_support partner owner manager member assistant outsider
  to_approve  -           -     -          -            -       yes   yes     yes    -         -
  questions   -           -     -          -            -       yes   yes     yes    yes       -
  arriving    -           -     -          -            -       yes   yes     yes    yes       -
  overdue     -           -     -          -            -       yes   yes     yes    yes       -
  late        yes         yes   yes        yes          yes     -     -       -      -         -
  at_risk     yes         yes   yes        yes          yes     -     -       -      -         -
  stuck       yes         yes   yes        yes          yes     -     -       -      -         -
  unassigned  yes         yes   yes        yes          -       -     -       -      -         -
  unpaid      yes         yes   yes        yes          -       -     -       -      -         -`
const cells = cellsOf<TodayKind, Person>(table)

it('the table names every kind', () =>
  expect([...new Set(cells.map(([kind]) => kind))]).toEqual(Object.keys(todayLists)))

it.each(cells)('%s for %s: %s', (kind, who, cell) =>
  expect(kindsFor(everybody[who], practiceId).includes(kind)).toBe(cell === 'yes'),
)

it('people of a practice read nothing while none is meant, and of another practice by their role there', () => {
  expect(kindsFor(everybody.owner, undefined)).toEqual([])
  const both = person('staff_member', [practiceId, 'organization_member'], [8, 'organization_manager'])
  expect(kindsFor(both, practiceId)).not.toContain('to_approve')
  expect(kindsFor(both, 8)).toContain('to_approve')
})
