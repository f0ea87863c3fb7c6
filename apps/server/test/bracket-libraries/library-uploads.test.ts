import { bracketLibraries } from '@archwire/contract/bracket-libraries/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { libraryCalls, refused, zip, type LibraryCalls } from '../library-calls.ts'
import { sweep } from '../../src/modules/upkeep/sweep.ts'
import { putBytes, saidOf } from '../send-file.ts'

/** Uploads for bracket libraries that are not taken (`rx-form/library-files`). */
let test: TestApp
let given: Given
let admin: TestUser
let practice: GivenPractice
let ours: LibraryCalls
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  practice = await given.practice({ partner: true })
  ours = libraryCalls(test, practice)
})
afterAll(() => test.close())

describe('uploads that are not taken', () => {
  const unknown = 'This upload is unknown or has expired. Please add the file again.'

  it('a program, whatever it is called', async () => {
    for (const [bytes, what] of [
      [[0x4d, 0x5a, 0x90, 0, 1], 'a program'],
      [[0x7f, 0x45, 0x4c, 0x46, 2], 'a program'],
      [[...new TextEncoder().encode('#!/bin/sh\nrm -r')], 'a script'],
    ] as const) {
      const path = await ours.upload(practice.owner, { name: 'damon.zip', bytes: new Uint8Array(bytes) })
      expect(await ours.register(practice.owner, path)).toMatchObject(
        refused(422, { file_path: [`damon.zip: This cannot be a bracket library. It looks like ${what}.`] }),
      )
    }
  })

  it('any other content', async () => {
    for (const text of ['%PDF-1.7', '<?xml version="1.0"?><brackets/>', 'Tooth,Torque\n11,12', '7z\u00bc\u00af'])
      expect(
        (
          await ours.register(
            practice.owner,
            await ours.upload(practice.owner, { name: 'damon', bytes: new TextEncoder().encode(text) }),
          )
        ).status,
      ).toBe(200)
  })

  it('bytes that differ from what was said, or that never came', async () => {
    const file = zip()
    const { body } = await ours.link(practice.owner, file)
    const other = file.bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte))
    await putBytes(test, body, other)
    expect(await ours.register(practice.owner, body.file_path)).toMatchObject(
      refused(422, {
        file_path: ['damon.zip: The file was damaged during the upload. Please upload it again.'],
      }),
    )
    const missing = (await ours.link(practice.owner, file)).body
    expect(await ours.register(practice.owner, missing.file_path)).toMatchObject(
      refused(422, { file_path: ['damon.zip: The file has not arrived.'] }),
    )
  })

  it('one that was registered', async () => {
    const path = await ours.upload(practice.owner)
    expect((await ours.register(practice.owner, path)).status).toBe(200)
    expect(await ours.register(practice.owner, path)).toMatchObject(
      refused(409, 'This file was already added. Please upload it again.'),
    )
    const twice = await ours.upload(practice.owner)
    const both = await Promise.all([ours.register(practice.owner, twice), ours.register(practice.owner, twice)])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('someone else’s, another practice’s, one that is too old, one for a case', async () => {
    const wrong = refused(422, { file_path: [unknown] })
    expect(await ours.register(practice.manager, await ours.upload(practice.owner))).toMatchObject(wrong)
    const elsewhere = await given.practice()
    const theirs = libraryCalls(test, elsewhere)
    expect(await ours.register(practice.owner, await theirs.upload(elsewhere.owner))).toMatchObject(wrong)
    expect(await ours.register(admin, await theirs.upload(admin))).toMatchObject(wrong)
    const old = await ours.upload(practice.owner)
    await sql`update uploads set created_at = now() - interval '25 hours' where file_path = ${old}`.execute(
      test.connection.db,
    )
    await sweep(test.connection.db, { ...test.storage, sweep: async () => 0 })
    expect(await ours.register(practice.owner, old)).toMatchObject(wrong)
    const testCase = await given.case({ practice })
    const scan = { name: 'upper.stl', bytes: given.scan('upper', 3) }
    const { body } = await test
      .as(practice.owner)
      .call(patientFiles.uploadLink, { query: { ...saidOf(scan), patient_id: testCase.id, purpose: 'scan' } })
    expect(await ours.register(practice.owner, await putBytes(test, body, scan.bytes))).toMatchObject(
      refused(422, { file_path: ['upper.stl: It was uploaded as a scan, not as a library.'] }),
    )
    const library = await ours.upload(practice.owner)
    expect(
      await test.as(practice.owner).call(patientFiles.storeUploadedFile, {
        body: { file_path: library, patient_id: testCase.id, patient_file_type_id: 2, jaws_id: 1, name: 'upper.stl' },
      }),
    ).toMatchObject(refused(422, { file_path: ['damon.zip: It was uploaded as a library, not as a scan.'] }))
  })

  it('an expired link takes no bytes', async () => {
    const file = zip()
    const { body } = await ours.link(practice.owner, file)
    await sql`update uploads set expires_at = now() - interval '1 second' where file_path = ${body.file_path}`.execute(
      test.connection.db,
    )
    const put = await test.app.fastify.inject({
      method: 'PUT',
      url: body.url!,
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from(file.bytes),
    })
    expect(put.statusCode).toBe(403)
    expect((await ours.register(practice.owner, body.file_path)).status).toBe(422)
  })

  it('more than 100 MB', async () => {
    const ask = (query: ReturnType<typeof saidOf>) =>
      test.as(practice.owner).call(bracketLibraries.uploadLink, { params: { id: practice.id }, query })
    const query = { ...saidOf(zip()), size: 100 * 1024 * 1024 + 1 }
    expect(await ask(query)).toMatchObject(refused(422, { size: ['At most 100 MB for a library.'] }))
    const most = { ...query, size: 100 * 1024 * 1024 }
    expect((await ask(most)).status).toBe(200)
  })
})
