import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..', '..')

/** Columns that open an account, or decide its rights. */
const opens = /\b(password_hash|email|role|custom_permissions|deleted_at)\b/
const updates = [
  /\.updateTable\(\s*'users'\s*\)\s*\.set\(\{(.*?)\}\)\s*\./gs,
  /\bupdate users\b(?: \w+)?\s+set\b(.*?)\b(?:where|from)\b/gis,
]

it('whoever changes what opens an account shuts its other ways in the same function’s file', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.gen.ts'),
  )
  const changing = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return updates.some((pattern) => [...text.matchAll(pattern)].some(([, set = '']) => opens.test(set)))
  })
  expect(changing.length, 'the look itself works').toBeGreaterThanOrEqual(2)
  for (const file of changing) expect(readFileSync(join(source, file), 'utf8'), file).toContain('voidAccess(trx, ')
})
