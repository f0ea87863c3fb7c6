import { expect, it } from 'vitest'
import { archesOf, jawsOf, madeArches, missingArch } from './arches.ts'

it('jaws are one arch or both; a file that does not say may show both', () => {
  expect([1, 2, 3, null].map(archesOf)).toEqual([[1], [2], [1, 2], [1, 2]])
  expect([[1], [2], [1, 2]].map((arches) => jawsOf(arches as (1 | 2)[]))).toEqual([1, 2, 3])
})

it.each([
  // ordered, files, missing, made
  { ordered: 3, files: [], missing: null, made: [1, 2] },
  { ordered: 3, files: [1], missing: 2, made: [1] },
  { ordered: 3, files: [1, 1], missing: 2, made: [1] },
  { ordered: 3, files: [2], missing: 1, made: [2] },
  { ordered: 3, files: [2, 1], missing: null, made: [1, 2] },
  { ordered: 3, files: [3], missing: null, made: [1, 2] },
  { ordered: 3, files: [null], missing: null, made: [1, 2] },
  { ordered: 1, files: [], missing: null, made: [1] },
  { ordered: 1, files: [1], missing: null, made: [1] },
  // The other arch comes along: it is not made.
  { ordered: 1, files: [1, 2], missing: null, made: [1] },
  { ordered: 1, files: [3], missing: null, made: [1] },
  // The wrong arch: what was approved is made.
  { ordered: 1, files: [2], missing: 1, made: [2] },
  { ordered: 2, files: [], missing: null, made: [2] },
  { ordered: 2, files: [1], missing: 2, made: [1] },
  { ordered: 2, files: [1, 2], missing: null, made: [2] },
])('of $ordered ordered, files of $files lack $missing, and $made is made', ({ ordered, files, missing, made }) => {
  expect(missingArch(ordered, files)).toBe(missing)
  expect(madeArches(ordered, files)).toEqual(made)
})
