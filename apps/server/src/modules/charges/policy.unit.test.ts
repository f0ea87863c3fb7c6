import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, type Person } from '../../../test/facts.ts'
import { entersCharges } from './policy.ts'

/** Who adds charges and discounts and takes them off, by hand (`billing/by-hand`). */
const table = `
         super_admin admin supervisor tech_support partner owner manager member assistant outsider
  enter  yes         yes   -          -            -       -     -       -      -         -`

it.each(cellsOf<'enter', Person>(table))('%s by %s: %s', (_action, who, cell) =>
  expect(entersCharges(everybody[who])).toBe(cell === 'yes'),
)

it.each([
  ['supervisor', 'orders.manage', true],
  ['tech_support', 'orders.manage', true],
  ['admin', 'contracts.manage', false],
  ['admin', 'periodic-rules.manage', false],
  ['partner', 'orders.manage', false],
  ['owner', 'orders.manage', false],
  ['owner', 'organization.get-current-order', false],
] as const)('%s with %s alone: %s', (who, permission, enters) =>
  expect(entersCharges(holdingOnly(everybody[who], permission))).toBe(enters),
)
