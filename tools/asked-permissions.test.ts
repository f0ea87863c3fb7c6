import { join } from 'node:path'
import { permissionNames } from '@archwire/contract/permissions.ts'
import { expect, test } from 'vitest'
import { wronglyMarked, wronglyMarkedIn } from './asked-permissions.ts'

test('every permission that nothing asks for is marked, and no other', () => {
  expect(wronglyMarkedIn(join(import.meta.dirname, '..'))).toEqual([])
})

test('a mark that is missing or out of date is named', () => {
  const [first, second, ...rest] = permissionNames
  const asked = [`needs: '${first}'`, ...rest.map((name) => `'${name}'`)]
  expect(wronglyMarked(asked, [second!])).toEqual([])
  expect(wronglyMarked(asked, [])).toEqual([expect.stringContaining(`${second} is asked for by nothing`)])
  expect(wronglyMarked(asked, [first!, second!])).toEqual([expect.stringContaining(`${first} is asked for: take`)])
})
