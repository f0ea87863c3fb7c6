import { expect, test } from 'vitest'
import { guessArch } from './arch-guess.ts'

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
  ['scan.stl', undefined],
  ['Paul.stl', undefined],
  ['maximilian.stl', undefined],
])('%s shows arch %s', (name, arch) => {
  expect(guessArch(name)).toBe(arch)
})
