import { expect, test } from 'vitest'
import { readNumber, writeNumber } from './numbers.ts'

const dollars = { decimals: 2, sign: '$' }

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['12', 12],
  [' 12.5 ', 12.5],
  ['12.50', 12.5],
  ['$1,234.50', 1234.5],
  ['$ 7', 7],
  ['1,000,000', 1_000_000],
])('%j is read as %j dollars', (text, number) => expect(readNumber(text, dollars)).toBe(number))

test.each(['$', '12.', '.5', '12.345', '1,5', '12,34', '1.2.3', '-4', '1e3', 'ten', '$$5', '5%'])(
  '%j is no amount of dollars',
  (text) => expect(readNumber(text, dollars)).toBeNaN(),
)

test.each([
  ['-40', -40],
  ['-$1,234.50', -1234.5],
  ['$-7', -7],
  ['- 7', -7],
  ['\u22127', -7],
  ['-0', 0],
  ['12.5', 12.5],
])('%j is read as %j dollars where they may be below zero', (text, number) =>
  expect(readNumber(text, { ...dollars, negative: true })).toBe(number),
)

test.each(['-', '--4', '4-', '-$', '-1.005'])('%j is no amount below zero', (text) =>
  expect(readNumber(text, { ...dollars, negative: true })).toBeNaN(),
)

test('a whole number has no decimals and no sign', () => {
  expect(readNumber('1,200')).toBe(1200)
  expect(readNumber('1.0')).toBeNaN()
  expect(readNumber('$1')).toBeNaN()
})

test('what is no number is written as nothing', () => {
  expect([null, NaN, 0, 12.5].map(writeNumber)).toEqual(['', '', '0', '12.5'])
})
