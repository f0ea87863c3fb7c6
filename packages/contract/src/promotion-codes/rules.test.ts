import { expect, it } from 'vitest'
import { monthsProblem, valueProblem } from './rules.ts'

it('a percentage ends at 100, an amount does not', () => {
  expect(valueProblem(100, false)).toBeUndefined()
  expect(valueProblem(100.01, false)).toBe('At most 100 percent.')
  expect(valueProblem(1_000_000, true)).toBeUndefined()
})

it('a code for the start-up fee has one month, one for the monthly fee any number', () => {
  expect(monthsProblem(1, 1)).toBeUndefined()
  expect(monthsProblem(2, 1)).toBe('Only a code for the monthly fee has more than one month.')
  expect(monthsProblem(1, 2)).toBeUndefined()
  expect(monthsProblem(12, 2)).toBeUndefined()
})
