import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, type Person } from '../../../test/facts.ts'
import { setsPrices } from './policy.ts'

/** Who sets prices, by hand (`rx-form/own-prices`). */
const table = `
        super_admin admin supervisor tech_support partner owner manager member assistant outsider
  sets  yes         yes   -          -            -       -     -       -      -         -`

it.each(cellsOf<'sets', Person>(table))('%s prices by %s: %s', (_, who, cell) => {
  expect(setsPrices(everybody[who])).toBe(cell === 'yes')
})

it('who sets prices is decided by one permission', () => {
  expect(setsPrices(holdingOnly(everybody.tech_support, 'pricing.update'))).toBe(true)
  expect(setsPrices(holdingOnly(everybody.admin, 'orders.manage'))).toBe(false)
})
