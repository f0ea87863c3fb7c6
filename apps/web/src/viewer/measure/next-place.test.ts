import { boltonTeeth } from '@archwire/contract/measurements/teeth.ts'
import { expect, it } from 'vitest'
import { nextPlace, type Place } from './next-place.ts'

it('teeth follow each other along the arch, first those that Bolton’s ratios need', () => {
  const row: Place[] = []
  for (let last: Place | null = null; row.length < 12; row.push(last))
    last = nextPlace('tooth_size', 'upper', new Set(row), last)!
  expect(row).toEqual(boltonTeeth.overall.upper)
  expect(nextPlace('tooth_size', 'upper', new Set([7, 8]), 6)).toBe(9)
  // From the last of the row back to the skipped ones.
  expect(nextPlace('tooth_size', 'upper', new Set([14]), 14)).toBe(3)
  // The other arch begins at its own end.
  expect(nextPlace('tooth_size', 'lower', new Set(), 14)).toBe(19)
  expect(nextPlace('tooth_size', 'upper', new Set(row), 14)).toBe(1)
  const all = new Set(Array.from({ length: 16 }, (_, at) => at + 17))
  expect(nextPlace('tooth_size', 'lower', all, 30)).toBeNull()
})

it('widths go from front to back', () => {
  expect(nextPlace('arch_width', 'upper', new Set(), null)).toBe('canines')
  expect(nextPlace('arch_width', 'upper', new Set(['canines']), 'canines')).toBe('first_premolars')
  expect(
    nextPlace('arch_width', 'lower', new Set(['canines', 'first_premolars', 'first_molars']), 'first_molars'),
  ).toBe('second_premolars')
})
