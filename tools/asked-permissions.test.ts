import { join } from 'node:path'
import { permissionNames } from '@archwire/contract/permissions.ts'
import { expect, test } from 'vitest'
import { namedTwice, namedTwiceIn, wronglyMarked, wronglyMarkedIn } from './asked-permissions.ts'

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

test('no policy writes out what a call asks for', () => {
  expect(namedTwiceIn(join(import.meta.dirname, '..'))).toEqual([])
})

test('a list that is written out is named', () => {
  const text = `holds(actor, [\n  'locations.manage',\n  'locations.update', 'organization.locations.update'], id)`
  expect(namedTwice([{ path: 'policy.ts', text }])).toEqual([
    expect.stringContaining('PUT /locations/{id} asks for; read it from the route'),
  ])
  expect(namedTwice([{ path: 'policy.ts', text: `holds(actor, locations.update.needs, id)` }])).toEqual([])
})
