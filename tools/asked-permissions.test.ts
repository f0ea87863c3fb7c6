import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionNames } from '@archwire/contract/permissions.ts'
import { expect, test } from 'vitest'
import { namedTwice, wronglyMarked } from './asked-permissions.ts'

test('a mark that is missing or out of date is named', () => {
  const [first, second, ...rest] = permissionNames
  const asked = [`needs: '${first}'`, ...rest.map((name) => `'${name}'`)]
  expect(wronglyMarked(asked, [second!])).toEqual([])
  expect(wronglyMarked(asked, [])).toEqual([expect.stringContaining(`${second} is asked for by nothing`)])
  expect(wronglyMarked(asked, [first!, second!])).toEqual([expect.stringContaining(`${first} is asked for: take`)])
})

test('a list that is written out again is named, in any order', () => {
  const route = { path: 'routes.ts', text: `needs: anyOf('locations.manage', 'locations.update', 'locations.create')` }
  const again = `holds(actor, [\n  'locations.create',\n  'locations.manage', 'locations.update',\n], id)`
  const found = [expect.stringMatching(/^policy\.ts: repeats locations\.manage, .* of routes\.ts/)]
  expect(namedTwice([route, { path: 'policy.ts', text: again }])).toEqual(found)
  expect(namedTwice([{ path: 'routes.ts', text: `${route.text}\n${again}` }])).toHaveLength(1)
})

test('a list that is read by its name, a shorter list and lists of other words are no repetition', () => {
  const texts = [
    `needs: anyOf('locations.manage', 'locations.update')`,
    `holds(actor, locations.update.needs, id)`,
    `holds(actor, ['locations.manage'], id)`,
    `holds(actor, ['locations.manage'], id)`,
    `holds(actor, ['locations.manage', 'locations.update', 'locations.create'], id)`,
    `order: ['name', 'city']`,
    `order: ['name', 'city']`,
  ]
  expect(namedTwice(texts.map((text, at) => ({ path: `${at}.ts`, text })))).toEqual([])
})

test('a copy of a list that the house names is found', () => {
  const root = join(import.meta.dirname, '..')
  const planted = { path: 'planted.ts', text: `['organization.patients.view', 'patients.view']` }
  const lists = {
    path: 'required-permissions.ts',
    text: readFileSync(join(root, 'packages/contract/src/required-permissions.ts'), 'utf8'),
  }
  expect(namedTwice([lists, planted])).toEqual([expect.stringContaining('planted.ts: repeats patients.view')])
})
