import { sql } from 'kysely'
import { correctTray, requestCorrection } from '../../src/modules/requests/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { GivenCase, GivenCases } from './cases.ts'
import type { GivenFiles } from './files.ts'
import type { GivenPeople, GivenPractice } from './people.ts'

/** Cases whose trays do not fit. */
export function correctionsIn(
  { connection: { db } }: TestApp,
  { actor, user }: GivenPeople,
  { scan, scanFile, iosFile }: GivenFiles,
  cases: GivenCases,
) {
  /** An approved case that is printed in the office, or by the partner, with one IOS file: a correction can be requested. */
  async function printedCase(
    options: { practice?: GivenPractice; print?: 2 | 3; ios?: boolean } = {},
  ): Promise<GivenCase> {
    const print = options.print ?? 2
    const testCase = await cases.case({
      ...(options.practice ? { practice: options.practice } : {}),
      stage: 'approved',
      setup: 3,
      form: {
        products_list: 64,
        export_type: 1,
        print_assignment: print,
        insert_brackets_assignment: print,
        jaws_id: 3,
        ...(print === 2 ? { shipping_method: null } : {}),
      },
    })
    if (options.ios ?? true) await iosFile(testCase, await user('tech_support'))
    return testCase
  }

  /** The flawed trays of a case, each arch reported by its owner. */
  async function flawedTrays(testCase: GivenCase, jaws: readonly (1 | 2)[] = [1]): Promise<number[]> {
    const owner = await actor(testCase.practice.owner)
    const arches = jaws.map((jaw_type_id) => ({
      jaw_type_id,
      ios_file_id: null,
      is_flawed: true,
      cause: 'seating' as const,
      remark: 'It rocks.',
    }))
    const request = await db
      .transaction()
      .execute((trx) =>
        requestCorrection(trx, owner, testCase.practice.id, { patient_id: testCase.id, location_id: null, arches }),
      )
    const { rows } = await sql<{ id: number }>`select id from flawed_trays
      where customer_request_id = ${request} and status_id = 1 order by jaw_type_id`.execute(db)
    return rows.map(({ id }) => id)
  }

  /** A corrected file of an arch of a case with a flawed tray that waits. */
  const correctionFile = (testCase: GivenCase, who: TestUser, jaws_id: 1 | 2 | 3 = 1, name = 'corrected.stl') =>
    scanFile(testCase, who, { bytes: scan(jaws_id === 2 ? 'lower' : 'upper', 9), kind: 'correction', jaws_id, name })

  /** Uploads the corrected file of a tray and corrects the tray with it. */
  async function correctedTray(testCase: GivenCase, id: number, jaw: 1 | 2 = 1): Promise<number> {
    const admin = await user('admin')
    const corrected_file_id = await correctionFile(testCase, admin, jaw)
    const as = await actor(admin)
    await db.transaction().execute((trx) => correctTray(trx, as, id, { corrected_file_id }))
    return corrected_file_id
  }

  return { printedCase, flawedTrays, correctionFile, correctedTray }
}
