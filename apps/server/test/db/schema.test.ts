import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { readConfig } from '../../src/config.ts'
import { appUrlOf, apply, baseline, migrate, requireSchema } from '../../src/db/migrate.ts'
import { isTenantTable, tenantTables } from '../../src/db/tenant-tables.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { prepareSchema } from '../../src/runtime.ts'

const name = `schema_${process.pid}`
let ownerUrl: string
beforeAll(async () => {
  ownerUrl = await createDatabase(inject('clusterUrl'), name, inject('template'))
})
afterAll(() => dropDatabase(inject('clusterUrl'), name))

const asOwner = async (statement: string) => run(ownerUrl, statement)
const asApp = async (statement: string) => run(appUrlOf(ownerUrl), statement)
async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

it('migrating again changes nothing', async () => {
  expect(await prepareDatabase(ownerUrl)).toEqual([])
})

it('a database of today is whole by what the restore drill asks (deploy/invariants.sql)', async () => {
  const asked = readFileSync(new URL('../../../../deploy/invariants.sql', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('select '))
  expect(asked.length).toBeGreaterThan(10)
  for (const statement of asked) {
    const { rows } = await asOwner(statement)
    expect(Object.values(rows[0] as object)[0]).toMatch(/: 0$/)
  }
})

/** A folder with the migrations of a version after the baseline. */
function laterMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(folder, baseline), 'create table pairs (id int);')
  writeFileSync(
    join(folder, laterOne),
    '-- no transaction\ncreate index concurrently if not exists pairs_id on pairs (id);',
  )
  return folder
}
const laterOne = '299901010001_pairs.sql'

it('two processes that start at once build an index without a transaction, once, and both continue', async () => {
  const both = `both_${process.pid}`
  const url = await createDatabase(inject('clusterUrl'), both)
  const folder = laterMigrations()
  try {
    const start = () => migrate(url, undefined, () => Promise.resolve(), folder)
    expect((await Promise.all([start(), start()])).flat()).toEqual([baseline, laterOne])
    const { rows } = await run(url, `select indisvalid from pg_index where indexrelid = 'pairs_id'::regclass`)
    expect(rows).toEqual([{ indisvalid: true }])
  } finally {
    rmSync(folder, { recursive: true })
    await dropDatabase(inject('clusterUrl'), both)
  }
})

it('a database of an older version is refused with a sentence, and left as it is', async () => {
  const older = `older_${process.pid}`
  const url = await createDatabase(inject('clusterUrl'), older)
  try {
    await run(
      url,
      'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    await run(url, `insert into schema_migrations (name) values ('202611210001_access_people.sql')`)
    await run(url, `grant select on schema_migrations to archwire_app`)
    const sentence =
      'This data belongs to an older version that cannot be updated. To start anew, stop the portal and delete data/, or set DATA_DIR or DATABASE_URL to another place.'
    await expect(prepareDatabase(url)).rejects.toThrow(new TypeError(sentence))
    await expect(requireSchema(appUrlOf(url))).rejects.toThrow(new TypeError(sentence))
    // Its folder is deleted next: no process may be left on it.
    const stop = vi.fn(() => Promise.resolve())
    const database = { ownerUrl: url, appUrl: appUrlOf(url), embedded: { url, started: true, pid: 0, port: 0, stop } }
    await expect(prepareSchema(readConfig({}), database)).rejects.toThrow(sentence)
    expect(stop).toHaveBeenCalledOnce()
    const { rows } = await run(
      url,
      `select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(rows).toEqual([{ tablename: 'schema_migrations' }])
  } finally {
    await dropDatabase(inject('clusterUrl'), older)
  }
})

it('an index whose building was cut off is made anew by the next run', async () => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('create table twins (id int); insert into twins values (1), (1)')
    const text = '-- no transaction\ncreate unique index concurrently if not exists twins_once on twins (id);'
    await expect(apply(client, '299901010001_twins.sql', text)).rejects.toThrow('Migration 299901010001_twins.sql: ')
    const valid = async () =>
      (await client.query(`select indisvalid from pg_index where indexrelid = 'twins_once'::regclass`)).rows
    expect(await valid()).toEqual([{ indisvalid: false }])
    await client.query('delete from twins where ctid = (select min(ctid) from twins)')
    await apply(client, '299901010001_twins.sql', text)
    expect(await valid()).toEqual([{ indisvalid: true }])
  } finally {
    await client.query(`delete from schema_migrations where name = '299901010001_twins.sql'`)
    await client.end()
  }
})

it('an owner that may not make roles migrates all the same, when the application’s role is there', async () => {
  const [owner, database] = [`plain_${process.pid}`, `plain_${process.pid}`]
  const url = new URL(await createDatabase(inject('clusterUrl'), database))
  const administer = (statement: string) => run(inject('clusterUrl'), statement)
  try {
    await administer(`create role ${owner} login password 'plain'`)
    await administer(`alter database ${database} owner to ${owner}`)
    url.username = owner
    url.password = 'plain'
    const app = new URL(appUrlOf(ownerUrl))
    app.pathname = `/${database}`
    expect((await prepareDatabase(url.toString(), 'America/Denver', app.toString()))[0]).toBe(baseline)
    await requireSchema(app.toString())
  } finally {
    await dropDatabase(inject('clusterUrl'), database)
    await administer(`drop role ${owner}`)
  }
})

it('a database that no one migrated is said in a sentence', async () => {
  const empty = `empty_${process.pid}`
  const url = await createDatabase(inject('clusterUrl'), empty)
  try {
    await expect(requireSchema(appUrlOf(url))).rejects.toThrow(
      'The database is empty: no migration was run on it. Run "npm run migrate" first.',
    )
  } finally {
    await dropDatabase(inject('clusterUrl'), empty)
  }
})

it('a server without the owner starts on its own schema and on a newer one, not on an older one', async () => {
  await requireSchema(appUrlOf(ownerUrl))
  await asOwner(`insert into schema_migrations (name) values ('299901010000_later.sql')`)
  await requireSchema(appUrlOf(ownerUrl))
  const folder = laterMigrations()
  await expect(requireSchema(appUrlOf(ownerUrl), folder)).rejects.toThrow(
    `The database is older than this release: ${laterOne} is missing. Run "npm run migrate" first.`,
  )
  rmSync(folder, { recursive: true })
})

it('the application’s role cannot change the schema, say it is newer, or rewrite the logs', async () => {
  for (const statement of [
    'drop table users',
    'alter table users add column x text',
    'create table x (id integer)',
    `insert into schema_migrations (name) values ('x')`,
    'delete from schema_migrations',
    'delete from audit_log',
    `update access_log set route = ''`,
  ])
    await expect(asApp(statement), statement).rejects.toThrow(/permission denied|must be owner/)
})

it('the log of the database holds no value of a statement, not even of one that failed', async () => {
  const secret = `Byron${process.pid}`
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('create temporary table names (name text unique check (length(name) < 30))')
    await client.query('set log_min_duration_statement = 0')
    await client.query('insert into names values ($1)', [secret])
    await expect(client.query('insert into names values ($1)', [secret])).rejects.toThrow('duplicate key')
    await expect(client.query('insert into names values ($1)', [secret.repeat(5)])).rejects.toThrow('check constraint')
  } finally {
    await client.end()
  }
  const log = readFileSync(
    join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'test', 'postgres', 'postgres.log'),
    'utf8',
  )
  expect(log).toContain('names_name_key')
  expect(log).not.toContain(secret)
})

/** Rows that name an organization and are not its own: the lab's logs, its payments to review, and who belongs where. */
const notTenants = ['audit_log', 'mails', 'memberships', 'notifications', 'payment_differences']

/** Rows that no other row points at. */
const leaves = ['case_history', 'on_hold_notes', 'printing_request_items', 'tech_workflow_processes']

it('every table of an organization’s rows is known as one, and keeps its rows inside it', async () => {
  const { rows } = await asOwner(`
    select c.table_name as name, exists (select 1 from pg_index i
        where i.indrelid = c.table_name::regclass and i.indisunique and (select array_agg(a.attname::text order by a.attname::text)
          from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) = '{id,organization_id}') as keyed,
      exists (select 1 from information_schema.columns i where i.table_name = c.table_name and i.column_name = 'id') as has_id
    from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'organization_id' order by 1`)
  const tables = rows as { name: string; keyed: boolean; has_id: boolean }[]
  const unknown = tables.filter(({ name: table }) => !isTenantTable(table) && !notTenants.includes(table))
  expect(
    unknown.map(({ name: table }) => table),
    'tables for db/tenant-tables.ts',
  ).toEqual([])
  expect(tenantTables.filter((table) => !tables.some(({ name: known }) => known === table))).toEqual([])
  const loose = tables.filter(({ name: table, has_id, keyed }) => isTenantTable(table) && has_id && !keyed)
  expect(
    loose.map(({ name: table }) => table),
    'tables without unique (organization_id, id)',
  ).toEqual(leaves)
})
