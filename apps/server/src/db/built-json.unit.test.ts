import { expect, it } from 'vitest'
import { bodyOf, BuiltJson } from './built-json.ts'

const rows = [
  { id: 1, name: 'Núñez "Z"' },
  { id: 2, name: null },
]

it('writes what was built as it is, and everything else as JSON.stringify does', () => {
  const answer = { patients: new BuiltJson(JSON.stringify(rows)), meta: { total: 2 }, absent: undefined, none: null }
  expect(bodyOf(answer)).toBe(JSON.stringify({ patients: rows, meta: { total: 2 }, none: null }))
  for (const plain of [{ a: 1, b: undefined }, [], {}, null, 'text']) expect(bodyOf(plain)).toBe(JSON.stringify(plain))
})

it('is parsed where JSON.stringify meets it, as in kept answers', () => {
  expect(JSON.parse(JSON.stringify({ patients: new BuiltJson(JSON.stringify(rows)) }))).toEqual({ patients: rows })
})
