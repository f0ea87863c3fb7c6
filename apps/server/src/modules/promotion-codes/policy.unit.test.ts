import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, practiceId, type Person } from '../../../test/facts.ts'
import { managesCodes, ownedBy } from './policy.ts'

/** Who manages codes, and who owns an organization that could use one, by hand (`billing/who-tries-codes`). */
const table = `
           super_admin admin supervisor tech_support partner owner manager member assistant outsider
  manages  yes         yes   yes        -            -       -     -       -      -         -
  owns     -           -     -          -            -       yes   -       -      -         -`

it.each(cellsOf<'manages' | 'owns', Person>(table))('%s by %s: %s', (what, who, cell) => {
  const person = everybody[who]
  expect(what === 'manages' ? managesCodes(person) : ownedBy(person).includes(practiceId)).toBe(cell === 'yes')
})

it('who manages codes is decided by one permission', () => {
  expect(managesCodes(holdingOnly(everybody.tech_support, 'promotion-codes.manage'))).toBe(true)
  expect(managesCodes(holdingOnly(everybody.admin, 'pricing.update'))).toBe(false)
})
