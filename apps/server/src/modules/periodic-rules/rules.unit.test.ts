import { expect, it } from 'vitest'
import { tooMuchByRules, whyTooMuch } from './rules.ts'

const million = 100_000_000

it.each([
  ['the first charge', million, [], null],
  ['the fifth million of charges', million, [million, million, million, million], null],
  ['a cent beyond it', 1, [million, million, million, million, million], tooMuchByRules.charges],
  ['a charge beside discounts', million, [-million, -million, -million, -million, -million], null],
  ['the fifth million of discounts', -million, [-million, -million, -million, -million], null],
  ['a discount of a cent beyond it', -1, [-million, -million, -million, -million, -million], tooMuchByRules.discounts],
  ['a discount beside charges', -1, [million, million, million, million, million], null],
])('%s: %s', (_, cents, others, problem) => {
  expect(whyTooMuch(cents, others)).toBe(problem)
})
