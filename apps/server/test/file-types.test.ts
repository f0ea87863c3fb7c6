import { createHash } from 'node:crypto'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes, type PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given, type GivenCase } from './given.ts'

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
async function adds(testCase: GivenCase, who: TestUser, type: PatientFileType): Promise<number> {
  const bytes = contents[type]
  const { body } = await test.as(who).call(patientFiles.uploadLink, {
    query: {
      name: 'file',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      patient_id: testCase.id,
      purpose: purposes[type],
    },
  })
  await test.app.fastify.inject({
    method: 'PUT',
    url: body.url!,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  })
  const answer = await test.as(who).call(patientFiles.storeUploadedFile, {
    body: {
      file_path: body.file_path,
      patient_id: testCase.id,
      patient_file_type_id: patientFileTypes[type].id,
      jaws_id: type === 'stl' ? 1 : null,
      name: 'file',
    },
  })
  return answer.status
}

it('who may add which kind of file (scans/who-adds)', async () => {
  const practice = await given.practice({ partner: true })
  const [own, inOffice, third] = [
    await given.case({ practice }),
    await given.case({ practice, form: { submission_completed_by: 2 } }),
    await given.case({ practice, form: { submission_completed_by: 3 } }),
  ]
  const lab = await given.user('tech_support')
  for (const type of ['stl', 'photo'] as const)
    for (const who of [practice.owner, practice.manager, lab]) expect(await adds(own, who, type), type).toBe(200)
  for (const who of [practice.owner, practice.manager]) {
    expect(await adds(own, who, 'analysis_report')).toBe(403)
    expect(await adds(inOffice, who, 'analysis_report')).toBe(403)
    expect(await adds(own, who, 'ios')).toBe(403)
    expect(await adds(third, who, 'ios')).toBe(403)
    expect(await adds(inOffice, who, 'ios')).toBe(200)
  }
  expect(await adds(own, lab, 'analysis_report')).toBe(200)
  expect(await adds(own, lab, 'ios')).toBe(200)
  expect(await adds(third, practice.partner!.user, 'ios')).toBe(200)
  expect(await adds(third, practice.partner!.user, 'analysis_report')).toBe(200)
  const { body } = await test.as(practice.owner).call(patients.get, { params: { id: own.id } })
  expect(body.patient.can).toMatchObject({ add_files: true, add_ios: false, add_report: false })
})
