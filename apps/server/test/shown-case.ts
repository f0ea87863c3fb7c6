import { measurements } from '@archwire/contract/measurements/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import { refreshCaseRows } from '../src/modules/case-core/case-row.sql.ts'
import type { TestApp, TestUser } from './app.ts'
import type { Given, GivenCase, GivenPractice } from './given.ts'

/** Changes rows behind the product's back; the ready rows of the lists have to know. */
export const updateRows = (test: TestApp, patientId: number, change: RawBuilder<unknown>): Promise<void> =>
  test.connection.db.transaction().execute(async (trx) => {
    await change.execute(trx)
    await refreshCaseRows(trx, [patientId])
  })

/** A case whose setup is shown in 3D, with the files of it that show the upper, the lower and both arches. */
export interface MeasuredCase extends GivenCase {
  upper: number
  lower: number
  both: number
}

export type Point = [number, number, number]
export const origin: Point = [0, 0, 0]
/** Points on one file. */
export const at = (file_id: number, ...points: Point[]) => points.map((point) => ({ file_id, point }))

/** What tests of measurements do; `tech` makes the setups. */
export function measuring(test: TestApp, given: Given, tech: TestUser) {
  const save = (who: TestUser, { id }: GivenCase, body: object) =>
    test.as(who).call(measurements.create, { params: { id }, body: { scan_kind: 'setup', ...body } as never })
  return {
    save,
    saveWidth: (who: TestUser, testCase: MeasuredCase, mm: number, more: object = {}) =>
      save(who, testCase, {
        kind: 'arch_width',
        place: 'canines',
        points: at(testCase.upper, origin, [mm, 0, 0]),
        ...more,
      }),
    saveTooth: (who: TestUser, testCase: MeasuredCase, place: number, mm: number, file = testCase.upper) =>
      save(who, testCase, { kind: 'tooth_size', place, points: at(file, origin, [0, mm, 0]) }),
    remove: (who: TestUser, id: number) => test.as(who).call(measurements.remove, { params: { id } }),
    async listed(who: TestUser, { id }: GivenCase) {
      const answer = await test.as(who).call(measurements.list, { params: { id } })
      expect(answer.status).toBe(200)
      return answer.body.measurements
    },
    async shownCase(practice?: GivenPractice): Promise<MeasuredCase> {
      const testCase = await given.case({ stage: 'in_progress', ...(practice && { practice }) })
      for (const jaws_id of [1, 2, 3] as const)
        await given.scanFile(testCase, tech, {
          bytes: given.scan('upper', 5 + jaws_id),
          kind: 'setup',
          jaws_id,
          name: 'more.stl',
        })
      // The work puts a new scan of an arch in the place of the old one; here all three are shown.
      await updateRows(
        test,
        testCase.id,
        sql`update patient_files set mesh_key = 'o/m' || id, processing = 'ready', viewer_id = md5(id::text), deleted_at = null,
          name = id || ' ' || name
          where patient_id = ${testCase.id}`,
      )
      const { rows } = await sql<{ id: number; jaws_id: number }>`
        select id, jaws_id from patient_files where patient_id = ${testCase.id} and kind = 'setup'`.execute(
        test.connection.db,
      )
      const fileOf = (jaws: number) => rows.find(({ jaws_id }) => jaws_id === jaws)!.id
      return { ...testCase, upper: fileOf(1), lower: fileOf(2), both: fileOf(3) }
    },
  }
}
export type Measuring = ReturnType<typeof measuring>
