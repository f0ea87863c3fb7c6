import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyNames, emptyNamesIn } from './variable-names.ts'

it('every variable is called what it holds', () => {
  expect(emptyNamesIn(join(import.meta.dirname, '..'))).toEqual([])
})

it.each([
  'const made = make()',
  'list.find((one) => one.id === id)',
  'list.sort((one, other) => one - other)',
  'const [one, two] = pair',
  'for (const one of list) use(one)',
  'function act(of: Organization) {}',
  'const { id: mine } = row',
])('%s is caught', (text) => expect(emptyNames('a.ts', text)).toHaveLength(1))

it.each(['for (const row of rows) use(row)', 'const row = { one: 1, of: 2 }', 'interface Row { made: string[] }'])(
  '%s is none of them',
  (text) => expect(emptyNames('a.ts', text)).toEqual([]),
)
