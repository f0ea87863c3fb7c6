import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../tools/test-database.ts'
import { migrate } from '../src/db/migrate.ts'

/** Tracking numbers and the search's texts of rows that were written before they had one form (`requests/tracking`). */
const migrations = join(import.meta.dirname, '..', 'migrations')
const first = '202611300201_patients_alike.sql'
const nothing = () => Promise.resolve()
let folder: string
let ownerUrl: string
let client: pg.Client
beforeAll(async () => {
  ownerUrl = await createDatabase(inject('clusterUrl'))
  folder = mkdtempSync(join(tmpdir(), 'archwire-migrations-'))
  for (const name of readdirSync(migrations)) if (name < first) cpSync(join(migrations, name), join(folder, name))
  await migrate(ownerUrl, undefined, nothing, folder)
  client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
  await dropDatabase(inject('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})

it('get it by the migrations, and others stay as they are', async () => {
  // Rows by themselves: what they refer to is not read.
  await client.query('set session_replication_role = replica')
  const numbers = ['1z 999 aa1 01 2345 6784', '9400-1000 0000', '1Z999AA10123456784', '--', null]
  await client.query(
    `insert into printing_requests (organization_id, patient_id, customer_request_id, assignment, tracking_number)
      select 1, 1, at, 1, number from unnest($1::text[]) with ordinality numbers (number, at)`,
    [numbers],
  )
  const names = [
    ['Anna Lee', 'Smith Jones'],
    ['Ada', 'Byron'],
  ]
  for (const [at, [first_name, last_name]] of names.entries()) {
    await client.query(
      `insert into patients (id, organization_id, first_name, last_name, patient_status_id) overriding system value
        values ($1, 1, $2, $3, 1)`,
      [at + 1, first_name, last_name],
    )
    await client.query(
      `insert into case_rows select (jsonb_populate_record(null::case_rows,
        (select jsonb_object_agg(attname, case when atttypid = 'boolean'::regtype then 'false'::jsonb
            when atttypid in ('integer'::regtype, 'text'::regtype) then '"0"'::jsonb
            when atttypid = 'jsonb'::regtype then '{}'::jsonb when atttypid = 'timestamptz'::regtype then '"2026-11-01"'::jsonb
            else 'null'::jsonb end)
          from pg_attribute where attrelid = 'case_rows'::regclass and attnum > 0 and not attisdropped and attgenerated = '')
        || jsonb_build_object('patient_id', $1::int, 'organization_id', 1, 'print_assignments', '{}'::int[],
          'search_text', $2::text))).*`,
      [at + 1, `row ${at + 1}`],
    )
  }
  await migrate(ownerUrl, undefined, nothing)
  const { rows } = await client.query<{ number: string | null }>(
    'select tracking_number as number from printing_requests order by customer_request_id',
  )
  expect(rows.map(({ number }) => number)).toEqual([
    '1Z999AA10123456784',
    '940010000000',
    '1Z999AA10123456784',
    '--',
    null,
  ])
  const texts = await client.query<{ text: string }>('select search_text as text from case_rows order by patient_id')
  expect(texts.rows.map(({ text }) => text)).toEqual(['row 1 | annalee smithjones', 'row 2'])
})
