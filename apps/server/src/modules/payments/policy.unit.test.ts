import { expect, it } from 'vitest'
import {
  cellsOf,
  elsewhereId,
  everybody,
  holdingOnly,
  openPractice,
  person,
  practiceId,
  type Person,
} from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Who sees and changes how a practice pays, by hand (`billing/who-pays`). */
const table = `
          super_admin admin supervisor tech_support partner owner manager member assistant outsider
  manage  -           -     -          -            -       yes   -       -      -         -`
const cells = cellsOf<keyof typeof may, Person>(table)
const practice = openPractice

it('the table names every action', () =>
  expect([...new Set(cells.map(([action]) => action))]).toEqual(Object.keys(may)))

it.each(cells)('%s by %s: %s', (action, who, cell) =>
  expect(may[action](everybody[who], practice)).toBe(cell === 'yes'),
)

it.each(cells)('%s by %s, of a disabled practice: no one', (action, who) =>
  expect(may[action](everybody[who], { ...practice, organization_disabled: true })).toBe(false),
)

it('the permission is enough, and without it an owner may not', () => {
  const permission = 'organization.f_m_payment_methods.update'
  expect(may.manage(holdingOnly(everybody.member, permission), practice)).toBe(true)
  expect(may.manage(holdingOnly(everybody.owner), practice)).toBe(false)
})

it('an owner of another practice who is a member here may not', () => {
  const both = person('doctor', [practiceId, 'organization_member'], [elsewhereId, 'organization_owner'])
  expect(may.manage(both, practice)).toBe(false)
  expect(may.manage(both, { ...practice, organization_id: elsewhereId })).toBe(true)
})
