import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from './database-before.ts'

/** Names and places from before runs of spaces were one (`calls/one-space`). */
let before: DatabaseBefore
beforeAll(async () => {
  before = await databaseBefore('202612070103_kernel_one_space.sql')
})
afterAll(() => before.close())

it('runs of spaces are joined; of two patients who then have one name the second gets the next number', async () => {
  const { client } = before
  await client.query(
    `insert into organizations (id, name, account_number) overriding system value values (901, 'Elm   Street  Dental', 'A-901')`,
  )
  await client.query(`insert into patients (id, organization_id, first_name, last_name, patient_status_id, case_number_text) overriding system value values
    (901, 901, 'Ada', 'van Byron', 1, 'K 1'), (902, 901, 'Ada', 'van  Byron', 1, 'K  2'), (903, 901, 'Ada', 'van   Byron', 1, 'K 3'),
    (904, 901, 'Bea  Ann', 'Clark', 1, '')`)
  const row = {
    last_name: 'van  Byron',
    formatted_name: 'van  Byron, Ada',
    organization: { name: 'Elm   Street  Dental' },
  }
  await client.query(
    `insert into case_rows (patient_id, organization_id, patient_status_id, is_on_hold, rush_case, archived, cancelled, active, last_name,
      case_number_text, doctor_name, organization_name, search_text, created_at, updated_at, row)
      values (902, 901, 1, false, false, false, false, true, 'van  byron', 'K  2', '', 'elm   street  dental', 'ada van  byron | k  2', now(), now(), $1)`,
    [JSON.stringify(row)],
  )
  await before.migrate()
  const { rows } = await client.query(
    'select id, first_name, last_name, numeric_suffix, case_number_text from patients where id > 900 order by id',
  )
  expect(rows).toEqual([
    { id: 901, first_name: 'Ada', last_name: 'van Byron', numeric_suffix: null, case_number_text: 'K 1' },
    { id: 902, first_name: 'Ada', last_name: 'van Byron', numeric_suffix: 1, case_number_text: 'K 2' },
    { id: 903, first_name: 'Ada', last_name: 'van Byron', numeric_suffix: 2, case_number_text: 'K 3' },
    { id: 904, first_name: 'Bea Ann', last_name: 'Clark', numeric_suffix: null, case_number_text: '' },
  ])
  const list = await client.query(
    'select last_name, case_number_text, organization_name, search_text, row from case_rows where patient_id = 902',
  )
  expect(list.rows).toEqual([
    {
      last_name: 'van byron',
      case_number_text: 'K 2',
      organization_name: 'elm street dental',
      search_text: 'ada van byron | k 2',
      row: {
        last_name: 'van Byron',
        formatted_name: 'van Byron, Ada (1)',
        numeric_suffix: 1,
        organization: { name: 'Elm Street Dental' },
      },
    },
  ])
  const { rows: practices } = await client.query('select name from organizations where id = 901')
  expect(practices).toEqual([{ name: 'Elm Street Dental' }])
})
