import { createHash } from 'node:crypto'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes, type PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { personOf } from './file-people.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const purposes = { ios: 'scan', stl: 'scan', photo: 'photo', analysis_report: 'report' } as const
const text = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'))
const contents = {
  ios: text('any other bytes'),
  stl: text('any other bytes'),
  photo: text('\xff\xd8\xff\xe0'),
  analysis_report: text('%PDF-1.7'),
}

/** What the API says to this person who adds a file of this type. */
async function adds(testCase: GivenCase, who: TestUser, kind: Kind): Promise<number> {
  const type = kind === 'setup' ? 'stl' : kind
  const bytes = contents[type]
  const { status, body } = await test.as(who).call(patientFiles.uploadLink, {
    query: {
      name: 'file',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      patient_id: testCase.id,
      purpose: purposes[type],
    },
  })
  // Out of reach, there is not even a link.
  if (!body.url) return status
  await test.app.fastify.inject({
    method: 'PUT',
    url: body.url,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  })
  const answer = await test.as(who).call(patientFiles.storeUploadedFile, {
    body: {
      file_path: body.file_path,
      patient_id: testCase.id,
      patient_file_type_id: patientFileTypes[type].id,
      jaws_id: type === 'stl' ? 1 : null,
      ...(kind === 'setup' && { kind }),
      name: 'file',
    },
  })
  return answer.status
}

type Kind = PatientFileType | 'setup'
const kinds = ['ios', 'stl', 'photo', 'analysis_report', 'setup'] as const

/**
 * Who adds which kind of file to which case (`scans/who-adds`), typed by hand: a kind by its first letter (I for IOS files,
 * S for STL files, P for photos, R for reports, U for setups); none: the case is not found.
 */
const table: Record<string, Record<'own lab' | 'in the office' | 'partner', string | null>> = {
  super_admin: { 'own lab': 'ISPRU', 'in the office': 'ISPRU', partner: 'ISPRU' },
  admin: { 'own lab': 'ISPRU', 'in the office': 'ISPRU', partner: 'ISPRU' },
  supervisor: { 'own lab': 'ISPRU', 'in the office': 'ISPRU', partner: 'ISPRU' },
  tech_support: { 'own lab': 'ISPRU', 'in the office': 'ISPRU', partner: 'ISPRU' },
  lab_partner: { 'own lab': null, 'in the office': null, partner: 'ISPRU' },
  owner: { 'own lab': 'SP', 'in the office': 'ISPU', partner: 'SP' },
  manager: { 'own lab': 'SP', 'in the office': 'ISPU', partner: 'SP' },
  'member, own case': { 'own lab': 'SP', 'in the office': 'ISPU', partner: 'SP' },
  'member, another’s case': { 'own lab': null, 'in the office': null, partner: null },
  assistant: { 'own lab': 'SP', 'in the office': 'ISPU', partner: 'SP' },
  'owner of another practice': { 'own lab': null, 'in the office': null, partner: null },
}
const letters: Record<Kind, string> = { ios: 'I', stl: 'S', photo: 'P', analysis_report: 'R', setup: 'U' }

describe('who may add which kind of file (scans/who-adds)', () => {
  let practice: GivenPractice
  let stranger: GivenPractice
  beforeAll(async () => {
    ;[practice, stranger] = [await given.practice({ partner: true }), await given.practice()]
  })

  it.each(Object.entries(table))('%s', async (role, cells) => {
    const who = await personOf(role, { given, practice, stranger })
    const user_id = role === 'member, own case' ? practice.member.id : practice.owner.id
    for (const [index, [place, expected]] of Object.entries(cells).entries()) {
      const form = { submission_completed_by: (index + 1) as 1 | 2 | 3, user_id }
      const testCase = await given.case({ practice, form })
      for (const kind of kinds) {
        const status = await adds(testCase, who, kind)
        expect(status, `${kind}, ${place}`).toBe(expected === null ? 404 : expected.includes(letters[kind]) ? 200 : 403)
      }
      if (expected === null) continue
      const { can } = (await test.as(who).call(patients.get, { params: { id: testCase.id } })).body.patient
      expect(can, place).toMatchObject({
        add_files: expected.includes('S'),
        add_ios: expected.includes('I'),
        add_report: expected.includes('R'),
        add_setup: expected.includes('U'),
      })
    }
  })
})
