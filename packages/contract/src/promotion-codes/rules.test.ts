import { expect, it } from 'vitest'
import { valueProblem } from './rules.ts'

it('a percentage ends at 100, an amount does not', () => {
  expect(valueProblem(100, false)).toBeUndefined()
  expect(valueProblem(100.01, false)).toBe('At most 100 percent.')
  expect(valueProblem(1_000_000, true)).toBeUndefined()
})
