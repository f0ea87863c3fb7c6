import { expect, it } from 'vitest'
import { colorsOf, contactColor, contactLegend, deviationColor, deviationLegend, NOWHERE } from './color-scale.ts'

it('tells before from behind, and both from nothing', () => {
  const [red, , blue] = deviationColor(0.5, 0.5)
  expect(red).toBeGreaterThan(blue + 80)
  const [less, , more] = deviationColor(-0.5, 0.5)
  expect(more).toBeGreaterThan(less + 80)
  expect(deviationColor(0, 0.5)).toEqual(deviationColor(0.03, 0.5))
  expect(deviationColor(9, 0.5)).toEqual(deviationColor(0.5, 0.5))
  expect(deviationColor(Number.NaN, 0.5)).toEqual(NOWHERE)
})

it('grows from touching to stone, without a jump', () => {
  expect(contactColor(Number.NaN)).toEqual(contactColor(1))
  for (let at = -0.3; at < 1.1; at += 0.01) {
    const [near, far] = [contactColor(at), contactColor(at + 0.01)]
    for (const part of [0, 1, 2]) expect(Math.abs(near[part]! - far[part]!)).toBeLessThan(14)
  }
})

it('legends stand where their colors do', () => {
  expect(deviationLegend(0.25).marks.map(({ label }) => label)).toEqual(['−0.25', '−0.125', '0', '+0.125', '+0.25'])
  expect(contactLegend().marks.map(({ share }) => Math.round(share * 100))).toEqual([0, 17, 42, 67, 100])
  expect([...colorsOf(new Float32Array([0, Number.NaN]), (distance) => deviationColor(distance, 1))]).toHaveLength(6)
})
