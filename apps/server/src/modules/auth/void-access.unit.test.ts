import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..', '..')

/**
 * Columns that open an account, or decide what it is. A permission that is added or taken away ends no session: rights
 * are read anew for every call and for open pages (`people/at-once`).
 */
const opens = /\b(password_hash|email|role|deleted_at)\b/
const updates = [
  /\.updateTable\(\s*'users'\s*\)\s*\.set\(\{(.*?)\}\)\s*\./gs,
  /\bupdate users\b(?: \w+)?\s+set\b(.*?)\b(?:where|from)\b/gis,
]
/** By the functions of kernel/records.ts: an edit of a person, whatever its values, and an archive. */
const byFunction = /\b(?:updateVersioned|archiveRow)\(\s*trx,\s*'users'/

it('code that changes a login also revokes sessions and links', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.gen.ts'),
  )
  const changing = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return (
      byFunction.test(text) ||
      updates.some((pattern) => [...text.matchAll(pattern)].some(([, set = '']) => opens.test(set)))
    )
  })
  expect(changing.length, 'the look itself works').toBeGreaterThanOrEqual(4)
  for (const file of changing) expect(readFileSync(join(source, file), 'utf8'), file).toContain('voidAccess(trx, ')
})
