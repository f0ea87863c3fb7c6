import { readFile } from 'node:fs/promises'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { sendFile } from '../send-file.ts'

/** Photos whose name says another format than their bytes (`scans/content`). */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const bytesOf = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../web/test/field-cases/${name}`, import.meta.url)))

it('a JPEG that is called .HEIC is taken and shown', async () => {
  const testCase = await given.case()
  const { owner } = testCase.practice
  const answer = await sendFile(test, owner, testCase.id, {
    as: 'photo',
    name: 'IMG_0042.HEIC',
    bytes: await bytesOf('IMG_0042.HEIC'),
  })
  expect(answer.status).toBe(200)
  const shown = async () => {
    const { body } = await test.as(owner).call(patients.get, { params: { id: testCase.id } })
    return body.patient.patient_files.find(({ id }) => id === answer.body.patient_file.id)
  }
  await vi.waitFor(async () => expect((await shown())?.url).not.toBeNull(), 60_000)
  const file = (await shown())!
  expect(file.problem).toBeNull()
  expect((await test.app.fastify.inject({ url: file.url! })).headers['content-type']).toBe('image/webp')
})

it('a HEIC photo that is called .jpg is refused, and the words say what to do', async () => {
  const testCase = await given.case()
  const file = { name: 'IMG_0043.jpg', bytes: await bytesOf('IMG_0043.jpg') }
  expect(await sendFile(test, testCase.practice.owner, testCase.id, { as: 'photo', ...file })).toMatchObject({
    status: 422,
    body: {
      error: {
        file_path: [
          'IMG_0043.jpg: This is a HEIC photo, which most browsers cannot show. Save the photo as JPEG and add that.',
        ],
      },
    },
  })
})
