import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('a count has its word in the singular for one alone', () => {
  expect([0, 1, 2].map((count) => counted(count, 'print'))).toEqual(['0 prints', '1 print', '2 prints'])
  expect([1, 2].map((count) => counted(count, 'case is', 'cases are'))).toEqual(['1 case is', '2 cases are'])
})
