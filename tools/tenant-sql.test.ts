import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tenantTables } from '../apps/server/src/db/tenant-tables.ts'
import { acrossOrganizations } from './across-organizations.ts'
import { faults, legal } from './tenant-sql.examples.ts'
import { unscopedSql } from './tenant-sql.ts'

const path = 'apps/server/src/modules/users/queries.ts'
const found = (text: string) => unscopedSql({ path, text })

it.each(faults)('%s is caught', (_fault, table, text) => {
  const broken = found(`// it's a file\nconst half = a / b\n${text}.execute(db)\n`)
  expect(broken.length, text).toBeGreaterThan(0)
  expect(
    broken.some((line) => line.startsWith(`${path}: ${table}:`) || line.startsWith(`${path}: insert into ${table}:`)),
    broken.join('\n'),
  ).toBe(true)
})

it.each([
  ['sql`insert into pins (organization_id, text) values (${body.organization_id}, ${text})`', 'body.organization_id'],
  ['sql`insert into pins (organization_id, text) values (${form.organization_id}, ${text})`', 'form.organization_id'],
  [
    "sql`where ${inScope(scope, 'pins', 'n')} ${mine ? sql`or n.user_id = ${me}` : sql``}`",
    'a text that begins with OR',
  ],
  ["const t = sql.table('patients')", 'patients: named out of sight'],
  ['const t = sql.raw("pins n")', 'never'],
  ["const scope = { kind: 'lab' as const }", 'a scope made by hand'],
])('%s is caught', (text, words) => {
  const broken = found(text)
  expect(broken.some((line) => line.startsWith(`${path}: ${words}`))).toBe(words !== 'never')
})

it.each(tenantTables)('a statement on %s is caught, whatever is added to the map', (table) => {
  expect(found(`sql\`select 1 from ${table} t where t.id = \${id}\``)).toEqual([
    `${path}: ${table} t: out of scope; use rows() or inScope(), or join it by organization_id`,
  ])
})

it.each(legal)('%s is no fault', (_what, text) => {
  expect(found(text)).toEqual([])
})

describe('acting across organizations', () => {
  const text = "sql`select 1 from ${rows(labScope, 'patients', 'p')}`"
  it('is counted by file', () => {
    expect(found(`import { labScope, rows } from '../../db/scope.ts'\n${text}`)).toEqual([
      `${path}: says labScope 1 times, tools/across-organizations.ts knows 0; say why there`,
    ])
    const [known, { times }] = Object.entries(acrossOrganizations)[0]!
    expect(unscopedSql({ path: known, text: text.repeat(times) })).toEqual([])
    expect(unscopedSql({ path: known, text: text.repeat(times + 1) })).toHaveLength(1)
    expect(unscopedSql({ path: known, text: text.repeat(times - 1) })).toHaveLength(1)
  })
  it('has a reason, and a file', () => {
    for (const [file, { because }] of Object.entries(acrossOrganizations)) {
      expect(existsSync(join(import.meta.dirname, '..', file)), file).toBe(true)
      expect(because.length, file).toBeGreaterThan(20)
    }
  })
})

it('the statements of the house are within the scope', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(join(root, 'apps', 'server', 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `apps/server/src/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(100)
  const broken = files.flatMap((file) => unscopedSql({ path: file, text: readFileSync(join(root, file), 'utf8') }))
  expect(broken).toEqual([])
})

it('tables are named by the builder and by rows(), not at run time', () => {
  expect(found('sql`select 1 from ${sql.table(name)}`')).toEqual([
    `${path}: sql.table(name): hides which table is meant; only scope.ts and records.ts may`,
  ])
})

it.each(['lab', 'practice', 'partner'])('a scope of the %s is not made by hand', (kind) => {
  expect(found(`const scope = { kind: '${kind}', organizations: [id] }`)).toEqual([
    `${path}: a scope made by hand; it comes from the session, or is labScope`,
  ])
})

it('demo data and tests are left alone', () => {
  const text = 'sql`select 1 from patients`'
  for (const other of ['apps/server/src/demo/cases.ts', 'apps/server/src/db/a.unit.test.ts', 'apps/web/src/a.ts'])
    expect(unscopedSql({ path: other, text })).toEqual([])
})
