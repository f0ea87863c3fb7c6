import type { Route } from '@archwire/contract/core/route.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { measurements } from '@archwire/contract/measurements/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrderOfCases } from '../../src/modules/requests/queries.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { whileLocked } from '../while-locked.ts'

/** How far people see into each other's work: names of technicians, similar patients, archived cases, disabled practices. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

describe('the name of a technician', () => {
  let practice: GivenPractice
  let tech: TestUser
  const surname = 'Quillfeather'
  /** Setup by the lab, print by the lab: the practice's and, once assigned to it, the partner's to see. */
  let labs: GivenCase
  let partners: GivenCase
  beforeAll(async () => {
    practice = await given.practice({ partner: true })
    tech = await given.user('supervisor', ['Tess', surname])
    await sql`update users set last_name = ${surname} where id = ${practice.partner!.user.id}`.execute(
      test.connection.db,
    )
    labs = await given.case({ practice, stage: 'approved', tech, form: { ...printing, user_id: practice.member.id } })
    await test.as(tech).call(rxForms.managementData, {
      params: { id: labs.rxFormId },
      body: { kind: 'initial_case_setup', assigned_to: tech.id },
    })
    const { body } = await test.as(tech).call(customerRequests.get, { params: { id: await requestOf(labs) } })
    const work = body.customer_request.workflow!
    await saveStep(tech, work.id, work.processes[0]!.id, tech.id)
    // The partner sees this one, and its work is the lab's all the same.
    await sql`update patients set partner_organization_id = ${practice.partner!.id} where id = ${labs.id}`.execute(
      test.connection.db,
    )
    await sql`update case_rows set partner_organization_id = ${practice.partner!.id} where patient_id = ${labs.id}`.execute(
      test.connection.db,
    )
    await sql`
      with link as (
        insert into share_links (organization_id, patient_id, kind, token_hash, created_by, created_at, expires_at)
        values (${practice.id}, ${labs.id}, 'setup', ${Buffer.from(`reach ${labs.id}`)}, ${tech.id}, now(), now() + interval '1 day')
      ), measured as (
        insert into measurements (organization_id, patient_id, scan_kind, kind, jaw, tooth, created_by, created_at)
        values (${practice.id}, ${labs.id}, 'setup', 'tooth_size', 'upper', 8, ${tech.id}, now()) returning id
      )
      insert into measurement_points (organization_id, patient_id, measurement_id, position, file_id, x, y, z)
      select ${practice.id}, ${labs.id}, measured.id, n, (select max(id) from patient_files where patient_id = ${labs.id}), n, 0, 0
      from measured, generate_series(1, 2) n`.execute(test.connection.db)
    partners = await given.case({ practice, form: { submission_completed_by: 3, user_id: practice.member.id } })
    await saveStep(practice.partner!.user, partners.workflowId!, partners.processIds[0]!, practice.partner!.user.id)
  })
  const requestOf = async (testCase: GivenCase) =>
    (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body.patient.open_request_id!
  const saveStep = (who: TestUser, workflow: number, step: number, user_id: number | null) =>
    test.as(who).call(techWorkflows.saveProcesses, {
      params: { id: workflow },
      body: {
        processes: [{ id: step, started_at: new Date(Date.now() - 60_000).toISOString(), finished_at: null, user_id }],
      },
    })

  /** Every answer about a case that has room for such a name. */
  const answers: [string, (who: TestUser, testCase: GivenCase) => Promise<unknown>][] = [
    ['the case', (who, { id }) => ask(who, patients.get, { params: { id } })],
    ['its measurements', (who, { id }) => ask(who, measurements.list, { params: { id } })],
    ['its share links', (who, { id }) => ask(who, shareLinks.list, { params: { id } })],
    ['its history', (who, { id }) => ask(who, patients.history, { params: { id } })],
    ['its Rx form', (who, { rxFormId: id }) => ask(who, rxForms.get, { params: { id } })],
    ['the list', async (who, { id }) => (await lines(who)).filter((line) => line.id === id)],
    ['its prints', (who, { id }) => ask(who, printingRequests.list, { query: { patient_id: id } })],
    [
      'its request',
      async (who, testCase) => ask(who, customerRequests.get, { params: { id: await requestOf(labs) } }, testCase),
    ],
  ]
  const ask = async (who: TestUser, route: Route, input: object, testCase: GivenCase = labs) => {
    if (route === customerRequests.get && testCase !== labs) return {}
    const { status, body } = await test.as(who).call(route, input as never)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const lines = async (who: TestUser) =>
    (await test.as(who).call(patients.list, { query: { 'filter[active_request_only]': '0', perPage: 200 } as never }))
      .body.patients

  describe.each(answers)('%s', (_what, read) => {
    it.each([
      ['the owner', () => practice.owner],
      ['the doctor of the case', () => practice.member],
      ['the manager', () => practice.manager],
    ])('does not tell %s: there it is the lab', async (_who, who) => {
      for (const testCase of [labs, partners])
        expect(JSON.stringify(await read(who(), testCase))).not.toContain(surname)
    })
    it('does not tell the partner who of the lab works', async () => {
      expect(JSON.stringify(await read(practice.partner!.user, labs))).not.toContain(surname)
    })
  })

  it('sends its notices to staff, and to the partner for its own work', async () => {
    const staff = await given.user('tech_support')
    for (const [, read] of answers.filter(([what]) => what !== 'its Rx form'))
      expect(JSON.stringify(await read(staff, labs)), read.toString()).toContain(surname)
    const partner = practice.partner!.user
    for (const [what, read] of answers.filter(([name]) => ['the case', 'its history', 'the list'].includes(name)))
      expect(JSON.stringify(await read(partner, partners)), what).toContain(surname)
  })

  it('is set by a partner for itself only', async () => {
    const partner = practice.partner!.user
    const testCase = await given.case({ practice, form: { submission_completed_by: 3 } })
    const set = (user: number) => saveStep(partner, testCase.workflowId!, testCase.processIds[0]!, user)
    expect((await set(tech.id)).status).toBe(403)
    expect((await set((await given.practice({ partner: true })).partner!.user.id)).status).toBe(403)
    expect((await set(partner.id)).status).toBe(200)
  })

  it('is given to the lab’s staff only, and stays with who has left since', async () => {
    const testCase = await given.case({ practice })
    const [workflowId, step] = [testCase.workflowId!, testCase.processIds[0]!]
    const admin = await given.user('admin')
    const set = (user: number) => saveStep(admin, workflowId, step, user)
    expect(await set(practice.partner!.user.id)).toMatchObject({
      status: 422,
      body: { error: { user_id: ['This person cannot work on cases.'] } },
    })
    const leaver = await given.user('tech_support')
    expect((await set(leaver.id)).status).toBe(200)
    await sql`update users set deleted_at = now() where id = ${leaver.id}`.execute(test.connection.db)
    const processes = [{ id: step, started_at: new Date().toISOString(), finished_at: null, user_id: leaver.id }]
    const times = { params: { id: workflowId }, body: { processes } }
    expect((await test.as(admin).call(techWorkflows.saveProcesses, times)).status).toBe(200)
  })
})

describe('a case that a partner submits', () => {
  it('is the partner’s work, with all that follows from it', async () => {
    const practice = await given.practice({ partner: true })
    const body = given.form(practice, {
      user_id: practice.owner.id,
      submission_completed_by: 1,
      rush_case: true,
      rush_case_authorized_by: 'Wedding',
    })
    const answer = await test
      .as(practice.partner!.user)
      .call(rxForms.submitForOrganization, { params: { id: practice.id }, body: body as never })
    expect(answer.body.rx_form).toMatchObject({ submission_completed_by: 3, rush_case: false })
  })
})

describe('a similar patient', () => {
  const similar = async (who: TestUser, practice: GivenPractice, last_name: string) =>
    (
      await test
        .as(who)
        .call(patients.checkSimilar, { query: { first_name: 'Ada', last_name, organization_id: practice.id } })
    ).body.data

  it('is among the cases that one may read; beyond them, within the own practice, without since when', async () => {
    const practice = await given.practice({ partner: true })
    const last_name = `Same${given.unique()}`
    await given.case({ practice, form: { last_name } })
    const nothing = { has_similar_patient: false, numeric_suffix: null, created_at: null }
    expect(await similar(practice.owner, practice, last_name)).toMatchObject({
      has_similar_patient: true,
      created_at: expect.any(String),
    })
    expect(await similar(practice.member, practice, last_name)).toEqual({
      has_similar_patient: true,
      numeric_suffix: 1,
      created_at: null,
    })
    expect(await similar(practice.partner!.user, practice, last_name)).toEqual(nothing)
    await given.case({ practice, form: { last_name, submission_completed_by: 3 } })
    expect(await similar(practice.partner!.user, practice, last_name)).toMatchObject({ has_similar_patient: true })
  })
})

it('lists archived cases for people of the lab with the right', async () => {
  const practice = await given.practice({ partner: true })
  const archived = { query: { 'filter[archived_only]': '1' } as never }
  for (const who of [practice.owner, practice.manager, practice.member]) {
    expect((await test.as(who).call(patients.list, archived)).status).toBe(403)
    expect(
      (await test.as(who).call(patients.listOfOrganization, { params: { id: practice.id }, ...archived })).status,
    ).toBe(403)
  }
  // Of the lab, whoever holds organization.view-archived (`cases/archived`).
  for (const role of ['super_admin', 'admin', 'supervisor'] as const)
    expect((await test.as(await given.user(role)).call(patients.list, archived)).status, role).toBe(200)
  for (const who of [await given.user('tech_support'), practice.partner!.user])
    expect((await test.as(who).call(patients.list, archived)).status).toBe(403)
})

describe('people of a disabled practice read only', () => {
  it('requests, drafts and uploads included', async () => {
    const testCase = await given.case({
      stage: 'approved',
      form: { ...printing, export_type: 1, print_assignment: 2, insert_brackets_assignment: 2, shipping_method: null },
    })
    const other = await given.case({ stage: 'approved', form: printing, practice: testCase.practice })
    const { practice } = testCase
    const lab = await given.user('supervisor')
    const requestOf = async ({ id }: GivenCase) =>
      (await test.as(lab).call(patients.get, { params: { id } })).body.patient.open_request_id!
    const [own, labs] = [await requestOf(testCase), await requestOf(other)]
    const { body } = await test.as(lab).call(customerRequests.get, { params: { id: labs } })
    const print = body.customer_request.printing_request!
    await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(test.connection.db)
    const owner = test.as(practice.owner)
    const shipping = {
      patient_id: other.id,
      location_id: print.location_id!,
      shipping_method_id: print.shipping_method_id!,
      expected_arrival_date: print.expected_arrival_date!,
      delivery_date_from: print.delivery_date_from!,
      delivery_date_to: print.delivery_date_to!,
    }
    const stl = { name: 'a.stl', size: 1000, type: 'model/stl', sha256: 'a'.repeat(64), purpose: 'scan' as const }
    const tries = {
      cancel: await owner.call(customerRequests.cancel, { params: { id: labs }, body: {} }),
      complete: await owner.call(customerRequests.complete, { params: { id: own }, body: { seen: 'any' } }),
      shipping: await owner.call(printingRequests.shipping, { params: { id: print.id }, body: shipping as never }),
      draft: await owner.call(rxForms.saveDraft, {
        params: { id: practice.id },
        query: { draft: 'a1' },
        body: { data: {} },
      }),
      upload: await owner.call(rxForms.uploadLinkOfOrganization, { params: { id: practice.id }, query: stl as never }),
    }
    for (const [name, { status, body: said }] of Object.entries(tries))
      expect([name, status], JSON.stringify(said)).toEqual([name, 403])
    expect((await owner.call(patients.get, { params: { id: testCase.id } })).status).toBe(200)
    expect((await test.as(lab).call(customerRequests.cancel, { params: { id: labs }, body: {} })).status).toBe(200)
  })
})

it('a label that is printed again is no news', async () => {
  const testCase = await given.case({ stage: 'approved', form: printing })
  const lab = test.as(await given.user('supervisor'))
  const { body } = await lab.call(patients.get, { params: { id: testCase.id } })
  const params = { id: body.patient.open_request_id! }
  const printed = async () =>
    (await lab.call(patients.history, { params: { id: testCase.id } })).body.history.filter(
      ({ event }) => event === 'label_printed',
    ).length
  for (let index = 0; index < 3; index += 1) await lab.call(customerRequests.patientLabelPrinted, { params })
  expect(await printed()).toBe(1)
  // It waits for nobody who works on the case.
  await whileLocked(test, `select 1 from patients where id = ${testCase.id} for update`, async () => {
    expect((await lab.call(customerRequests.patientLabelPrinted, { params })).status).toBe(200)
  })
  for (let index = 0; index < 3; index += 1)
    expect((await lab.call(customerRequests.shippingLabelsPrinted, { body: { ids: [params.id] } })).status).toBe(200)
  expect(await printed()).toBe(2)
})

it('labels of many requests lock their cases in one order, whatever the order of the requests', async () => {
  const practice = await given.practice()
  const cases: GivenCase[] = []
  for (let index = 0; index < 2; index += 1)
    cases.push(await given.case({ practice, stage: 'approved', form: printing }))
  const lab = await given.user('supervisor')
  const ask = (id: number) =>
    test.as(lab).call(printingRequests.create, { body: { patient_id: id, arches: 3, content_type_id: 1 } })
  // The second case's later request is asked for first.
  const late = (await ask(cases[1]!.id)).body.customer_request.id
  const later = (await ask(cases[0]!.id)).body.customer_request.id
  expect(late).toBeLessThan(later)
  const actor = await given.actor(lab)
  expect(await inOrderOfCases(test.connection.db, actor, [late, later])).toEqual([later, late])
  expect(await inOrderOfCases(test.connection.db, actor, [later, 2_000_000_000, late])).toEqual([
    later,
    late,
    2_000_000_000,
  ])
})
