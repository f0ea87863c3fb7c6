import { patients } from '@archwire/contract/patients/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { viewer } from '@archwire/contract/viewer/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processFile } from '../../src/modules/files/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const checked = (id: number) =>
  processFile({ db: test.connection.db, storage: test.storage, log: test.app.fastify.log }, id)

async function addDesktopFile(testCase: GivenCase, name: string, bytes?: Uint8Array): Promise<number> {
  const id = await given.iosFile(testCase, testCase.practice.owner, name, bytes)
  await checked(id)
  return id
}

const caseOf = async ({ id, practice }: GivenCase) =>
  (await test.as(practice.owner).call(patients.get, { params: { id } })).body.patient

it('desktop files that are readable scans are shown in 3D, in one scene (scans/desktop-scene)', async () => {
  const testCase = await given.case({ form: { submission_completed_by: 2, impression_type: 2 } })
  const ids = [
    await addDesktopFile(testCase, 'upper.ios', given.scan('upper', 31)),
    await addDesktopFile(testCase, 'lower.ios', given.scan('lower', 31)),
    await addDesktopFile(testCase, 'other.ios'),
  ]
  const seen = await caseOf(testCase)
  const files = ids.map((id) => seen.patient_files.find((file) => file.id === id)!)
  expect(files.map(({ processing, kind }) => [processing, kind])).toEqual([
    ['ready', 'submission'],
    ['ready', 'submission'],
    ['kept', null],
  ])
  const viewerId = seen.submission_viewer_id!
  expect(files.map(({ viewer_id }) => viewer_id)).toEqual([viewerId, viewerId, null])
  const { body } = await test.as(testCase.practice.owner).call(viewer.scene, { params: { viewer_id: viewerId } })
  expect(body.scene).toMatchObject({ label: 'IOS Files', files: [{ id: ids[0] }, { id: ids[1] }] })
})

it('beside scans they are a scene of their own: View and links show the scans', async () => {
  const testCase = await given.case({ form: { submission_completed_by: 2, impression_type: 2 } })
  const { owner } = testCase.practice
  const bytes = given.scan('upper', 32)
  const desktopId = await addDesktopFile(testCase, 'upper.ios', bytes)
  // The same triangles: the one was made from the other.
  const scanId = await given.scanFile(testCase, owner, { bytes, kind: 'submission', jaws_id: 1, name: 'upper.stl' })
  await checked(scanId)
  const seen = await caseOf(testCase)
  const of = (id: number) => seen.patient_files.find((file) => file.id === id)!
  expect(of(scanId)).toMatchObject({ processing: 'ready', viewer_id: seen.submission_viewer_id })
  expect(of(desktopId)).toMatchObject({
    processing: 'ready',
    viewer_id: expect.not.stringMatching(seen.submission_viewer_id!),
  })
  const { body: shown } = await test.as(owner).call(viewer.scene, { params: { viewer_id: seen.submission_viewer_id! } })
  expect(shown.scene.others).toEqual([{ viewer_id: of(desktopId).viewer_id, kind: 'submission', label: 'IOS Files' }])
  const link = await test
    .as(owner)
    .call(shareLinks.create, { params: { id: testCase.id }, body: { kind: 'submission' } })
  const token = /\/shared\/([\w-]{43})$/.exec(link.body.url)![1]!
  const { body: shared } = await test.as(null).call(shareLinks.scene, { params: { token } })
  expect(shared.scene.files.map(({ id }) => id)).toEqual([scanId])
})
