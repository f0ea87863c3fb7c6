import { expect, it, test } from 'vitest'
import { comparisonOf, partOf } from './comparison.ts'
import type { Scene } from './scene.ts'

it.each([
  ['?tool=compare&file=12&with=7', { file: 12, with: 7 }],
  ['?tool=compare&file=12', { file: 12, with: null }],
  ['?file=12&with=-7', { file: 12, with: null }],
  ['?tool=compare&with=7', null],
  ['?file=12.5', null],
  ['?file=', null],
  ['', null],
])('the address %j asks for %j', (search, comparison) => expect(comparisonOf(search)).toEqual(comparison))

test('of a scene the compared scan alone is shown; the whole scene where it is not there', () => {
  const scene = { label: 'Correction', files: [{ id: 11 }, { id: 12 }] } as Scene
  expect(partOf(scene, { file: 12, with: 7 })).toEqual({ label: 'Correction', files: [{ id: 12 }] })
  expect(partOf(scene, { file: 13, with: 7 })).toBe(scene)
  expect(partOf(scene, null)).toBe(scene)
})
