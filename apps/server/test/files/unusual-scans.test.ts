import { readFileSync } from 'node:fs'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

const fieldCase = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../packages/mesh/test/field-cases/${name}`, import.meta.url)))

/** Each is read in the tests of the check itself; some of them go all the way, and all in the long run. */
const isLong = process.env.LONG === '1'
const names = [
  'odd-normals.ply',
  'mark-then-point.obj',
  'arch-inside-out.stl',
  'box-inside-out.stl',
  ...(isLong ? ['mark-then-comment.obj', 'mark.ply', 'strips.ply', 'texture-lists.ply', 'arch.stl'] : []),
]

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

it('scans as programs in the field write them are read, and what is said of them reaches doctor and lab', async () => {
  const testCase = await given.case()
  const { owner, id: organizationId } = testCase.practice
  for (const name of names) {
    const file_path = await given.upload(owner, organizationId, fieldCase(name), name, 'scan', testCase.id)
    const answer = await test.as(owner).call(patientFiles.storeUploadedFile, {
      body: {
        file_path,
        patient_id: testCase.id,
        patient_file_type_id: patientFileTypes.stl.id,
        jaws_id: 2,
        name,
      },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const filesFor = async (who: Parameters<TestApp['as']>[0]) =>
    (await test.as(who).call(patients.get, { params: { id: testCase.id } })).body.patient.patient_files
  const files = await vi.waitFor(
    async () => {
      const found = await filesFor(owner)
      expect(found).toHaveLength(names.length)
      expect(found.filter(({ processing }) => processing === 'waiting')).toEqual([])
      return found
    },
    { timeout: 120_000, interval: 200 },
  )
  const inwards = 'Its surface faces inwards: the file is inside out, or its coordinates are mirrored.'
  const reports = files.map(({ report }) => report!)
  const figures = reports.map(({ triangles, vertices, volume_mm3, verdict }) => [
    triangles,
    vertices,
    volume_mm3,
    verdict,
  ])
  const said = reports.map(({ findings }) =>
    findings.filter(({ code }) => code === 'inside_out').map(({ message }) => message),
  )
  const sorted = (rows: (typeof figures)[number][]) => rows.map((row) => row.join()).sort()
  expect(sorted(figures)).toEqual(
    sorted([
      ...Array.from({ length: isLong ? 6 : 2 }, () => [288, 169, null, 'pass']),
      ...(isLong ? [[1152, 637, null, 'pass']] : []),
      [1152, 637, null, 'warn'],
      [12, 8, 64_000, 'warn'],
    ]),
  )
  expect(said.flat()).toEqual([inwards, inwards])
  // The lab reads the same of each file.
  const technician = await given.user('supervisor')
  expect((await filesFor(technician)).map(({ report }) => report)).toEqual(reports)
})
