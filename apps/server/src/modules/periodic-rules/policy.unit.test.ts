import type { RuleAction } from '@archwire/contract/periodic-rules/schema.ts'
import { expect, it } from 'vitest'
import { cellsOf, everybody, holdingOnly, type Person } from '../../../test/facts.ts'
import { may } from './policy.ts'

/** Who changes and deletes periodic rules, by hand (`contracts/who-rules`). */
const table = `
               super_admin admin supervisor tech_support partner owner manager member assistant outsider
  update       yes         yes   yes        -            -       -     -       -      -         -
  update_value yes         yes   -          -            -       -     -       -      -         -
  delete       -           yes   -          -            -       -     -       -      -         -`

it.each(cellsOf<RuleAction, Person>(table))('%s by %s: %s', (what, who, cell) => {
  expect(may[what](everybody[who])).toBe(cell === 'yes')
})

it('takes both permissions for the value, and the role for deleting', () => {
  const rights = (...names: Parameters<typeof holdingOnly>[1][]) => {
    const actor = holdingOnly(everybody.tech_support, ...names)
    return Object.entries(may).flatMap(([act, allows]) => (allows(actor) ? [act] : []))
  }
  expect(rights('periodic-rules.manage')).toEqual(['update'])
  expect(rights('orders.manage')).toEqual([])
  expect(rights('periodic-rules.manage', 'orders.manage')).toEqual(['update', 'update_value'])
})

it('an admin without the permission deletes nothing', () => {
  expect(may.delete(holdingOnly(everybody.admin, 'orders.manage'))).toBe(false)
})

it('holds for no one outside of the lab, whatever was granted', () => {
  const partner = holdingOnly(everybody.partner, 'periodic-rules.manage', 'orders.manage')
  expect(Object.values(may).map((allows) => allows(partner))).toEqual([false, false, false])
})

it('holds for no one who only reads', () => {
  const reader = { ...everybody.admin, readOnly: true }
  expect(Object.values(may).map((allows) => allows(reader))).toEqual([false, false, false])
})
