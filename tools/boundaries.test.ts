import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenBoundaries } from './boundaries.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'boundaries-'))))
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const modules = 'apps/server/src/modules'

describe('faults that are planted into an empty house', () => {
  it.each([
    ['another module’s inside', `${modules}/cases/a.ts`, "import { a } from '../users/commands.ts'", 'index.ts only'],
    ['a module above', `${modules}/users/a.ts`, "import { a } from '../cases/index.ts'", 'users lies below cases'],
    ['a module in the kernel', 'apps/server/src/kernel/a.ts', "import '../modules/users/index.ts'", 'know no domain'],
    ['the server in the client', 'apps/web/src/a.ts', "import '../../server/src/a.ts'", 'never imports the server'],
    ['a package in the contract', 'packages/contract/src/a.ts', "import 'kysely'", 'depends on zod only'],
    ['a package in mesh', 'packages/mesh/src/a.ts', "import 'zod'", 'mesh is pure'],
    ['feature in feature', 'apps/web/src/features/a/a.ts', "import '../b/b.ts'", 'a screen joins them'],
    ['a long file', `${modules}/users/a.ts`, '\n'.repeat(351), 'split it'],
    ['a tenant table without a scope', `${modules}/users/a.ts`, 'sql`select 1 from patients`', 'without a scope'],
    ['outbox', `${modules}/users/a.ts`, 'sql`insert into outbox (kind) select 1`', 'writes into outbox'],
    ['outbox, built', `${modules}/users/a.ts`, "db.insertInto('outbox')", 'writes into outbox'],
    ['audit', `${modules}/users/a.ts`, 'sql`insert\n into audit_log (at) select 1`', 'writes into audit_log'],
    ['mails', 'apps/server/src/kernel/a.ts', 'sql`INSERT INTO mails (kind) select 1`', 'writes into mails'],
    ['bell', `${modules}/cases/a.ts`, "trx.insertInto('notifications')", 'writes into notifications'],
  ])('%s', (_fault, path, text, said) => {
    write(path, `${text}\n`)
    const broken = brokenBoundaries(root)
    expect(broken).toHaveLength(1)
    expect(broken[0]).toContain(said)
  })
})

it('what follows the rules is not complained of', () => {
  write(`${modules}/cases/a.ts`, "import { a } from '../users/index.ts'\nimport '../../kernel/record.ts'\n")
  write('apps/server/src/kernel/outbox.ts', 'sql`insert into outbox (kind) select 1`\n')
  write('apps/server/test/a.ts', "db.insertInto('mails')\n")
  write('packages/contract/src/a.ts', "import 'zod'\nimport './b.ts'\n")
  expect(brokenBoundaries(root)).toEqual([])
})
