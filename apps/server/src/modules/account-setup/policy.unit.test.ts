import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, openPractice, type Person } from '../../../test/facts.ts'
import { paysFor } from './policy.ts'

const practice = openPractice
const states = {
  open: practice,
  disabled: { ...practice, organization_disabled: true },
  archived: { ...practice, organization_archived: true },
}

/** Who sees and finishes the account setup, by hand (`billing/who-pays`). */
const table = `
            super_admin admin supervisor tech_support partner owner manager member assistant outsider
  open      -           -     -          -            -       yes   -       -      -         -
  disabled  -           -     -          -            -       -     -       -      -         -
  archived  -           -     -          -            -       -     -       -      -         -`
it.each(cellsOf<keyof typeof states, Person>(table))('%s: %s: %s', (state, who, cell) =>
  expect(paysFor(everybody[who], states[state])).toBe(cell === 'yes'),
)

it('is decided by the permission within the practice', () => {
  const pays = 'organization.f_m_payment_methods.update'
  expect(paysFor(holdingOnly(everybody.member, pays), practice)).toBe(true)
  expect(paysFor(holdingOnly(everybody.owner, 'organization.get-current-order'), practice)).toBe(false)
  expect(paysFor(holdingOnly(everybody.outsider, pays), practice)).toBe(false)
  // Held everywhere, as no role does, it is none within the practice.
  expect(paysFor({ ...everybody.admin, permissions: new Set([pays]) }, practice)).toBe(false)
})
