import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const filesOf = async ({ id, practice }: GivenCase): Promise<PatientFile[]> =>
  (await test.as(practice.owner).call(patients.get, { params: { id } })).body.patient.patient_files
/** The files of a case once all of them were checked. */
const checked = (testCase: GivenCase) =>
  vi.waitFor(
    async () => {
      const files = await filesOf(testCase)
      expect(files.filter(({ processing }) => processing === 'waiting')).toEqual([])
      return files
    },
    { timeout: 90_000, interval: 100 },
  )
const add = async (testCase: GivenCase, bytes: Uint8Array, jaws_id: 1 | 2, more: object = {}) => {
  const { owner, id } = testCase.practice
  const file_path = await given.upload(owner, id, bytes, `scan-${jaws_id}.stl`, 'scan', testCase.id)
  return test.as(owner).call(patientFiles.storeUploadedFile, {
    body: {
      file_path,
      patient_id: testCase.id,
      patient_file_type_id: patientFileTypes.stl.id,
      jaws_id,
      name: `scan-${jaws_id}.stl`,
      ...more,
    },
  })
}

it('what the sender said to a remark of the check travels with the case', async () => {
  const practice = await given.practice()
  const [upload] = await given.scanUploads(practice.owner, practice.id)
  const note = 'The hole is where the bracket was.'
  const testCase = await given.case({
    practice,
    form: {
      impression_type: 4,
      scan_submission_type: 1,
      scanner_type: 1,
      products_list: 16,
      stl_files: [{ ...upload!, check_note: note }],
    },
  })
  expect((await filesOf(testCase)).map(({ check_note }) => check_note)).toEqual([note])
  await add(testCase, given.scan('lower', 9), 2, { check_note: 'No molars yet.' })
  const supervisor = await given.user('supervisor')
  const { body } = await test.as(supervisor).call(patients.get, { params: { id: testCase.id } })
  expect(body.patient.patient_files.map(({ check_note }) => check_note).sort()).toEqual(['No molars yet.', note])
})

it('the same scan for both arches is flagged in words, in another case it is fine', async () => {
  const practice = await given.practice()
  const testCase = await given.case({ practice })
  const other = await given.case({ practice })
  const scan = given.scan('upper', 12)
  await add(testCase, scan, 1)
  await checked(testCase)
  await add(testCase, scan, 2)
  const [first, second] = (await checked(testCase)).sort((a, b) => a.id - b.id)
  expect(first).toMatchObject({ processing: 'ready', problem: null })
  expect(second).toMatchObject({
    processing: 'flagged',
    problem: `This is the same scan as ${first!.name}.`,
    report: { geometry_hash: first!.report!.geometry_hash },
  })
  // The flagged one's bytes are known by now: what is said of them is not.
  await add(other, scan, 1)
  expect(await checked(other)).toMatchObject([{ processing: 'ready', problem: null }])
})

it('a flagged scan that can be shown is shown in lists and on its page; without one nothing is waited for', async () => {
  const practice = await given.practice()
  const [testCase, hopeless] = [await given.case({ practice }), await given.case({ practice })]
  const lineOf = async ({ id }: GivenCase) => {
    const { body } = await test.as(practice.owner).call(patients.listOfOrganization, { params: { id: practice.id } })
    return body.patients.find((row) => row.id === id)!
  }
  // A hundred bytes more than its triangles ask for: the length decides, and it is flagged.
  const scan = given.scan('upper', 15)
  await add(testCase, Buffer.concat([scan, scan.subarray(84, 84 + 100)]), 1)
  await add(hopeless, scan.subarray(0, 84), 1)
  const [shown] = await checked(testCase)
  expect(shown).toMatchObject({ processing: 'flagged', viewer_id: expect.any(String) as string })
  expect(await lineOf(testCase)).toMatchObject({ submission_viewer_id: shown!.viewer_id })
  expect(await checked(hopeless)).toMatchObject([{ processing: 'flagged', viewer_id: null }])
  expect(await lineOf(hopeless)).toMatchObject({ submission_viewer_id: null, has_stl_file: true })
  for (const line of [await lineOf(testCase), await lineOf(hopeless)]) expect(line).not.toHaveProperty('scans_waiting')
})
