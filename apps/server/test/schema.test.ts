import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../tools/test-database.ts'
import { appUrlOf, requireSchema } from '../src/db/migrate.ts'
import { prepareDatabase } from '../src/prepare-database.ts'

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

it('a server without the owner starts on its own schema and on a newer one, not on an older one', async () => {
  await requireSchema(appUrlOf(ownerUrl))
  await asOwner(`insert into schema_migrations (name) values ('299901010000_later.sql')`)
  await requireSchema(appUrlOf(ownerUrl))
  await asOwner(`delete from schema_migrations where name = '202611210007_cases_requests.sql'`)
  await expect(requireSchema(appUrlOf(ownerUrl))).rejects.toThrow(
    'The database is older than this release: 202611210007_cases_requests.sql is missing. Run "npm run migrate" first.',
  )
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
