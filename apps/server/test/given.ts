import { sql } from 'kysely'
import { staleCaseRows } from '../src/modules/case-core/case-row.sql.ts'
import type { TestApp } from './app.ts'
import { casesIn } from './given/cases.ts'
import { correctionsIn } from './given/corrections.ts'
import { filesIn } from './given/files.ts'
import { locationsIn } from './given/locations.ts'
import { peopleIn } from './given/people.ts'
import { pricesIn } from './given/prices.ts'
import { unique } from './given/unique.ts'

export { printing, type CaseStage, type GivenCase } from './given/cases.ts'
export type { GivenPractice } from './given/people.ts'

/** The parents that a test needs, made through the product's own commands: a fresh organization each. */
export function givenIn(test: TestApp) {
  const people = peopleIn(test)
  const files = filesIn(test, people)
  /**
   * Cases of the practices made here whose stored row differs from a rebuilt one. Tests of other files share the
   * database, and may be in the middle of a change, or have made one by hand.
   */
  const staleRows = async (): Promise<number[]> => {
    const { db } = test.connection
    const stale = await staleCaseRows(db)
    const own = await sql<{ id: number }>`select id from patients
      where id = any(${stale}::int[]) and organization_id = any(${people.practiceIds}::int[])`.execute(db)
    return own.rows.map(({ id }) => id)
  }
  const cases = casesIn(test, people, files)
  return {
    ...people,
    staleRows,
    ...locationsIn(test),
    ...pricesIn(test),
    ...files,
    ...cases,
    ...correctionsIn(test, people, files, cases),
    unique,
  }
}
export type Given = ReturnType<typeof givenIn>
