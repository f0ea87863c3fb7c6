import { patientFileTypes, type PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Given, GivenCase } from './given.ts'
import { updateRows } from './shown-case.ts'

let count = 0
/** A file of a case as if it had come and been checked, put there behind the product's back; returns its id. */
export async function madeFile(
  test: TestApp,
  given: Given,
  testCase: GivenCase,
  type: PatientFileType,
  kind: string | null = null,
): Promise<number> {
  const key = `o/made/${given.unique()}${(count += 1)}`
  const { rows } = await sql<{ id: number }>`
    insert into patient_files (organization_id, patient_id, patient_file_type_id, kind, jaws_id, name, original_name, size, sha256,
      content_type, storage_key, processing)
    values (${testCase.practice.id}, ${testCase.id}, ${patientFileTypes[type].id}, ${kind ?? (type === 'stl' ? 'submission' : null)},
      ${type === 'stl' ? 1 : null}, ${`${type} ${count}`}, 'as it came', 1, ${key}, 'text/plain', ${key}, 'kept') returning id`.execute(
    test.connection.db,
  )
  // The ready row of the lists has to know.
  await updateRows(test, testCase.id, sql`select 1`)
  return rows[0]!.id
}
