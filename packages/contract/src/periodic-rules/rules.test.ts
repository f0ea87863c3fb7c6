import { expect, it, test } from 'vitest'
import { daysProblem, ruleStatus, valueProblem } from './rules.ts'

it.each([
  ['2027-02-01', '2027-01-31', 'Not before the first day.'],
  ['2027-02-01', '2027-02-01', undefined],
  ['2027-02-01', '2027-02-02', undefined],
  [null, '2027-01-31', undefined],
  ['2027-02-01', null, undefined],
  [null, null, undefined],
] as const)('a rule from %s to %s: %s', (from, to, problem) => {
  expect(daysProblem(from, to)).toBe(problem)
})

it.each([
  [0, 'Enter an amount other than 0.'],
  [-0, 'Enter an amount other than 0.'],
  [0.01, undefined],
  [-0.01, undefined],
  // Too fine, which its field says.
  [0.001, undefined],
])('a value of %s: %s', (value, problem) => {
  expect(valueProblem(value)).toBe(problem)
})

/** By hand: where a rule stands on 2027-02-15 (`contracts/rules`). */
test.each([
  ['on without days', true, null, null, 'active'],
  ['on its first day', true, '2027-02-15', null, 'active'],
  ['on its last day', true, null, '2027-02-15', 'active'],
  ['on its only day', true, '2027-02-15', '2027-02-15', 'active'],
  ['on the day before its first', true, '2027-02-16', null, 'to_come'],
  ['on the day after its last', true, '2027-01-01', '2027-02-14', 'ended'],
  ['off', false, null, null, 'inactive'],
  ['off before its first day', false, '2027-02-16', null, 'inactive'],
  ['off after its last day', false, null, '2027-02-14', 'inactive'],
] as const)('a rule %s', (_, is_active, applied_from, applied_to, status) => {
  expect(ruleStatus({ is_active, applied_from, applied_to }, '2027-02-15')).toBe(status)
})
