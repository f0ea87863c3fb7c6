import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { cellsOf } from '../facts.ts'
import { givenIn, type CaseStage, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** Whose a setup or a print is: who may say so, when, and what follows (`work/technician`). */
let test: TestApp
let given: Given
let practice: GivenPractice
const people: Record<string, TestUser> = {}
/** Of the lab, for whom the work is. */
let colleague: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
    people[role] = await given.user(role)
  colleague = await given.user('tech_support', ['Priya', 'Nair'])
  const { owner, manager, member, assistant } = practice
  Object.assign(people, { owner, manager, member, assistant, partner: practice.partner!.user })
  people.outsider = (await given.practice()).owner
})
afterAll(() => test.close())

const printing = { products_list: 1 | 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 1 } as const
const caseOf = async ({ id }: GivenCase, who: TestUser = people.admin!) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const requestOf = async (testCase: GivenCase, who: TestUser = people.admin!) => {
  const { customer_requests: all } = await caseOf(testCase)
  return (await test.as(who).call(customerRequests.get, { params: { id: all[0]!.id } })).body.customer_request
}
const setupTo = ({ rxFormId: id }: GivenCase, who: TestUser, assigned_to: number | null) =>
  test.as(who).call(rxForms.managementData, { params: { id }, body: { kind: 'initial_case_setup', assigned_to } })
const printTo = (id: number, who: TestUser, assigned_to: number | null) =>
  test
    .as(who)
    .call(customerRequests.managementData, { params: { id }, body: { kind: 'printing_request', assigned_to } })
const assignPrint = async (testCase: GivenCase, assign_to: 2 | 3) => {
  const { printing_request } = await requestOf(testCase)
  const { status } = await test
    .as(people.admin!)
    .call(printingRequests.assign, { params: { id: printing_request!.id }, body: { assign_to } })
  expect(status).toBe(200)
}

/**
 * By hand: of work of the lab and of the partner, who may give it to oneself, to a colleague at the lab, to no one. People of
 * practices never may, wherever.
 */
const table = `
             super_admin admin supervisor tech_support partner owner manager member assistant outsider
  lab>self   200         200   200        200          404     403   403     403    403       403
  lab>other  200         200   200        403          404     403   403     403    403       403
  lab>none   200         200   200        200          404     403   403     403    403       403
  part>self  403         403   403        403          200     403   403     403    403       403
  part>other 403         403   403        403          403     403   403     403    403       403
  part>none  403         403   403        403          200     403   403     403    403       403`
const cells = cellsOf<string, string>(table)
const wanted = (way: string, who: TestUser) =>
  way.endsWith('self') ? who.id : way.endsWith('other') ? colleague.id : null

describe('who sets the technician of a setup', () => {
  /** Cases that no one has taken yet, by whose work they are. */
  const untouched = new Map<string, GivenCase>()
  it.each(cells)('%s by %s: %s', async (way, name, answer) => {
    const who = people[name]!
    const whose = way.split('>')[0]!
    const testCase =
      untouched.get(whose) ??
      (await given.case({
        practice,
        form: { submission_completed_by: whose === 'lab' ? 1 : 3, user_id: practice.member.id },
      }))
    const { status, body } = await setupTo(testCase, who, wanted(way, who))
    if (status === 200) untouched.delete(whose)
    else untouched.set(whose, testCase)
    expect(status, JSON.stringify(body)).toBe(Number(answer))
    const { patient_status, rx_form, initial_case_setup } = await caseOf(testCase)
    const taken = status === 200 && !way.endsWith('none')
    // Having a technician starts the work of a setup; losing one does not.
    expect(patient_status.key).toBe(taken ? 'in_progress' : 'new')
    expect(rx_form!.status.key).toBe(taken ? 'in_progress' : 'new')
    expect(initial_case_setup!.assigned_to?.id ?? null).toBe(taken ? wanted(way, who) : null)
  })
})

describe('who sets the technician of a print', () => {
  const cases: Record<string, GivenCase> = {}
  beforeAll(async () => {
    const make = () =>
      given.case({
        practice,
        stage: 'approved',
        tech: people.supervisor!,
        form: { ...printing, user_id: practice.member.id },
      })
    cases.lab = await make()
    cases.part = await make()
    await assignPrint(cases.part, 3)
  })
  it.each(cells)('%s by %s: %s', async (way, name, answer) => {
    const who = people[name]!
    const testCase = cases[way.split('>')[0]!]!
    const before = await requestOf(testCase)
    const { status, body } = await printTo(before.id, who, wanted(way, who))
    expect(status, JSON.stringify(body)).toBe(Number(answer))
    const after = await requestOf(testCase, way.startsWith('part') ? people.partner! : people.admin!)
    if (status === 200) {
      expect(after.workflow!.assigned_to?.id ?? null).toBe(wanted(way, who))
      expect(after.printing_request!.assigned_to?.id ?? null).toBe(wanted(way, who))
    }
    expect(after.printing_request!.status.key).toBe('new')
    expect((await caseOf(testCase)).patient_status.key).toBe('approved')
  })

  it('no one works for the lab who does not work there', async () => {
    const { id } = await requestOf(cases.lab!)
    for (const stranger of [practice.owner.id, practice.partner!.user.id, 2_000_000_000])
      expect(await printTo(id, people.admin!, stranger)).toMatchObject({
        status: 422,
        body: { error: { assigned_to: ['This person cannot work on cases.'] } },
      })
  })

  it('a print that the practice makes has no technician', async () => {
    const testCase = await given.case({ practice, stage: 'approved', tech: people.supervisor!, form: printing })
    await assignPrint(testCase, 2)
    const { id } = await requestOf(testCase)
    expect((await printTo(id, people.admin!, colleague.id)).status).toBe(403)
  })
})

describe('when', () => {
  const setups = `
    new yes
    in_progress yes
    awaiting_approval yes
    approved The_Rx_form_is_completed.
    completed The_Rx_form_is_completed.
    held This_case_is_on_hold.
    archived This_case_is_archived.
    canceled The_Rx_form_of_this_case_is_canceled.`
  const rowsOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' ') as [string, string])
  const cancel = (testCase: GivenCase) =>
    test.as(people.admin!).call(rxForms.cancel, { params: { id: testCase.rxFormId }, body: { reason: 'A mistake' } })
  const make = async (state: string): Promise<GivenCase> => {
    const stage = ['held', 'archived', 'canceled'].includes(state) ? 'in_progress' : (state as CaseStage)
    const options = { practice, stage, held: state === 'held', archived: state === 'archived' }
    const testCase = await given.case({ ...options, ...(state === 'approved' ? { form: printing } : {}) })
    if (state === 'canceled') await cancel(testCase)
    return testCase
  }
  it.each(rowsOf(setups))('a setup, %s: %s', async (state, says) => {
    const testCase = await make(state)
    const { status, body } = await setupTo(testCase, people.admin!, colleague.id)
    expect(status, JSON.stringify(body)).toBe(says === 'yes' ? 200 : 409)
    if (says !== 'yes') expect(body).toMatchObject({ error: says.replaceAll('_', ' ') })
  })

  const prints = `
    new yes
    in_progress yes
    duplicated There_is_more_than_one_active_request._Cancel_one_first_to_continue.
    held This_case_is_on_hold.
    archived This_case_is_archived.
    completed This_request_is_completed.
    canceled This_request_is_canceled.`
  it.each(rowsOf(prints))('a print, %s: %s', async (state, says) => {
    const stage = 'approved'
    const options = { practice, stage, held: state === 'held', archived: state === 'archived' } as const
    const testCase = await given.case({ ...options, form: printing })
    const request = await requestOf(testCase)
    const as = test.as(people.admin!)
    const step = request.workflow!.processes[0]!
    if (state === 'in_progress')
      await as.call(techWorkflows.saveProcesses, {
        params: { id: request.workflow!.id },
        body: {
          processes: [{ id: step.id, started_at: new Date(Date.now() - 5000).toISOString(), finished_at: null }],
        },
      })
    if (state === 'duplicated')
      await as.call(printingRequests.create, { body: { patient_id: testCase.id, arches: 1, content_type_id: 1 } })
    if (state === 'completed')
      await as.call(customerRequests.complete, {
        params: { id: request.id },
        body: { tracking_number: '1Z999AA10123456784' },
      })
    if (state === 'canceled') await as.call(customerRequests.cancel, { params: { id: request.id }, body: {} })
    const before = (await as.call(customerRequests.get, { params: { id: request.id } })).body.customer_request
    const { status, body } = await printTo(request.id, people.admin!, colleague.id)
    expect(status, JSON.stringify(body)).toBe(says === 'yes' ? 200 : 409)
    if (says !== 'yes') expect(body).toMatchObject({ error: says.replaceAll('_', ' ') })
    const after = (await as.call(customerRequests.get, { params: { id: request.id } })).body.customer_request
    expect(after.status).toEqual(before.status)
    expect(after.printing_request!.status).toEqual(before.printing_request!.status)
    expect(after.workflow!.assigned_to).toEqual(
      says === 'yes' ? { id: colleague.id, full_name: 'Priya Nair' } : before.workflow!.assigned_to,
    )
  })
})

describe('what follows', () => {
  const unassigned = async (testCase: GivenCase) =>
    (
      await test.as(people.admin!).call(patients.list, {
        query: { 'filter[unassigned_only]': '1', queryOrganization: String(testCase.practice.id) },
      })
    ).body.patients.map(({ id }) => id)
  const lineOf = async (testCase: GivenCase) =>
    (
      await test.as(people.admin!).call(patients.list, {
        query: { 'filter[search]': `C-${testCase.id}`, queryOrganization: String(testCase.practice.id) },
      })
    ).body.patients[0]!.workflow_data

  it('a print that someone has is not unassigned, and its line names the technician of the print', async () => {
    const testCase = await given.case({ stage: 'approved', tech: people.supervisor!, form: printing })
    const { id } = await requestOf(testCase)
    expect(await unassigned(testCase)).toEqual([testCase.id])
    expect((await printTo(id, people.admin!, colleague.id)).status).toBe(200)
    expect(await unassigned(testCase)).toEqual([])
    expect((await lineOf(testCase)).printing_request!.assigned_to).toEqual({
      id: colleague.id,
      full_name: 'Priya Nair',
    })
    expect((await printTo(id, people.admin!, null)).status).toBe(200)
    expect(await unassigned(testCase)).toEqual([testCase.id])
    const { history } = (await test.as(people.admin!).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.filter(({ event }) => event === 'technician_set').map(({ note }) => note)).toEqual([
      'Print: Unassigned',
      'Print',
    ])
    expect(await given.staleRows()).toEqual([])
  })

  it('a person who is put on a step has the work where no one had it (A5)', async () => {
    const testCase = await given.case({ stage: 'approved', tech: people.supervisor!, form: printing })
    const { workflow } = await requestOf(testCase)
    const put = (index: number, user: TestUser) =>
      test.as(people.admin!).call(techWorkflows.saveProcesses, {
        params: { id: workflow!.id },
        body: {
          processes: [{ id: workflow!.processes[index]!.id, started_at: null, finished_at: null, user_id: user.id }],
        },
      })
    expect((await put(0, colleague)).status).toBe(200)
    expect(await unassigned(testCase)).toEqual([])
    expect((await requestOf(testCase)).workflow!.assigned_to!.id).toBe(colleague.id)
    expect((await put(1, people.supervisor!)).status).toBe(200)
    expect((await requestOf(testCase)).workflow!.assigned_to!.id).toBe(colleague.id)
    expect((await requestOf(testCase)).printing_request!.status.key).toBe('new')
  })

  it('the same person once more changes nothing', async () => {
    const testCase = await given.case({ stage: 'approved', tech: people.supervisor!, form: printing })
    const { id } = await requestOf(testCase)
    for (const _ of [1, 2]) expect((await printTo(id, people.admin!, colleague.id)).status).toBe(200)
    const { history } = (await test.as(people.admin!).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.filter(({ event }) => event === 'technician_set')).toHaveLength(1)
  })

  it('notifies a technician of assigned work, not of work they took', async () => {
    const someone = await given.user('tech_support')
    const bell = async () =>
      (await test.as(someone).call(notifications.list, { query: { perPage: 100 } })).body.notifications
        .filter(({ type }) => type === 'technician_set')
        .map(({ message, link }) => `${message} ${link}`)
    const [taken, setup, print] = [
      await given.case(),
      await given.case(),
      await given.case({ stage: 'approved', tech: people.supervisor!, form: printing }),
    ]
    const { id } = await requestOf(print)
    expect((await setupTo(taken, someone, someone.id)).status).toBe(200)
    expect((await setupTo(setup, people.admin!, someone.id)).status).toBe(200)
    expect((await printTo(id, people.admin!, someone.id)).status).toBe(200)
    await vi.waitFor(
      async () =>
        expect((await bell()).toSorted()).toEqual([
          `A case was assigned to you /patient-workflow/${setup.id}`,
          `A case was assigned to you /requests/${id}`,
        ]),
      { timeout: 20_000 },
    )
  }, 60_000)
})
