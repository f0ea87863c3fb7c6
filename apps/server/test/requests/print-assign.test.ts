import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import type { GivenPractice } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

let { test, given, admin, requestOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, requestOf } = await openLab())
})
afterAll(() => test.close())

const approved = async (practice?: GivenPractice) =>
  given.case({
    ...(practice ? { practice } : {}),
    stage: 'approved',
    setup: 3,
    tech: await given.user('tech_support'),
    form: { products_list: 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, jaws_id: 3 },
  })
const assign = (id: number, assign_to: 1 | 2 | 3, who: TestUser = admin, version?: number) =>
  test.as(who).call(printingRequests.assign, {
    params: { id },
    body: { assign_to, ...(version === undefined ? {} : { version }) },
  })

it('a print goes to the practice and back: shipping and steps with it', async () => {
  const testCase = await approved()
  const before = await requestOf(testCase)
  const { id, version } = before.printing_request!
  const inOffice = await assign(id, 2, admin, version)
  expect(inOffice.status, JSON.stringify(inOffice.body)).toBe(200)
  expect(inOffice.body.customer_request).toMatchObject({
    workflow: null,
    printing_request: {
      assign_to: 2,
      location: null,
      shipping_method_id: null,
      expected_arrival_date: null,
      ship_date: null,
    },
  })
  expect((await requestOf(testCase, testCase.practice.owner)).can.complete).toBe(true)
  expect((await assign(id, 1, admin, version)).status).toBe(409)
  const back = (await assign(id, 1)).body.customer_request
  expect(back.printing_request).toMatchObject({ assign_to: 1, shipping_method: 'standard' })
  expect(back.printing_request!.ship_date).not.toBeNull()
  expect(back.printing_request!.location).not.toBeNull()
  const steps = before.workflow!.processes.map(({ process }) => process)
  expect(back.workflow!.processes.map(({ process }) => process)).toEqual(steps)
  expect(steps).toContain('Insert Brackets')
  const { history } = (await test.as(admin).call(patients.history, { params: { id: testCase.id } })).body
  expect(history.filter(({ label }) => label === 'Print assigned')).toHaveLength(2)
})

it('a partner gets it only where the practice named one, and sees the case as long as it is the partner’s', async () => {
  const alone = await approved()
  expect(await assign((await requestOf(alone)).printing_request!.id, 3)).toMatchObject({
    status: 422,
    body: { error: { assign_to: ['This practice has no partner lab.'] } },
  })
  const practice = await given.practice({ partner: true })
  const testCase = await approved(practice)
  const partner = practice.partner!.user
  const seen = async () => (await test.as(partner).call(patients.get, { params: { id: testCase.id } })).status
  const { printing_request: print } = await requestOf(testCase)
  expect(await seen()).toBe(404)
  const taken = await assign(print!.id, 3)
  expect(taken.body.customer_request.printing_request).toMatchObject({
    assign_to: 3,
    ship_date: print!.ship_date,
    expected_arrival_date: print!.expected_arrival_date,
  })
  expect(await seen()).toBe(200)
  expect((await requestOf(testCase, partner)).can).toMatchObject({ complete: true, work_steps: true, assign: false })
  // A change of the form, which says nothing of the partner, takes nothing from it.
  const change = await test.as(admin).call(rxForms.change, {
    params: { id: testCase.rxFormId },
    body: { special_instructions: 'Please call before it ships.' },
  })
  expect(change.status, JSON.stringify(change.body)).toBe(200)
  expect(await seen()).toBe(200)
  expect((await assign(print!.id, 1)).status).toBe(200)
  expect(await seen()).toBe(404)
})

it('is refused once the print has started, and to people without the right', async () => {
  const testCase = await approved()
  const { workflow, printing_request: print } = await requestOf(testCase)
  for (const who of [testCase.practice.owner, await given.user('tech_support')])
    expect((await assign(print!.id, 2, who)).status).toBe(403)
  const started_at = new Date(Date.now() - 5000).toISOString()
  await test.as(admin).call(techWorkflows.saveProcesses, {
    params: { id: workflow!.id },
    body: { processes: [{ id: workflow!.processes[0]!.id, started_at, finished_at: null }] },
  })
  expect(await assign(print!.id, 2)).toMatchObject({ status: 409, body: { error: 'Work on this print has started.' } })
})

it('of many at once each leaves a whole print: steps where a lab prints, none in the office', async () => {
  const testCase = await approved()
  const { id } = (await requestOf(testCase)).printing_request!
  const answers = await crowd(30, (index) => assign(id, index % 2 ? 2 : 1))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { workflow, printing_request: print } = await requestOf(testCase)
  expect(workflow === null).toBe(print!.assign_to === 2)
  expect(print!.ship_date === null).toBe(print!.assign_to === 2)
  if (workflow) expect(workflow.processes).toHaveLength(10)
})
