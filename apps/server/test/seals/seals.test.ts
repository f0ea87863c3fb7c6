import { createHash } from 'node:crypto'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** What is approved is sealed with it (`cases/sealed`). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
})
afterAll(() => test.close())

const approval = (testCase: { id: number }, who: TestUser) =>
  test.as(who).call(patients.approval, { params: { id: testCase.id } })
const seenBy = async ({ id }: { id: number }, who: TestUser) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient.seen
async function setupOf({ id, practice }: GivenCase, who: TestUser, seed: number): Promise<string> {
  const bytes = given.scan('upper', seed)
  const file_path = await given.upload(who, practice.id, bytes, 'setup.stl', 'scan', id)
  await test.as(who).call(patientFiles.storeUploadedFile, {
    body: { file_path, patient_id: id, patient_file_type_id: 2, kind: 'setup', jaws_id: 1, name: 'setup.stl' },
  })
  return createHash('sha256').update(bytes).digest('hex')
}
/** A case whose setup waits for its doctor; with the hash of the setup. */
async function waiting(form = {}): Promise<{ testCase: GivenCase; sha256: string }> {
  const testCase = await given.case({ form })
  await test.raw(tech, 'POST', `/rx_forms/${testCase.rxFormId}/management_data`, {
    kind: 'initial_case_setup',
    assigned_to: tech.id,
  })
  const sha256 = await setupOf(testCase, tech, 21)
  const ready = await test.as(tech).call(rxForms.markAsReady, {
    params: { id: testCase.rxFormId },
    body: { seen: await seenBy(testCase, tech) },
  })
  expect(ready.status).toBe(200)
  return { testCase, sha256 }
}
const approve = async (testCase: GivenCase) => {
  const { owner } = testCase.practice
  const body = { seen: await seenBy(testCase, owner) }
  return test.as(owner).call(patients.approve, { params: { id: testCase.id }, body })
}

it('setup, form, price and measurements, as the approval found them', async () => {
  const { testCase, sha256 } = await waiting({ export_type: 1 })
  const { owner } = testCase.practice
  const file = (
    await test.as(owner).call(patients.get, { params: { id: testCase.id } })
  ).body.patient.patient_files.find(({ kind }) => kind === 'setup')!
  await sql`with m as (insert into measurements (organization_id, patient_id, scan_kind, kind, created_by, created_at)
      values (${testCase.practice.id}, ${testCase.id}, 'setup', 'distance', ${owner.id}, now()) returning id)
    insert into measurement_points (organization_id, patient_id, measurement_id, position, file_id, x, y, z)
      select ${testCase.practice.id}, ${testCase.id}, m.id, n, ${file.id}, n * 3, 0, 0 from m, generate_series(1, 2) n`.execute(
    test.connection.db,
  )
  expect((await approval(testCase, owner)).body.approval).toBeNull()
  expect((await approve(testCase)).status).toBe(200)
  const { price, ...sealed } = (await approval(testCase, owner)).body.approval!
  expect(sealed).toMatchObject({
    event: 'approved',
    user_name: 'Olga Owner',
    approved_by: null,
    rx_form_version: 1,
    rx_form_is_same: true,
    files: [{ id: file.id, jaws_id: 1, sha256, size: file.size }],
    measurements: [{ scan_kind: 'setup', kind: 'distance', jaw: null, place: null, value: 3 }],
  })
  const shown = (await test.as(owner).call(rxForms.get, { params: { id: testCase.rxFormId } })).body.rx_form
  expect(price).toEqual(shown.price)
  expect(price!.total).toBeGreaterThan(0)
})

it('figures of a setup that was replaced are no part of it', async () => {
  const { testCase } = await waiting()
  const { owner, id: organization } = testCase.practice
  const db = test.connection.db
  await sql`with f as (insert into patient_files (organization_id, patient_id, patient_file_type_id, kind, jaws_id, name, original_name, size,
      sha256, content_type, storage_key, deleted_at)
      values (${organization}, ${testCase.id}, 2, 'setup', 2, 'old.stl', 'old.stl', 1, 'x', 'x', ${`old-${testCase.id}`}, now()) returning id),
    m as (insert into measurements (organization_id, patient_id, scan_kind, kind, created_by, created_at)
      values (${organization}, ${testCase.id}, 'setup', 'distance', ${owner.id}, now()) returning id)
    insert into measurement_points (organization_id, patient_id, measurement_id, position, file_id, x, y, z)
      select ${organization}, ${testCase.id}, m.id, n, f.id, n, 0, 0 from m, f, generate_series(1, 2) n`.execute(db)
  await approve(testCase)
  expect((await approval(testCase, owner)).body.approval!.measurements).toEqual([])
})

it('stays as it was, whatever becomes of the case', async () => {
  const { testCase } = await waiting({ export_type: 1 })
  const { owner } = testCase.practice
  await approve(testCase)
  const before = (await approval(testCase, owner)).body.approval!
  const change = await test.as(owner).call(rxForms.change, {
    params: { id: testCase.rxFormId },
    body: { special_instructions: 'One more thing.' },
  })
  expect(change.status).toBe(200)
  await sql`update measurements set deleted_at = now() where patient_id = ${testCase.id}`.execute(test.connection.db)
  expect((await approval(testCase, owner)).body.approval).toEqual({ ...before, rx_form_is_same: false })
})

it('a sealed file stays on its case (scans/who-deletes)', async () => {
  const { testCase } = await waiting()
  const admin = await given.user('admin')
  await approve(testCase)
  const [file] = (await approval(testCase, admin)).body.approval!.files
  for (const who of [admin, testCase.practice.owner]) {
    const { status } = await test.as(who).call(patientFiles.remove, { params: { id: file!.id } })
    expect([403, 409]).toContain(status)
  }
  expect((await test.as(admin).call(patientFiles.remove, { params: { id: file!.id } })).status).toBe(409)
  expect((await approval(testCase, admin)).body.approval!.files).toHaveLength(1)
})

it('a setup that the lab completes names who approved, how, and when', async () => {
  const testCase = await given.case({})
  const admin = await given.user('admin')
  await test.raw(tech, 'POST', `/rx_forms/${testCase.rxFormId}/management_data`, {
    kind: 'initial_case_setup',
    assigned_to: tech.id,
  })
  const sha256 = await setupOf(testCase, tech, 22)
  const completed = await test.as(admin).call(patients.completeSetup, {
    params: { id: testCase.id },
    body: { approved_by: 'Dr. Owner, by phone', seen: await seenBy(testCase, admin) },
  })
  expect(completed.status).toBe(200)
  expect((await approval(testCase, admin)).body.approval).toMatchObject({
    event: 'setup_completed',
    user_name: 'Test Person',
    approved_by: 'Dr. Owner, by phone',
    approved_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
    files: [{ sha256 }],
  })
  // To the practice the lab is the lab.
  expect((await approval(testCase, testCase.practice.owner)).body.approval!.user_name).toBe('Archwire Lab')
})

it('what the practice completes in its office is sealed, too, without a setup', async () => {
  const testCase = await given.case({ form: { submission_completed_by: 2 } })
  const { owner } = testCase.practice
  const completed = await test.as(owner).call(patients.completeSetup, {
    params: { id: testCase.id },
    body: { seen: await seenBy(testCase, owner) },
  })
  expect(completed.status).toBe(200)
  expect((await approval(testCase, owner)).body.approval).toMatchObject({
    event: 'setup_completed',
    user_name: 'Olga Owner',
    approved_by: null,
    files: [],
  })
})

it('is read by who sees the case, the price by who reads prices', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.case({ practice, form: { submission_completed_by: 3 } })
  const partner = practice.partner!.user
  await test.raw(partner, 'POST', `/rx_forms/${testCase.rxFormId}/management_data`, {
    kind: 'initial_case_setup',
    assigned_to: partner.id,
  })
  const body = { seen: await seenBy(testCase, partner) }
  await test.as(partner).call(patients.completeSetup, { params: { id: testCase.id }, body })
  expect((await approval(testCase, practice.owner)).body.approval!.price).not.toBeNull()
  expect((await approval(testCase, partner)).body.approval!.price).toBeNull()
  expect((await approval(testCase, practice.member)).status).toBe(404)
  expect((await approval(testCase, (await given.practice()).owner)).status).toBe(404)
})

it('two approvals at once make one seal; a refused one makes none', async () => {
  const { testCase } = await waiting()
  const { owner } = testCase.practice
  const body = { seen: await seenBy(testCase, owner) }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => test.as(owner).call(patients.approve, { params: { id: testCase.id }, body })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  const { rows } = await sql`select 1 from case_seals where patient_id = ${testCase.id}`.execute(test.connection.db)
  expect(rows).toHaveLength(1)
})
