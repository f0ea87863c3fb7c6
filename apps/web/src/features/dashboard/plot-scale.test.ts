import { expect, it } from 'vitest'
import { labeled, ticksTo } from './plot-scale.ts'

it('an axis has few round ticks and reaches the highest value', () => {
  expect(ticksTo(0)).toEqual([0, 1])
  expect(ticksTo(3)).toEqual([0, 1, 2, 3])
  expect(ticksTo(17)).toEqual([0, 5, 10, 15, 20])
  expect(ticksTo(8306)).toEqual([0, 5000, 10_000])
  expect(ticksTo(0.3, true)).toEqual([0, 0.1, 0.2, 0.3])
  for (let most = 1; most < 5000; most += 37) {
    const ticks = ticksTo(most)
    expect([most, ticks.at(-1)! >= most, ticks.length <= 6]).toEqual([most, true, true])
  }
})

it('labels keep their distance', () => {
  expect(labeled(5, 10)).toEqual([0, 1, 2, 3, 4])
  expect(labeled(45, 5)).toEqual([0, 9, 18, 27, 36])
  expect(labeled(0, 5)).toEqual([])
})
