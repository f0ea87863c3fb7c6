import { expect, test } from 'vitest'
import { archDoubt, archOfShape, guessArch } from './arch-guess.ts'

test.each([
  ['Smith_upper.stl', 1],
  ['maxilla-cast.stl', 1],
  // Which may be Max's.
  ['case 12 MAX.stl', undefined],
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
  // Names of people, and words of them that are no arch.
  ['Lowery_Ann_upper.stl', 1],
  ['Lowery_Ann.stl', undefined],
  ['Max_Weber_1.stl', undefined],
  ['Weber Max.stl', undefined],
  ['scan_ok.stl', undefined],
  ['Muck, Uk.stl', undefined],
  ['Bitesmith 2.stl', undefined],
  ['Bitel, Rita.stl', undefined],
  ['Biter_1.stl', undefined],
  ['UPPERJaw.stl', 1],
  ['upperjawscan.stl', 1],
  ['Unterkiefermodell.stl', 2],
  ['scan2upper.stl', 1],
  ['case 7 l.stl', undefined],
])('%s shows arch %s', (name, arch) => {
  expect(guessArch(name)).toBe(arch)
})

test.each<[fileName: string, first_name: string, last_name: string, arch: unknown]>([
  ['Lowery_Ann_upper.stl', 'Ann', 'Lowery', 1],
  ['Ann Lowery lower.stl', 'Ann', 'Lowery', 2],
  ['Max_Weber_1.stl', 'Max', 'Weber', undefined],
  ['Max_Weber_max.stl', 'Max', 'Weber', 1],
  ['Weber_Max_OK.stl', 'Max', 'Weber', 1],
  ['Weber_Max_uk.stl', 'Max', 'Weber', 2],
  ['Weber, u.stl', 'Max', 'Weber', 1],
  ['Lower_Ann.stl', 'Ann', 'Lower', undefined],
  ['Lower_Ann_upper.stl', 'Ann', 'Lower', 1],
  ['Upper.stl', 'Ann', 'Upper', undefined],
  ['Bite_Ann.stl', 'Ann', 'Bite', undefined],
  ['Bite_Ann_bite.stl', 'Ann', 'Bite', 'bite'],
  // Before the name, where it may be part of another one.
  ['upper_Weber.stl', 'Max', 'Weber', undefined],
  // Written in another way than the case has it.
  ['MULLER-LOWER_Rene u.stl', 'René', 'Müller Lower', 1],
  ['müller lower, upper.stl', 'René', 'Müller-Lower', 1],
  ['AnnaLeeLowerUpper.stl', 'Anna Lee', 'Lower', 1],
  ['O’Lower lower.stl', 'Ann', "O'Lower", 2],
  ['Lower_max.stl', 'Ann Marie', 'Lower', 1],
  ['webermax_upper.stl', 'Max', 'Weber', 1],
  ['MaxWeberUpper.stl', 'Max', 'Weber', 1],
  // Another patient's, or none's.
  ['Max_1.stl', 'Ann', 'Lowery', undefined],
  ['UpperJawScan.stl', 'Ann', 'Lowery', 1],
  ['ok.stl', '', '', undefined],
])('%s of %s %s shows arch %s', (name, first_name, last_name, arch) => {
  expect(guessArch(name, { first_name, last_name })).toBe(arch)
})

test('a shape says which arch it shows, and doubts what was said', () => {
  expect([archOfShape('upper'), archOfShape('lower'), archOfShape(null)]).toEqual([1, 2, null])
  expect(archDoubt(1, 'lower', false)).toBe('This looks like a mandibular arch.')
  expect(archDoubt(2, 'upper', true)).toBe('This looks like a maxillary arch.')
  for (const [said, jaw] of [
    [1, 'upper'],
    [2, 'lower'],
    [3, 'lower'],
    ['bite', 'lower'],
    [1, null],
    [null, 'upper'],
    [2, undefined],
  ] as const)
    expect(archDoubt(said, jaw, false)).toBeNull()
})

test('what the name of a file says never silences its shape', () => {
  expect(archDoubt(3, 'lower', true)).toBe('This looks like a mandibular arch.')
  expect(archDoubt('bite', 'upper', true)).toBe('This looks like a maxillary arch.')
  expect(archDoubt(3, null, true)).toBeNull()
  expect(archDoubt(1, 'upper', true)).toBeNull()
})
