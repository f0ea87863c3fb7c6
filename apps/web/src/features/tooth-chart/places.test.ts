import { expect, it } from 'vitest'
import { between, rowsOf, stepFrom } from './places.ts'

const [plain, mixed] = [rowsOf(false), rowsOf(true)]

it.each([
  [11, 'ArrowRight', 21],
  [11, 'ArrowLeft', 12],
  [18, 'ArrowLeft', 18],
  [28, 'ArrowRight', 28],
  [16, 'ArrowDown', 46],
  [36, 'ArrowUp', 26],
  [16, 'ArrowUp', 16],
  [13, 'Home', 18],
  [43, 'End', 38],
])('of permanent teeth alone %i and %s lead to %i', (from, key, to) => expect(stepFrom(from, key, plain)).toBe(to))

it.each([
  [15, 'ArrowDown', 55],
  [55, 'ArrowDown', 85],
  [85, 'ArrowDown', 45],
  // Behind the deciduous teeth is nothing: the last of them is next.
  [18, 'ArrowDown', 55],
  [28, 'ArrowDown', 65],
  [51, 'ArrowRight', 61],
  [71, 'Home', 85],
])('with deciduous ones %i and %s lead to %i', (from, key, to) => expect(stepFrom(from, key, mixed)).toBe(to))

it('other keys lead nowhere', () => expect(stepFrom(11, 'a', plain)).toBeUndefined())

it('a range goes along an arch, and over both', () => {
  expect(between(13, 22, plain)).toEqual([13, 12, 11, 21, 22])
  expect(between(22, 13, plain)).toEqual([13, 12, 11, 21, 22])
  expect(between(17, 46, plain)).toEqual([17, 16, 47, 46])
  expect(between(15, 44, mixed)).toEqual([15, 14, 55, 54, 85, 84, 45, 44])
})
