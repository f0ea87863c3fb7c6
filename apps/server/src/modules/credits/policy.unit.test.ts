import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, type Person } from '../../../test/facts.ts'
import { setsCredits } from './policy.ts'

/** Who sets credits, by hand (`credits/who`). */
const table = `
        super_admin admin supervisor tech_support partner owner manager member assistant outsider
  sets  yes         yes   -          -            -       -     -       -      -         -`

it.each(cellsOf<'sets', Person>(table))('%s by %s: %s', (_, who, cell) => {
  expect(setsCredits(everybody[who])).toBe(cell === 'yes')
})

it('one of the two permissions alone is not enough', () => {
  expect(setsCredits(holdingOnly(everybody.admin, 'orders.manage'))).toBe(false)
  expect(setsCredits(holdingOnly(everybody.admin, 'organizations.manage'))).toBe(false)
})
