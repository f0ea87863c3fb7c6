import { patients } from '@archwire/contract/patients/routes.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** Links by number alone (`screens/open-link`). */
let test: TestApp
let given: Given
let testCase: GivenCase
let tech: TestUser
let file: number
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  testCase = await given.case()
  tech = await given.user('tech_support')
  await given.scanFile(testCase, tech, {
    bytes: given.scan('upper', 2),
    kind: 'submission',
    jaws_id: 1,
    name: 'upper.stl',
  })
  const { body } = await test.as(tech).call(patients.get, { params: { id: testCase.id } })
  file = body.patient.patient_files[0]!.id
})
afterAll(() => test.close())

const browser = { accept: 'text/html,application/xhtml+xml' }
const follow = async (who: TestUser | null, path: string, headers = {}) => {
  const { status, headers: answer, body } = await test.raw(who, 'GET', path, undefined, headers)
  return status === 302 ? answer.location : [status, body.error]
}

it('leads everyone to the page on which they work on the case', async () => {
  const path = `/open_patient/${testCase.id}`
  expect(await follow(testCase.practice.owner, path)).toBe(`/patient-details/${testCase.id}`)
  expect(await follow(tech, path, browser)).toBe(`/patient-workflow/${testCase.id}`)
  // A partner works on what is assigned to it.
  const practice = await given.practice({ partner: true })
  const assigned = await given.case({ practice, form: { submission_completed_by: 3 } })
  expect(await follow(practice.partner!.user, `/open_patient/${assigned.id}`)).toBe(`/patient-workflow/${assigned.id}`)
})

it('leads to a file on that page', async () => {
  const path = `/open_file/${file}`
  expect(await follow(testCase.practice.owner, path)).toBe(`/patient-details/${testCase.id}?file=${file}`)
  expect(await follow(tech, path)).toBe(`/patient-workflow/${testCase.id}?file=${file}`)
  // Photos stand on the case's details alone.
  const become = ({ id }: { id: number }) =>
    sql`update patient_files set patient_file_type_id = ${id} where id = ${file}`.execute(test.connection.db)
  await become(patientFileTypes.photo)
  expect(await follow(tech, path)).toBe(`/patient-details/${testCase.id}?file=${file}`)
  await become(patientFileTypes.analysis_report)
  expect(await follow(tech, path)).toBe(`/patient-workflow/${testCase.id}?file=${file}`)
  await become(patientFileTypes.stl)
})

it('leads to the sign-in first, with the way back, and tells nothing of what is there', async () => {
  for (const id of [testCase.id, 999_999_999])
    expect(await follow(null, `/open_patient/${id}`, browser)).toBe(`/login?path=%2Fapi%2Fv1%2Fopen_patient%2F${id}`)
  expect(await follow(null, `/open_file/${file}?next=//evil.example`)).toBe(
    `/login?path=%2Fapi%2Fv1%2Fopen_file%2F${file}`,
  )
})

it('what is out of reach is not there: an answer for programs, a page for people', async () => {
  const { owner } = await given.practice()
  for (const [path, what] of [
    [`/open_patient/${testCase.id}`, 'case'],
    ['/open_patient/999999999', 'case'],
    [`/open_file/${file}`, 'file'],
  ] as const) {
    expect(await follow(owner, path)).toEqual([404, `This ${what} does not exist.`])
    expect(await follow(owner, path, browser)).toBe('/not-found')
  }
  expect(await follow(owner, '/open_patient/abc', browser)).toBe('/not-found')
  expect((await test.raw(await given.user(null), 'GET', `/open_patient/${testCase.id}`)).status).toBe(403)
})
