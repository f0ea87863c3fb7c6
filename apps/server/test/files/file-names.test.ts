import { readFile } from 'node:fs/promises'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes, type PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { madeFile } from '../made-file.ts'

let test: TestApp
let given: Given
let tech: TestUser
let photo: Uint8Array
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
  photo = await readFile(new URL('../../../../samples/photos/case-a-frontal.jpg', import.meta.url))
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

describe('files of one name in the form that submits a case (scans/names)', () => {
  const form = async (names: string[], photos: string[] = []) => {
    const practice = await given.practice()
    const { owner, id } = practice
    const stl_files = []
    for (const [at, name] of names.entries())
      stl_files.push({ file_path: await given.upload(owner, id, given.scan('upper', at), name), name, jaws_id: 1 })
    const rx_intraoral_photos = []
    for (const name of photos)
      rx_intraoral_photos.push({ file_path: await given.upload(owner, id, photo, name, 'photo'), name })
    const scans = names.length > 0 && {
      impression_type: 4,
      scan_submission_type: 1,
      scanner_type: 1,
      products_list: 16,
      stl_files,
    }
    const body = given.form(practice, { ...ada, ...scans, rx_intraoral_photos } as object) as never
    const answer = await test.as(owner).call(rxForms.submitForOrganization, { params: { id }, body })
    const { rows } = await sql<{ name: string }>`
      select name from patient_files where organization_id = ${id} order by name`.execute(test.connection.db)
    return { answer, names: rows.map(({ name }) => name) }
  }

  it('scans that hold the patient’s names are refused, and nothing is stored', async () => {
    const { answer, names } = await form(['Byron Ada.stl', 'BYRON ADA.stl'])
    expect(answer).toMatchObject(taken)
    expect(names).toEqual([])
  })

  it('scans without them, and photos, get an index', async () => {
    const scans = await form(['upper.stl', 'upper.stl'])
    expect([scans.answer.status, scans.names]).toEqual([200, ['Byron, Ada, 17 (1).stl', 'Byron, Ada, 17.stl']])
    const photos = await form([], ['Ada Byron.jpg', 'Ada Byron.jpg'])
    expect([photos.answer.status, photos.names]).toEqual([200, ['Ada Byron (1).jpg', 'Ada Byron.jpg']])
  })

  it('the IOS files of an old case are refused, too', async () => {
    const { owner, id } = await given.practice()
    const admin = await given.user('admin')
    const ios_files = []
    for (const name of ['Ada Byron.ios', 'Ada Byron.ios'])
      ios_files.push({ file_path: await given.upload(admin, id, given.scan(), name), name })
    const body = { ...ada, user_id: owner.id, impression_date: '2015-03-02', ios_files } as never
    expect(await test.as(admin).call(rxForms.oldCaseOfOrganization, { params: { id }, body })).toMatchObject(taken)
  })
})

it('the database takes no two files of one name and type, but one beside deleted ones', async () => {
  const testCase = await given.case()
  const ids = [await madeFile(test, given, testCase, 'stl'), await madeFile(test, given, testCase, 'stl')]
  const rename = (id: number, to: string) =>
    sql`update patient_files set name = ${to} where id = ${id}`.execute(test.connection.db)
  await rename(ids[0]!, 'one.stl')
  await expect(rename(ids[1]!, 'one.stl')).rejects.toThrow('patient_files_name')
  expect((await test.as(tech).call(patientFiles.remove, { params: { id: ids[0]! } })).status).toBe(200)
  await rename(ids[1]!, 'one.stl')
  expect(await namesOf(testCase)).toEqual(['one.stl'])
})

it('a renamed file keeps its ending and says what it was called; without a case number the name ends with the first name', async () => {
  const testCase = await given.case({ form: { ...ada, case_number_text: '' } })
  const { body } = await add(testCase, 'ios', 'Export 12.SLA')
  expect(body.patient_file).toMatchObject({ name: 'Byron, Ada.SLA', original_name: 'Export 12.SLA' })
})
