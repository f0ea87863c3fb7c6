import { expect, it } from 'vitest'
import { keepsTakenName, safeName } from './file-names.ts'

it.each([
  ['Müller Jürgen.stl', 'Müller Jürgen.stl'],
  ['../../Müller Jürgen.stl', '.._.._Müller Jürgen.stl'],
  ['Müller Jürgen a:b?.stl', 'Müller Jürgen a_b_.stl'],
  ['C:\\scans\\upper<1>|"x"*.stl', 'C__scans_upper_1___x__.stl'],
  ['upper. ', 'upper'],
  ['...', '_'],
  [`${'a'.repeat(210)}.stl`, `${'a'.repeat(146)}.stl`],
  ['😀'.repeat(200), '😀'.repeat(150)],
])('%s is stored as a name that every system takes (scans/safe-names)', (name, safe) => {
  expect(safeName(name)).toBe(safe)
  expect(safeName(safe)).toBe(safe)
})

it('a name is taken by the form in which it would be stored', () => {
  const patient = { first_name: 'Jürgen', last_name: 'Müller' }
  expect(keepsTakenName('Müller Jürgen a:b.stl', patient, ['Müller Jürgen a_b.stl'])).toBe(true)
  expect(keepsTakenName('Müller Jürgen a:b.stl', patient, ['Müller Jürgen a-b.stl'])).toBe(false)
})
