import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenBoundaries } from './boundaries.ts'

const modules = 'apps/server/src/modules'
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  for (const module of ['users', 'cases', 'case-core']) write(`${modules}/${module}/README.md`, '# A module\n')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('faults that are planted into an empty house', () => {
  it.each([
    [
      'another module’s inside',
      `${modules}/cases/queries.ts`,
      "import { a } from '../users/commands.ts'",
      'only through its index.ts',
    ],
    [
      'a slice in the core',
      `${modules}/case-core/rules.ts`,
      "import { a } from '../cases/index.ts'",
      'must not import modules',
    ],
    ['a module in the kernel', 'apps/server/src/kernel/a.ts', "import '../modules/users/index.ts'", 'know no domain'],
    ['the server in the client', 'apps/web/src/a.ts', "import '../../server/src/a.ts'", 'never imports the server'],
    ['a package in the contract', 'packages/contract/src/a.ts', "import 'kysely'", 'depends on zod only'],
    ['a package in mesh', 'packages/mesh/src/a.ts', "import 'zod'", 'mesh is pure'],
    ['feature in feature', 'apps/web/src/features/a/a.ts', "import '../b/b.ts'", 'a screen joins them'],
    ['feature in what features share', 'apps/web/src/features/case/a.ts', "import '../b/b.ts'", 'a screen joins them'],
    ['a long file', `${modules}/users/queries.ts`, `${'\n'.repeat(300)}export {}`, 'at most 300'],
    ['a long test', 'apps/server/test/a.test.ts', `${'\n'.repeat(350)}export {}`, 'at most 350'],
    ['a long style sheet', 'apps/web/src/ui/a.module.css', `${'\n'.repeat(300)}.a {}`, 'at most 300'],
    [
      'a tenant table without a scope',
      `${modules}/users/queries.ts`,
      'sql`select 1 from patients`',
      'patients: out of scope',
    ],
    ['outbox', `${modules}/users/queries.ts`, 'sql`insert into outbox (kind) select 1`', 'writes into outbox'],
    ['outbox, built', `${modules}/users/queries.ts`, "db.insertInto('outbox')", 'writes into outbox'],
    ['audit', `${modules}/users/queries.ts`, 'sql`insert\n into audit_log (at) select 1`', 'writes into audit_log'],
    ['mails', 'apps/server/src/kernel/a.ts', 'sql`INSERT INTO mails (kind) select 1`', 'writes into mails'],
    ['bell', `${modules}/cases/queries.ts`, "trx.insertInto('notifications')", 'writes into notifications'],
    ['a name of its own', `${modules}/users/helpers.ts`, 'export {}', 'no file of a module'],
    ['a policy without its table', `${modules}/users/policy.ts`, 'export {}', 'policy.unit.test.ts'],
    ['no README', `${modules}/locations/queries.ts`, 'export {}', 'has no README.md'],
    ['SQL in a route', `${modules}/users/routes.ts`, 'sql`select 1`', 'asks the database'],
    ['a query in a route', `${modules}/users/routes.ts`, "db.selectFrom('users')", 'asks the database'],
    [
      'a long handler',
      `${modules}/users/routes.ts`,
      `export function routes() {\n  serve(users.list, () => {\n${'    f()\n'.repeat(12)}  })\n}`,
      'users.list has 14 lines',
    ],
  ])('%s', (_fault, path, text, said) => {
    write(path, `${text}\n`)
    const broken = brokenBoundaries(root)
    expect(broken).toHaveLength(1)
    expect(broken[0]).toContain(said)
  })
})

it('folders that import each other are named with the way round', () => {
  write(`${modules}/users/queries.ts`, "import '../files/index.ts'\n")
  write(`${modules}/files/commands.ts`, "import '../../db/a.ts'\n")
  write('apps/server/src/db/a.ts', "import { b } from '../kernel/b.ts'\n")
  write('apps/server/src/kernel/b.ts', "import type { A } from '../db/a.ts'\n")
  write(`${modules}/files/README.md`, '# files\n')
  expect(brokenBoundaries(root)).toEqual([
    'a cycle: apps/server/src/db/a.ts → apps/server/src/kernel/b.ts, apps/server/src/kernel/b.ts → apps/server/src/db/a.ts',
  ])
})

it('a file beside the folders is one of them', () => {
  write('packages/contract/src/roles.ts', "import './core/text.ts'\n")
  write('packages/contract/src/core/text.ts', "import '../roles.ts'\n")
  write('packages/contract/src/events.ts', "import './roles.ts'\n")
  expect(brokenBoundaries(root)).toEqual([
    'a cycle: packages/contract/src/core/text.ts → packages/contract/src/roles.ts, packages/contract/src/roles.ts → packages/contract/src/core/text.ts',
  ])
})

it('what follows the rules is not complained of', () => {
  write(`${modules}/cases/queries.ts`, "import { a } from '../users/index.ts'\nimport '../../kernel/record.ts'\n")
  write('apps/server/src/kernel/outbox.ts', 'sql`insert into outbox (kind) select 1`\n')
  write('apps/server/test/a.ts', "db.insertInto('mails')\n")
  write('packages/contract/src/a.ts', "import 'zod'\nimport './b.ts'\n")
  write('apps/web/src/features/a/a.ts', "import '../files/index.ts'\nimport '../case/case-number.ts'\n")
  expect(brokenBoundaries(root)).toEqual([])
})
