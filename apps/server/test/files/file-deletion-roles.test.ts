import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { personOf } from './file-people.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { madeFile } from '../made-file.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

/** I for IOS files, S for STL files, P for photos, R for reports, U for setups, C for corrections. */
const sorts = {
  S: ['stl', null],
  P: ['photo', null],
  R: ['analysis_report', null],
  U: ['stl', 'setup'],
  C: ['stl', 'correction'],
  I: ['ios', null],
} as const satisfies Record<string, readonly [PatientFileType, string | null]>
type Letter = keyof typeof sorts
type Place = 'own lab' | 'in the office' | 'partner'

const all = 'SPRUCI'
/**
 * Who deletes which kind of file of which case (`scans/who-deletes`), typed by hand. A small s: STL files until the case has
 * an IOS file. 'refused': whatever the case; null: the file is not found.
 */
const table: Record<string, Record<Place, string | null>> = {
  super_admin: { 'own lab': all, 'in the office': all, partner: all },
  admin: { 'own lab': all, 'in the office': all, partner: all },
  supervisor: { 'own lab': all, 'in the office': all, partner: all },
  tech_support: { 'own lab': all, 'in the office': all, partner: all },
  lab_partner: { 'own lab': null, 'in the office': null, partner: all },
  owner: { 'own lab': 'sP', 'in the office': 'sPU', partner: 'sP' },
  manager: { 'own lab': 'sP', 'in the office': 'sPU', partner: 'sP' },
  'member, own case': { 'own lab': 'sP', 'in the office': 'sPU', partner: 'sP' },
  assistant: { 'own lab': 'refused', 'in the office': 'refused', partner: 'refused' },
  'owner of another practice': { 'own lab': null, 'in the office': null, partner: null },
}
const places: Record<Place, 1 | 2 | 3> = { 'own lab': 1, 'in the office': 2, partner: 3 }

describe('who may delete which kind of file (scans/who-deletes)', () => {
  let practice: GivenPractice
  let stranger: GivenPractice
  beforeAll(async () => {
    ;[practice, stranger] = [await given.practice({ partner: true }), await given.practice()]
  })
  async function deletes(testCase: GivenCase, who: TestUser, letter: Letter): Promise<number> {
    const [type, kind] = sorts[letter]
    const id = await madeFile(test, given, testCase, type, kind)
    return (await test.as(who).call(patientFiles.remove, { params: { id } })).status
  }

  it.each(Object.entries(table))('%s', async (role, cells) => {
    const who = await personOf(role, { given, practice, stranger })
    const user_id = role === 'member, own case' ? practice.member.id : practice.owner.id
    for (const [place, cell] of Object.entries(cells)) {
      const form = { submission_completed_by: places[place as Place], user_id }
      const testCase = await given.case({ practice, form })
      const expected = (letter: Letter): number => {
        if (cell === null) return 404
        if (cell === 'refused') return 403
        return cell.toUpperCase().includes(letter) ? 200 : 403
      }
      // The IOS files come last.
      for (const letter of Object.keys(sorts) as Letter[])
        expect(await deletes(testCase, who, letter), `${letter}, ${place}`).toBe(expected(letter))
      await madeFile(test, given, testCase, 'ios')
      const withIos = cell !== 'refused' && cell?.includes('s') ? 409 : expected('S')
      expect(await deletes(testCase, who, 'S'), `S beside an IOS file, ${place}`).toBe(withIos)
      expect(await deletes(testCase, who, 'P'), `P beside an IOS file, ${place}`).toBe(expected('P'))

      if (cell === null) continue
      const { can } = (await test.as(who).call(patients.get, { params: { id: testCase.id } })).body.patient
      expect(can, place).toMatchObject({
        delete_scans: withIos === 200,
        delete_photos: expected('P') === 200,
        delete_reports: expected('R') === 200,
        delete_setup: expected('U') === 200,
        delete_corrections: expected('C') === 200,
        delete_ios: expected('I') === 200,
      })
    }
  })
})
