import { readFile } from 'node:fs/promises'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes, type PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given, type GivenCase } from './given.ts'

let test: TestApp
let given: Given
let tech: TestUser
let photo: Uint8Array
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
  photo = await readFile(new URL('../../../samples/photos/case-a-frontal.jpg', import.meta.url))
})
afterAll(() => test.close())

const ada = { first_name: 'Ada', last_name: 'Byron', case_number_text: '17' }
const taken = { status: 409, body: { error: 'File with such name already exists.' } }

/** The bytes of a file of this type, uploaded but not registered, and the body that registers it. */
async function uploaded(testCase: GivenCase, type: PatientFileType, name: string) {
  const { practice, id } = testCase
  const purpose = type === 'photo' ? 'photo' : 'scan'
  const bytes = type === 'photo' ? photo : given.scan()
  const file_path = await given.upload(tech, practice.id, bytes, name, purpose, id)
  const patient_file_type_id = patientFileTypes[type].id
  return { file_path, patient_id: id, patient_file_type_id, jaws_id: type === 'stl' ? (1 as const) : null, name }
}
const register = async (body: Awaited<ReturnType<typeof uploaded>>, more: { kind?: 'setup' | 'bite' } = {}) =>
  test.as(tech).call(patientFiles.storeUploadedFile, { body: { ...body, ...more } })
const add = async (testCase: GivenCase, type: PatientFileType, name: string, more: { kind?: 'setup' | 'bite' } = {}) =>
  register(await uploaded(testCase, type, name), more)

async function twentyAtOnce(testCase: GivenCase, type: PatientFileType, name: string) {
  const bodies = []
  for (let count = 0; count < 20; count += 1) bodies.push(await uploaded(testCase, type, name))
  return Promise.all(bodies.map((body) => register(body)))
}
const namesOf = async ({ id }: GivenCase): Promise<string[]> =>
  (await test.as(tech).call(patients.get, { params: { id } })).body.patient.patient_files.map(({ name }) => name).sort()
const indexed = (base: string, ending: string) =>
  ['', ...Array.from({ length: 19 }, (_, index) => ` (${index + 1})`)].map((index) => `${base}${index}${ending}`).sort()

describe('twenty files of one name at once (scans/names)', () => {
  it('without the patient’s names: each gets an index, none is left out or given twice', async () => {
    const testCase = await given.case({ form: ada })
    const answers = await twentyAtOnce(testCase, 'stl', 'scan.stl')
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await namesOf(testCase)).toEqual(indexed('Byron, Ada, 17', '.stl'))
  })

  it('with the patient’s names: one is stored, the others are refused', async () => {
    const testCase = await given.case({ form: ada })
    const answers = await twentyAtOnce(testCase, 'stl', 'Byron Ada upper.stl')
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(19)
    for (const answer of refused) expect(answer).toMatchObject(taken)
    expect(await namesOf(testCase)).toEqual(['Byron Ada upper.stl'])
  })

  it('photos get an index with and without the patient’s names', async () => {
    const testCase = await given.case({ form: ada })
    const answers = await twentyAtOnce(testCase, 'photo', 'Ada Byron.jpg')
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await namesOf(testCase)).toEqual(indexed('Ada Byron', '.jpg'))
  })
})

describe('a name that holds the patient’s names (scans/names)', () => {
  it('is taken whatever its case and accents, for files of one type only, until its file is deleted', async () => {
    const testCase = await given.case({ form: { ...ada, first_name: 'Zoé' } })
    const first = await add(testCase, 'ios', 'Byron Zoe.ios')
    expect(first).toMatchObject({ status: 200, body: { patient_file: { name: 'Byron Zoe.ios' } } })
    expect(await add(testCase, 'ios', 'BYRON ZOÉ.ios')).toMatchObject(taken)
    expect((await add(testCase, 'stl', 'Byron Zoe.ios')).status).toBe(200)
    const id = first.body.patient_file.id
    expect((await test.as(tech).call(patientFiles.remove, { params: { id } })).status).toBe(200)
    expect((await add(testCase, 'ios', 'BYRON ZOÉ.ios')).body.patient_file.name).toBe('BYRON ZOÉ.ios')
  })

  it('gets an index for a setup beside the scan of that name', async () => {
    const testCase = await given.case({ stage: 'in_progress', form: ada })
    expect((await add(testCase, 'stl', 'Byron Ada.stl')).status).toBe(200)
    expect(await add(testCase, 'stl', 'Byron Ada.stl', { kind: 'bite' })).toMatchObject(taken)
    const setup = await add(testCase, 'stl', 'Byron Ada.stl', { kind: 'setup' })
    expect(setup).toMatchObject({ status: 200, body: { patient_file: { name: 'Byron Ada (1).stl' } } })
  })
})

it('a renamed file keeps its ending and says what it was called; without a case number the name ends with the first name', async () => {
  const testCase = await given.case({ form: { ...ada, case_number_text: '' } })
  const { body } = await add(testCase, 'ios', 'Export 12.SLA')
  expect(body.patient_file).toMatchObject({ name: 'Byron, Ada.SLA', original_name: 'Export 12.SLA' })
})
