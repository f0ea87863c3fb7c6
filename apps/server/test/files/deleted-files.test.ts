import { setTimeout as wait } from 'node:timers/promises'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import type { PatientFileType } from '@archwire/contract/patient-files/types.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { listen } from '../listen.ts'
import { madeFile } from '../made-file.ts'
import { ownStores } from '../database.ts'

let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
})
afterAll(() => test.close())

const archived = 'This case is archived.'
const remove = (who: TestUser, id: number) => test.as(who).call(patientFiles.remove, { params: { id } })
const caseOf = async ({ id }: GivenCase, who: TestUser = tech) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const filesOf = async (testCase: GivenCase) => (await caseOf(testCase)).patient_files
const historyOf = async ({ id }: GivenCase, who: TestUser = tech) =>
  (await test.as(who).call(patients.history, { params: { id } })).body.history

const file = (testCase: GivenCase, type: PatientFileType, kind: string | null = null) =>
  madeFile(test, given, testCase, type, kind)

/** What deleting one file of every sort answers to this person. */
async function tries(testCase: GivenCase, who: TestUser): Promise<Record<string, number>> {
  const sorts = [['photo'], ['stl'], ['ios'], ['analysis_report'], ['stl', 'setup'], ['stl', 'correction']] as const
  const answers: Record<string, number> = {}
  for (const [type, kind] of sorts) {
    const id = await file(testCase, type, kind ?? null)
    answers[kind ?? type] = (await remove(who, id)).status
    // What stays would decide about the next ones.
    await sql`update patient_files set deleted_at = now() where id = ${id}`.execute(test.connection.db)
  }
  return answers
}
const everything = { photo: 200, stl: 200, ios: 200, analysis_report: 200, setup: 200, correction: 200 }
const nothing = { photo: 403, stl: 403, ios: 403, analysis_report: 403, setup: 403, correction: 403 }

/** The table of roles is in file-deletion-roles.test.ts. */
describe('who deletes which file (scans/who-deletes)', () => {
  let practice: GivenPractice
  let own: GivenCase
  beforeAll(async () => {
    practice = await given.practice({ partner: true })
    own = await given.case({ practice, stage: 'in_progress' })
  })

  it('a partner of what it prints all but the setup, which is the lab’s', async () => {
    const prints = await given.case({ practice, form: { export_type: 1, print_assignment: 3 } })
    expect(await tries(prints, practice.partner!.user)).toEqual({ ...everything, setup: 403 })
  })

  it('a partner that the practice names no longer none', async () => {
    const left = await given.practice({ partner: true })
    const testCase = await given.case({ practice: left, form: { submission_completed_by: 3 } })
    await sql`update organizations set third_party_partner_id = null where id = ${left.id}`.execute(test.connection.db)
    expect(await tries(testCase, left.partner!.user)).toEqual(nothing)
  })

  it('an assistant none, until it is granted', async () => {
    const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
    expect(await tries(testCase, practice.assistant)).toEqual(nothing)
    await sql`update users set custom_permissions = '{patient-files.delete}' where id = ${practice.assistant.id}`.execute(
      test.connection.db,
    )
    const granted = await given.actor(practice.assistant)
    expect(granted.permissions.has('patient-files.delete')).toBe(true)
    await wait(2_100)
    expect(await tries(testCase, practice.assistant)).toEqual({ ...nothing, photo: 200, stl: 200 })
  })

  it('an assistant of another practice is refused before the file is looked for, and so is everyone without a session', async () => {
    expect(await tries(own, (await given.practice()).assistant)).toEqual(nothing)
    expect((await test.as(null).call(patientFiles.remove, { params: { id: await file(own, 'photo') } })).status).toBe(
      401,
    )
  })
})

describe('not now', () => {
  it('a practice deletes no scan once there is an IOS file; the lab does, and photos continue', async () => {
    const testCase = await given.case()
    const { owner } = testCase.practice
    const [scan, other, photo] = [
      await file(testCase, 'stl'),
      await file(testCase, 'stl'),
      await file(testCase, 'photo'),
    ]
    expect(await caseOf(testCase, owner)).toMatchObject({ can: { delete_scans: true, delete_ios: false } })
    const ios = await file(testCase, 'ios')
    const why = 'The case has an IOS file, so only the lab can delete its scans.'
    expect(await remove(owner, scan)).toMatchObject({ status: 409, body: { error: why } })
    const seen = await caseOf(testCase, owner)
    expect(seen.can).toMatchObject({ delete_scans: false, delete_photos: true, delete_ios: false })
    expect(seen.why_not).toMatchObject({ delete_scans: why })
    // What a person may not at all has no reason.
    expect(seen.why_not).not.toHaveProperty('delete_ios')
    expect((await remove(owner, photo)).status).toBe(200)
    expect((await remove(tech, other)).status).toBe(200)
    expect((await remove(tech, ios)).status).toBe(200)
    expect((await remove(owner, scan)).status).toBe(200)
  })

  it('a setup stays once the doctor has it, and everything in an archived case', async () => {
    const waiting = await given.case({ stage: 'awaiting_approval' })
    const [setup] = await filesOf(waiting)
    expect(await remove(tech, setup!.id)).toMatchObject({
      status: 409,
      body: { error: 'The setup can be changed only while the case is being worked on.' },
    })
    const photo = await file(waiting, 'photo')
    const admin = await given.user('admin')
    expect((await test.as(admin).call(patients.archive, { params: { id: waiting.id } })).status).toBe(200)
    for (const id of [setup!.id, photo])
      expect(await remove(admin, id)).toMatchObject({ status: 409, body: { error: archived } })
    expect(await filesOf(waiting)).toHaveLength(2)
  })

  it('no IOS file that an open print is made of, until the print is done', async () => {
    const form = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }
    const testCase = await given.case({ stage: 'approved', form: form as object })
    await sql`update patient_files set deleted_at = now() where patient_id = ${testCase.id}`.execute(test.connection.db)
    const ios = await file(testCase, 'ios')
    const why = 'An open print uses this IOS file. Complete or cancel the print first.'
    expect(await remove(tech, ios)).toMatchObject({ status: 409, body: { error: why } })
    expect((await caseOf(testCase)).why_not).toMatchObject({ delete_ios: why })
    const second = await file(testCase, 'ios')
    expect((await remove(tech, second)).status).toBe(409)
    await sql`update customer_requests set status_id = 2 where patient_id = ${testCase.id}`.execute(test.connection.db)
    for (const id of [ios, second]) expect((await remove(tech, id)).status).toBe(200)
  })

  it('a file that an item of an open print names', async () => {
    const form = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }
    const testCase = await given.case({ stage: 'approved', form: form as object })
    const correction = await file(testCase, 'stl', 'correction')
    await sql`update printing_request_items set file_id = ${correction} where printing_request_id in
      (select id from printing_requests where patient_id = ${testCase.id})`.execute(test.connection.db)
    expect(await remove(tech, correction)).toMatchObject({
      status: 409,
      body: { error: 'An open print uses this file. Complete or cancel the print first.' },
    })
    await sql`update customer_requests set status_id = 2 where patient_id = ${testCase.id}`.execute(test.connection.db)
    expect((await remove(tech, correction)).status).toBe(200)
  })
})

describe('a deleted file', () => {
  it('disappears from the case, its lists and its links; history and audit say who deleted what', async () => {
    const testCase = await given.case()
    const { owner } = testCase.practice
    const id = await file(testCase, 'stl')
    const lineOf = async () =>
      (await test.as(owner).call(patients.listOfOrganization, { params: { id: testCase.practice.id } })).body
        .patients[0]
    expect(await lineOf()).toMatchObject({ has_stl_file: true })
    const [name] = (await filesOf(testCase)).map((present) => present.name)
    expect(await remove(owner, id)).toMatchObject({ status: 200, body: { message: 'The file is deleted.' } })
    expect(await filesOf(testCase)).toEqual([])
    expect(await lineOf()).toMatchObject({ has_stl_file: false, submission_viewer_id: null })
    expect((await test.as(owner).call(patientFiles.downloadLink, { params: { id } })).status).toBe(404)
    const listed = await test.as(owner).call(patientFiles.list, { query: { patient_id: String(testCase.id) } as never })
    expect(listed.body.patient_files).toEqual([])
    expect((await historyOf(testCase, owner))[0]).toMatchObject({
      event: 'file_deleted',
      label: 'File deleted',
      user_name: 'Olga Owner',
      note: name,
    })
    // The application may not read its audit log; its owner may.
    const auditor = new pg.Client({ connectionString: ownStores().databaseUrl })
    await auditor.connect()
    const { rows } = await auditor.query(
      `select data, user_id from audit_log where patient_id = $1 and action = 'case.file_deleted'`,
      [testCase.id],
    )
    await auditor.end()
    expect(rows).toEqual([{ data: { patient_file_id: id }, user_id: owner.id }])
    expect(await remove(owner, id)).toMatchObject({ status: 404, body: { error: 'This file does not exist.' } })
    expect(await given.staleRows()).toEqual([])
  })

  it('by many at once is deleted once', async () => {
    const testCase = await given.case()
    const id = await file(testCase, 'photo')
    const { owner, manager } = testCase.practice
    const answers = await crowd(50, (index) => remove(index % 2 ? owner : manager, id))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(49).fill(404)])
    expect((await historyOf(testCase)).filter(({ event }) => event === 'file_deleted')).toHaveLength(1)
  })

  it('tells the open pages of both sides', async () => {
    const testCase = await given.case()
    const id = await file(testCase, 'photo')
    const worked = await openTestApp({ worker: true })
    const streams = await Promise.all(
      [testCase.practice.assistant, tech].map(async (who) =>
        listen(worked, { authorization: `Bearer ${await worked.token(who)}` }),
      ),
    )
    expect((await worked.as(testCase.practice.owner).call(patientFiles.remove, { params: { id } })).status).toBe(200)
    for (let tries = 0; tries < 100 && !streams.every((stream) => stream.about(testCase.id)); tries += 1) await wait(50)
    expect(streams.map((stream) => stream.about(testCase.id))).toEqual([true, true])
    for (const stream of streams) stream.close()
    await worked.close()
  })
})

it('a list of files counts as reading their cases (safety/audit)', async () => {
  const testCase = await given.case({})
  await file(testCase, 'photo')
  const reader = await given.user('supervisor')
  await test.as(reader).call(patientFiles.list, { query: { patient_id: String(testCase.id) } as never })
  await test.app.flush()
  const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
  await owner.connect()
  const { rows } = await owner.query<{ ids: number[] }>('select ids from access_log where user_id = $1', [reader.id])
  await owner.end()
  expect(rows).toEqual([{ ids: [testCase.id] }])
})
