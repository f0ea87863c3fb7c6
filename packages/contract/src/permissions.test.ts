import { expect, test } from 'vitest'
import { customPermissions } from './grants.ts'
import { permissions } from './permissions.ts'

/** The words of a text that say something, without their endings. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !['a', 'an', 'the', 'of', 'in', 'on', 'is', 'to', 'any'].includes(word))
    .map((word) => word.replace(/(?:es|s)$/, ''))

test('the second line of a permission that can be turned on does not only repeat the first', () => {
  const offered = [...new Set([...customPermissions.staff, ...customPermissions.practice])]
  const repeating = offered.filter((name) => {
    const [label, description] = permissions[name]
    const said = new Set(wordsOf(label))
    return wordsOf(description).every((word) => said.has(word))
  })
  expect(repeating).toEqual([])
})
