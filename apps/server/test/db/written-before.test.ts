import { bareTracking } from '@archwire/contract/requests/couriers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from './database-before.ts'

/** Tracking numbers and the search's texts of rows that were written before they had one form (`requests/tracking`). */
let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('202611300201_patients_alike.sql')
})
afterAll(() => before.close())

it('get it by the migrations, and others stay as they are', async () => {
  // Rows by themselves: what they refer to is not read.
  await before.client.query('set session_replication_role = replica')
  const labels = [
    '420802029400100000000000000000',
    '4208020212349400100000000000000000',
    '420 80202 9205500000000000000000 0012',
    '1001921334250001000300779017972697',
    '9622001900000000000012776632517510',
    '42080202',
  ]
  const numbers = ['1z 999 aa1 01 2345 6784', '9400-1000 0000', '1Z999AA10123456784', '--', null, ...labels]
  await before.client.query(
    `insert into printing_requests (organization_id, patient_id, customer_request_id, assignment, tracking_number)
      select 1, 1, at, 1, number from unnest($1::text[]) with ordinality numbers (number, at)`,
    [numbers],
  )
  const names = [
    ['Anna Lee', 'Smith Jones'],
    ['Ada', 'Byron'],
  ]
  for (const [at, [first_name, last_name]] of names.entries()) {
    await before.client.query(
      `insert into patients (id, organization_id, first_name, last_name, patient_status_id) overriding system value
        values ($1, 1, $2, $3, 1)`,
      [at + 1, first_name, last_name],
    )
    await before.client.query(
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
  await before.migrate()
  const { rows } = await before.client.query<{ number: string | null }>(
    'select tracking_number as number from printing_requests order by customer_request_id',
  )
  expect(rows.map(({ number }) => number)).toEqual([
    '1Z999AA10123456784',
    '940010000000',
    '1Z999AA10123456784',
    '--',
    null,
    ...labels.map(bareTracking),
  ])
  expect(labels.map(bareTracking)).toContain('779017972697')
  const texts = await before.client.query<{ text: string }>(
    'select search_text as text from case_rows order by patient_id',
  )
  expect(texts.rows.map(({ text }) => text)).toEqual(['row 1 | annalee smithjones', 'row 2'])
})
