import { expect, test } from 'vitest'
import { archDoubt, archOfShape, guessArch } from './arch-guess.ts'

test.each([
  ['Smith_upper.stl', 1],
  ['maxilla-cast.stl', 1],
  ['case 12 MAX.stl', 1],
  ['1234_u.stl', 1],
  ['UpperJawScan.stl', 1],
  ['lower.stl', 2],
  ['x_mandibular.stl', 2],
  ['1234-l.STL', 2],
  ['LowerJawScan.stl', 2],
  ['upper-and-lower.stl', 3],
  ['BiteScan2.stl', 'bite'],
  ['buccal right.stl', 'bite'],
  ['Bissnahme.stl', 'bite'],
  // Its sides.
  ['bite_l.stl', 'bite'],
  // Whose arch it is, its name does not say.
  ['Bissell 1.stl', undefined],
  ['Bite R.stl', 'bite'],
  // Of an arch, in whatever bite.
  ['lower_in_bite.stl', 2],
  ['scan.stl', undefined],
  ['Paul.stl', undefined],
  ['maximilian.stl', undefined],
])('%s shows arch %s', (name, arch) => {
  expect(guessArch(name)).toBe(arch)
})

test('a shape says which arch it shows, and doubts what was said', () => {
  expect([archOfShape('upper'), archOfShape('lower'), archOfShape(null)]).toEqual([1, 2, null])
  expect(archDoubt(1, 'lower')).toBe('This looks like a mandibular arch.')
  expect(archDoubt(2, 'upper')).toBe('This looks like a maxillary arch.')
  for (const [said, jaw] of [
    [1, 'upper'],
    [2, 'lower'],
    [3, 'lower'],
    ['bite', 'lower'],
    [1, null],
    [null, 'upper'],
    [2, undefined],
  ] as const)
    expect(archDoubt(said, jaw)).toBeNull()
})
