import { expect, it } from 'vitest'
import { everybody, cellsOf, holdingOnly, practiceId, type Person } from '../../../test/facts.ts'
import { addsCodes, readsOrders } from './policy.ts'

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

/** Who adds a code for the monthly fee to an order, by hand (`billing/monthly-code`). */
const codes = `
         super_admin admin supervisor tech_support partner owner manager member assistant outsider
  add    yes         yes   yes        -            -       yes   -       -      -         -`
const open = { organization_id: practiceId, organization_disabled: false }

it.each(cellsOf<'add', Person>(codes))('%s a code by %s: %s', (_action, who, cell) =>
  expect(addsCodes(everybody[who], open)).toBe(cell === 'yes'),
)

it('an owner adds no code in a practice that is disabled, and no one who can only read', () => {
  expect(addsCodes(everybody.owner, { ...open, organization_disabled: true })).toBe(false)
  expect(addsCodes({ ...everybody.admin, readOnly: true }, open)).toBe(false)
})
