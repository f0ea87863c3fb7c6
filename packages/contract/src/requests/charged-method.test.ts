import { expect, it } from 'vitest'
import { chargedMethod } from './charged-method.ts'

/** Who prints, the method before, the method whose fee held, the new one, whether the lab keeps the fee, and what holds then. */
const table: [
  who: number,
  before: string | null,
  held: string | null,
  to: string,
  keep: boolean | undefined,
  charged: string | null,
][] = [
  // A change brings its own fee.
  [1, 'standard', null, 'express', undefined, null],
  [1, 'express', 'standard', 'urgent', undefined, null],
  [1, 'standard', null, 'express', false, null],
  // The lab keeps the fee that held, which is that of an earlier method where it was kept before.
  [1, 'standard', null, 'express', true, 'standard'],
  [1, 'express', 'standard', 'urgent', true, 'standard'],
  // Back at the method of the fee nothing is kept.
  [1, 'express', 'standard', 'standard', true, null],
  [1, 'express', null, 'express', true, null],
  // Another day or place of the same method leaves the fee alone, unless the lab says otherwise.
  [1, 'express', 'standard', 'express', undefined, 'standard'],
  [1, 'express', 'standard', 'express', false, null],
  [1, 'express', null, 'express', undefined, null],
  // What shipped in no way before had no fee.
  [1, null, null, 'express', true, null],
  // What a partner makes has none.
  [3, 'standard', null, 'express', true, null],
  [3, 'express', 'standard', 'express', undefined, null],
]

it.each(table)('printed by %s, %s at the fee of %s becomes %s, kept: %s → %s (requests/keep-fee)', (...row) => {
  const [assignment, shipping_method, charged_method, to, keep, charged] = row
  expect(chargedMethod({ assignment, shipping_method, charged_method }, to, keep)).toBe(charged)
})
