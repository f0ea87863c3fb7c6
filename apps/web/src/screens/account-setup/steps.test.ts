import { expect, test } from 'vitest'
import { isDone, reachOf, stepAt } from './steps.ts'

const setup = {
  is_saved: true,
  is_finished: false,
  startup_fee: 'due',
  is_in_progress: false,
  can: { update: true, purchase: true },
} as const

test.each([
  ['nothing is saved', { is_saved: false }, 0, { first: 0, last: 1, start: 0 }],
  ['nothing is saved, but there is a payment method', { is_saved: false }, 1, { first: 0, last: 1, start: 0 }],
  ['the details are saved', {}, 0, { first: 0, last: 2, start: 2 }],
  ['there is a payment method', {}, 1, { first: 0, last: 3, start: 3 }],
  ['the fee is waived', { startup_fee: 'waived' }, 0, { first: 0, last: 2, start: 2 }],
  [
    'the payment was returned',
    { is_finished: true, can: { update: false, purchase: true } },
    1,
    { first: 2, last: 3, start: 2 },
  ],
  ['it is being paid again', { is_finished: true, is_in_progress: true }, 1, { first: 1, last: 3, start: 3 }],
  ['the lab made the location', { is_finished: true, is_saved: false }, 0, { first: 1, last: 2, start: 2 }],
] as const)('the setup continues where it was left: %s', (_, said, methods, reach) => {
  expect(reachOf({ ...setup, ...said }, methods)).toEqual(reach)
})

test('an address leads to no step that is not reached, and none that is over', () => {
  const reach = { first: 1, last: 2, start: 2 }
  expect([undefined, '0', '1', '2', '3'].map((step) => stepAt(step, reach))).toEqual([2, 1, 1, 2, 2])
})

test.each([
  ['paid', { is_finished: true, startup_fee: 'paid' }, true],
  ['waived and finished', { is_finished: true, startup_fee: 'waived' }, true],
  ['waived alone', { startup_fee: 'waived' }, false],
  ['returned', { is_finished: true }, false],
  ['in progress', { is_finished: true, startup_fee: 'paid', is_in_progress: true }, false],
] as const)('whether nothing is left to do: %s', (_, said, done) => {
  expect(isDone({ ...setup, ...said })).toBe(done)
})
