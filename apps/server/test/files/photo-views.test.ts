import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patientFileTypes, type PhotoView } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { madeFile } from '../made-file.ts'

/** What a photo shows, who says so, and how photos are listed (scans/photo-views). */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const photo = readFileSync(join(import.meta.dirname, '../../../../samples/photos/case-a-frontal.jpg'))
async function add(
  testCase: GivenCase,
  who: TestUser,
  more: { name?: string; photo_view?: PhotoView; file_modification_date?: string; type?: 'photo' | 'stl' } = {},
) {
  const { type = 'photo', name = 'photo.jpg', ...rest } = more
  const purpose = type === 'photo' ? 'photo' : 'scan'
  const bytes = type === 'photo' ? new Uint8Array(photo) : given.scan('upper', 41)
  return test.as(who).call(patientFiles.storeUploadedFile, {
    body: {
      file_path: await given.upload(who, testCase.practice.id, bytes, name, purpose, testCase.id),
      patient_id: testCase.id,
      patient_file_type_id: patientFileTypes[type].id,
      jaws_id: type === 'stl' ? 1 : null,
      name,
      ...rest,
    },
  })
}
const describePhoto = (who: TestUser, id: number, body: object) =>
  test.as(who).call(patientFiles.update, { params: { id }, body: body as never })
const imagesOf = (who: TestUser, { id }: GivenCase) => test.as(who).call(patientFiles.images, { params: { id } })

it('photos stand from the face to the teeth, those that say nothing behind, then by when they were taken', async () => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const march = (year: number) => `${year}-03-01T10:00:00Z`
  for (const [name, more] of [
    ['a.jpg', {}],
    ['b.jpg', { photo_view: 'lower_occlusal' }],
    ['c.jpg', { photo_view: 'profile', file_modification_date: march(2026) }],
    ['d.jpg', { photo_view: 'profile', file_modification_date: march(2025) }],
    ['e.jpg', { photo_view: 'frontal' }],
    // A camera whose clock was never set, and one whose clock is ahead: they came when they were uploaded.
    ['f.jpg', { file_modification_date: march(1980) }],
    ['g.jpg', { file_modification_date: march(2099) }],
    ['h.jpg', { file_modification_date: march(2024) }],
  ] as const)
    expect((await add(testCase, owner, { name, ...more })).status, name).toBe(200)
  await add(testCase, owner, { type: 'stl', name: 'upper.stl' })
  const { status, body } = await imagesOf(testCase.practice.assistant, testCase)
  expect(status).toBe(200)
  expect(body.images.map((image) => image.original_name[0]).join('')).toBe('edcbhafg')
  expect(body.images[0]).toMatchObject({ photo_view: 'frontal', caption: '', version: 1 })
  const stranger = await given.practice()
  expect((await imagesOf(stranger.owner, testCase)).status).toBe(404)
})

it.each(['1601-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.000Z'])(
  'a file of %s is taken without its date (scans/file-date)',
  async (file_modification_date) => {
    const testCase = await given.case()
    for (const type of ['photo', 'stl'] as const) {
      const name = type === 'photo' ? 'photo.jpg' : 'upper.stl'
      const { status, body } = await add(testCase, testCase.practice.owner, { type, name, file_modification_date })
      expect(status).toBe(200)
      expect(body.patient_file.file_modification_date).toBeNull()
    }
  },
)

it('caption and view are set by people who add files; others read them in the history', async () => {
  const practice = await given.practice({ partner: true })
  const third = await given.case({ practice, form: { submission_completed_by: 3 } })
  const { body } = await add(third, practice.owner, { photo_view: 'smile' })
  const { id } = body.patient_file
  const tech = await given.user('tech_support')
  for (const who of [practice.owner, practice.manager, practice.assistant, practice.partner!.user, tech]) {
    const caption = `Said by ${who.id}`
    expect(await describePhoto(who, id, { caption })).toMatchObject({
      status: 200,
      body: { message: 'The photo is saved.', patient_file: { caption, photo_view: 'smile' } },
    })
  }
  // Not one of the member's cases, nor of another practice.
  for (const who of [practice.member, (await given.practice()).owner])
    expect(await describePhoto(who, id, { caption: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'This file does not exist.' },
    })
  expect((await describePhoto(practice.owner, id, { photo_view: null, caption: '' })).body.patient_file).toMatchObject({
    photo_view: null,
    caption: '',
  })
  await describePhoto(practice.owner, id, { photo_view: 'profile', caption: 'Before bonding' })
  const history = (await test.as(practice.owner).call(patients.history, { params: { id: third.id } })).body.history
  expect(history[0]).toMatchObject({ event: 'photo_described', user_name: 'Olga Owner' })
  expect(history[0]!.note).toMatch(/: Profile, Before bonding$/)
  // The same once more is no change.
  await describePhoto(practice.owner, id, { photo_view: 'profile' })
  expect(
    (await test.as(practice.owner).call(patients.history, { params: { id: third.id } })).body.history,
  ).toHaveLength(history.length)
})

it('no one writes over what someone else said in the meantime', async () => {
  const testCase = await given.case()
  const { owner, manager } = testCase.practice
  const { id } = (await add(testCase, owner)).body.patient_file
  const answers = await crowd(50, (index) =>
    describePhoto(index % 2 ? owner : manager, id, { caption: `Caption ${index}`, version: 1 }),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(49).fill(409)])
  const { history } = (await test.as(owner).call(patients.history, { params: { id: testCase.id } })).body
  expect(history.filter(({ event }) => event === 'photo_described')).toHaveLength(1)
  expect(await describePhoto(owner, id, { caption: 'Late', version: 1 })).toMatchObject({
    status: 409,
    body: { error: 'Someone else changed this in the meantime.' },
  })
  expect((await describePhoto(owner, id, { caption: 'In time', version: 2 })).body.patient_file.version).toBe(3)
})

it('scans have no view, archived cases change no more, and deleted photos no longer exist', async () => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const refused = await add(testCase, owner, { type: 'stl', name: 'upper.stl', photo_view: 'profile' })
  expect(refused).toMatchObject({ status: 422, body: { error: { photo_view: ['Only photos have a view.'] } } })
  const scan = await madeFile(test, given, testCase, 'stl')
  expect(await describePhoto(owner, scan, { caption: 'x' })).toMatchObject({
    status: 409,
    body: { error: 'Only photos have a view and a caption.' },
  })
  const [first, second] = [
    (await add(testCase, owner)).body.patient_file,
    (await add(testCase, owner)).body.patient_file,
  ]
  expect((await test.as(owner).call(patientFiles.remove, { params: { id: second.id } })).status).toBe(200)
  expect((await describePhoto(owner, second.id, { caption: 'x' })).status).toBe(404)
  expect((await imagesOf(owner, testCase)).body.images).toHaveLength(1)
  const admin = await given.user('admin')
  await test.as(admin).call(patients.archive, { params: { id: testCase.id } })
  expect(await describePhoto(owner, first.id, { caption: 'x' })).toMatchObject({
    status: 409,
    body: { error: 'This case is archived.' },
  })
  expect(await describePhoto(owner, scan, { caption: 'x' })).toMatchObject({
    body: { error: 'This case is archived.' },
  })
})

it('the list of files: of my cases, the newest first, of a type or a case; the lab’s people have no names there', async () => {
  const practice = await given.practice()
  const [first, second] = [await given.case({ practice }), await given.case({ practice })]
  const tech = await given.user('tech_support', ['Tina', 'Tech'])
  const [photoOfFirst, scanOfSecond] = [
    await madeFile(test, given, first, 'photo'),
    await madeFile(test, given, second, 'stl'),
  ]
  await sql`update patient_files set uploaded_by = ${tech.id} where id = ${photoOfFirst}`.execute(test.connection.db)
  const list = async (who: TestUser, query: object = {}) =>
    (await test.as(who).call(patientFiles.list, { query: query as never })).body
  const idsOf = async (who: TestUser, query: object = {}) => (await list(who, query)).patient_files.map(({ id }) => id)
  expect(await idsOf(practice.owner)).toEqual([scanOfSecond, photoOfFirst])
  expect((await list(practice.owner)).meta).toMatchObject({ total: 2 })
  expect(await idsOf(practice.member)).toEqual([])
  expect(await idsOf(practice.owner, { patient_file_type_id: '3' })).toEqual([photoOfFirst])
  expect(await idsOf(practice.owner, { patient_file_type_id: '2,3', sort: 'created_at' })).toEqual([
    photoOfFirst,
    scanOfSecond,
  ])
  expect(await idsOf(practice.owner, { patient_id: second.id })).toEqual([scanOfSecond])
  expect(await idsOf(tech, { organization_id: practice.id })).toEqual([scanOfSecond, photoOfFirst])
  expect((await list(practice.owner, { patient_id: first.id })).patient_files[0]!.uploaded_by).not.toContain('Tina')
  expect((await list(tech, { patient_id: first.id })).patient_files[0]!.uploaded_by).toBe('Tina Tech')
  const admin = await given.user('admin')
  await test.as(admin).call(patients.archive, { params: { id: first.id } })
  expect(await idsOf(practice.owner)).toEqual([scanOfSecond])
  expect(await idsOf(practice.owner, { patient_id: first.id })).toEqual([photoOfFirst])
})
