import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshCaseRows, staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type CaseStage, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { seenBy } from '../seen.ts'

let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
const cases: Record<string, GivenCase> = {}
const brackets = { export_type: 1, insert_brackets_assignment: 1, shipping_method: 'standard' } as const
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('supervisor')
  const add = async (name: string, form: object, stage: CaseStage = 'new', by = tech) =>
    (cases[name] = await given.case({ practice, tech: by, stage, form }))
  await add('own', {})
  await add('office', { submission_completed_by: 2 })
  await add('office to print', { ...brackets, submission_completed_by: 2, print_assignment: 1 })
  const partnersSetup = { ...brackets, submission_completed_by: 3, print_assignment: 1 }
  await add('partner to print', partnersSetup, 'in_progress', practice.partner!.user)
  await add('partner prints', { ...brackets, print_assignment: 3, insert_brackets_assignment: 3 }, 'approved')
})
afterAll(() => test.close())

const listed = async (query: object = {}) => {
  const { status, body } = await test
    .as(tech)
    .call(patients.list, { query: { queryOrganization: practice.id, orderBy: 'created_at', ...query } as object })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.patients.map(({ id }) => Object.keys(cases).find((name) => cases[name]!.id === id))
}

it('the lab’s list has a case that another made the setup of once the lab prints for it (work/assigned)', async () => {
  expect(await listed()).toEqual(['own', 'partner prints'])
  for (const [name, who] of [
    ['office to print', practice.owner],
    ['partner to print', practice.partner!.user],
  ] as const) {
    const { status, body } = await test.as(who).call(patients.completeSetup, {
      params: { id: cases[name]!.id },
      body: { seen: await seenBy(test, who, cases[name]!.id) },
    })
    expect(status === 200 || JSON.stringify(body)).toBe(true)
  }
  expect(await listed()).toEqual(['own', 'office to print', 'partner to print', 'partner prints'])
  // Who is asked for is the maker of the setup, or who prints.
  expect(await listed({ requestAssignments: '2' })).toEqual(['office', 'office to print'])
  expect(await listed({ requestAssignments: '3' })).toEqual(['partner to print', 'partner prints'])
  // Of one kind of work, who does that kind.
  const prints = { requestTypeStatus: 'printing_request.0' }
  expect(await listed(prints)).toEqual(['office to print', 'partner to print'])
  expect(await listed({ ...prints, requestAssignments: '3' })).toEqual(['partner prints'])
  expect(await listed({ requestTypeStatus: 'initial_case_setup.0', requestAssignments: '3' })).not.toContain(
    'partner prints',
  )
})

it('a canceled print makes no one’s work of a case; a further one of the lab does', async () => {
  const { patient } = (await test.as(tech).call(patients.get, { params: { id: cases['office to print']!.id } })).body
  await test.as(tech).call(customerRequests.cancel, { params: { id: patient.open_request_id! }, body: {} })
  const inactiveToo = { 'filter[active_request_only]': '0', requestAssignments: '1' }
  expect(await listed(inactiveToo)).not.toContain('office to print')
  const body = {
    patient_id: cases['office to print']!.id,
    arches: 3,
    content_type_id: 1,
    insert_brackets: false,
    location_id: null,
    shipping_method: null,
    expected_arrival_date: null,
  } as const
  const ask = () => test.as(practice.owner).call(printingRequests.create, { body })
  const nothingThere = { error: 'Add the IOS file or the setup first. The print is made from it.' }
  expect(await ask()).toMatchObject({ status: 409, body: nothingThere })
  const id = body.patient_id
  await test.connection.db.transaction().execute(async (trx) => {
    await sql`insert into patient_files (organization_id, patient_id, patient_file_type_id, name, original_name, size, sha256,
        content_type, storage_key, processing, uploaded_by)
      values (${practice.id}, ${id}, 1, 'case.ios', 'case.ios', 10, '', '', ${given.unique()}, 'kept', ${tech.id})`.execute(
      trx,
    )
    await refreshCaseRows(trx, [id])
  })
  const asked = await ask()
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  expect(await listed()).toContain('office to print')
  const stale = new Set(await staleCaseRows(test.connection.db))
  expect(Object.values(cases).filter((testCase) => stale.has(testCase.id))).toEqual([])
})

it('a print grows old from its last change of state, whatever is saved in the meantime (work/age)', async () => {
  const { id } = await given.case({ practice, tech, stage: 'approved', form: { ...brackets, print_assignment: 1 } })
  const since = async () => {
    const { body } = await test.as(tech).call(patients.list, { query: { 'filter[search]': `C-${id}` } as object })
    return body.patients[0]!.workflow_data.printing_request!.status_updated_at
  }
  const { patient } = (await test.as(tech).call(patients.get, { params: { id } })).body
  const request = async () =>
    (await test.as(tech).call(customerRequests.get, { params: { id: patient.open_request_id! } })).body.customer_request
  const { workflow, printing_request: print } = await request()
  const steps = workflow!.processes.map((step) => step.id)
  const start = (step: number) =>
    test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: workflow!.id },
      body: { processes: [{ id: step, started_at: new Date(Date.now() - 1000).toISOString(), finished_at: null }] },
    })
  const asked = await since()
  await start(steps[0]!)
  const begun = await since()
  expect(begun > asked).toBe(true)
  expect((await start(steps[1]!)).status).toBe(200)
  const saved = await test.as(tech).call(printingRequests.shipping, {
    params: { id: print!.id },
    body: {
      patient_id: id,
      location_id: await given.location(practice),
      shipping_method_id: print!.shipping_method_id!,
      expected_arrival_date: print!.expected_arrival_date!,
      delivery_date_from: print!.delivery_date_from!,
      delivery_date_to: print!.delivery_date_to!,
    },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect([await since(), (await request()).workflow!.status_updated_at]).toEqual([begun, begun])
})
