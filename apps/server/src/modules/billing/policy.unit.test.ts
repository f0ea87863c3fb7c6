import { expect, it } from 'vitest'
import { everybody, cellsOf, holdingOnly, practiceId, type Person } from '../../../test/facts.ts'
import { readsOrders } from './policy.ts'

/** Who reads the invoices of a practice, by hand (`billing/who-reads`). */
const table = `
         super_admin admin supervisor tech_support partner owner manager member assistant outsider
  read   yes         yes   yes        yes          -       yes   yes     -      -         -`
const practice = { organization_id: practiceId }

it.each(cellsOf<'read', Person>(table))('%s by %s: %s', (_action, who, cell) =>
  expect(readsOrders(everybody[who], practice)).toBe(cell === 'yes'),
)

it.each([
  ['tech_support', 'organizations.view', true],
  ['tech_support', 'organization.get-current-order', false],
  ['member', 'organization.get-current-order', true],
  ['member', 'organizations.view', false],
  ['partner', 'organizations.view', false],
] as const)('%s with %s alone: %s', (who, permission, reads) =>
  expect(readsOrders(holdingOnly(everybody[who], permission), practice)).toBe(reads),
)
