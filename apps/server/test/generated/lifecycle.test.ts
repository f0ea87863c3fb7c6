import { next } from '@archwire/contract/core/lifecycle.ts'
import { caseLifecycle, type CaseEvent } from '@archwire/contract/patients/lifecycle.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxFormLifecycle } from '@archwire/contract/rx-forms/lifecycle.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { seenBy } from '../seen.ts'
import { givenIn, type CaseStage, type Given, type GivenCase } from '../given.ts'

/** Generated from the life-cycle tables of case and Rx form: every (state, event) pair, at rest, on hold, and for people who may not. */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

type RxFormEvent = keyof typeof rxFormLifecycle.events

/** How people cause an event. `settle` and `reopen` follow from others. */
const ways: Partial<
  Record<CaseEvent, (testCase: GivenCase, as?: TestUser) => Promise<{ status: number; body: unknown }>>
> = {
  start_work: (testCase, as = tech) =>
    test.as(as).call(techWorkflows.saveProcesses, {
      params: { id: testCase.workflowId! },
      body: {
        processes: [
          { id: testCase.processIds.at(-1)!, started_at: new Date(Date.now() - 1000).toISOString(), finished_at: null },
        ],
      },
    }),
  mark_as_ready: async (testCase, as = tech) =>
    test.as(as).call(rxForms.markAsReady, {
      params: { id: testCase.rxFormId },
      body: { seen: await seenBy(test, tech, testCase.id) },
    }),
  complete_setup: async (testCase, as = tech) =>
    test.as(as).call(patients.completeSetup, {
      params: { id: testCase.id },
      body: { approved_by: 'Dr. Owner, by phone', seen: await seenBy(test, tech, testCase.id) },
    }),
  approve: async (testCase, as = testCase.practice.owner) =>
    test
      .as(as)
      .call(patients.approve, { params: { id: testCase.id }, body: { seen: await seenBy(test, tech, testCase.id) } }),
  request_changes: async (testCase, as = testCase.practice.owner) =>
    test.as(as).call(patients.requestChanges, {
      params: { id: testCase.id },
      body: { note: 'Again, please.', seen: await seenBy(test, tech, testCase.id) },
    }),
}

/** A case in a state: of prints it stays Approved, else it is Completed at once. */
const caseIn = (state: CaseStage, held = false) =>
  given.case({
    stage: state,
    held,
    tech,
    form:
      state === 'approved'
        ? { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' }
        : {},
  })
const statusOf = async (testCase: GivenCase) =>
  (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body.patient.patient_status.key

/** What an event of the case is to its Rx form; what the form knows besides has no way yet. */
const formEvents: Partial<Record<CaseEvent, RxFormEvent>> = {
  start_work: 'start_work',
  mark_as_ready: 'mark_as_ready',
  complete_setup: 'complete',
  approve: 'complete',
  request_changes: 'request_changes',
}
const formStatusOf = async (testCase: GivenCase) =>
  (await test.as(tech).call(rxForms.get, { params: { id: testCase.rxFormId } })).body.rx_form.status.key

it('every event has a way, or follows from one that has', () => {
  expect([...Object.keys(ways), 'settle', 'reopen'].sort()).toEqual(Object.keys(caseLifecycle.events).sort())
  expect([...new Set(Object.values(formEvents)), 'cancel'].sort()).toEqual(Object.keys(rxFormLifecycle.events).sort())
})

const pairs = caseLifecycle.states.flatMap((state) =>
  (Object.keys(ways) as CaseEvent[]).map((event): [CaseStage, CaseEvent] => [state, event]),
)
// Work steps go on after the start; a first start is what moves the case, so the event is idle later on.
const workGoesOn = (state: CaseStage, event: CaseEvent) =>
  event === 'start_work' && ['in_progress', 'awaiting_approval'].includes(state)
// Notify needs a setup, which a case in progress does not have yet.
const needsSetup = (state: CaseStage, event: CaseEvent) => event === 'mark_as_ready' && state === 'in_progress'

describe.each(pairs)('%s × %s', (state, event) => {
  it('moves by the table or is refused with 409', async () => {
    const testCase = await caseIn(state)
    const to = next(caseLifecycle, state, event)
    const form = await formStatusOf(testCase)
    const answer = await ways[event]!(testCase)
    if (to === undefined || needsSetup(state, event)) {
      expect(answer.status).toBe(workGoesOn(state, event) ? 200 : 409)
      expect([await statusOf(testCase), await formStatusOf(testCase)]).toEqual([state, form])
    } else {
      expect(answer.status).toBe(200)
      expect(await statusOf(testCase)).toBe(to === 'approved' ? 'completed' : to)
      expect(await formStatusOf(testCase)).toBe(next(rxFormLifecycle, form, formEvents[event]!))
    }
  })

  it('is refused on hold', async () => {
    const testCase = await caseIn(state, true)
    expect(await ways[event]!(testCase)).toMatchObject({ status: 409, body: { error: 'This case is on hold.' } })
    expect(await statusOf(testCase)).toBe(state)
  })
})

it('management never approves in a doctor’s place, a practice never works the lab’s steps', async () => {
  const testCase = await caseIn('awaiting_approval')
  expect((await ways.approve!(testCase, tech)).status).toBe(403)
  expect((await ways.complete_setup!(testCase, testCase.practice.owner)).status).toBe(403)
  expect((await ways.start_work!(testCase, testCase.practice.owner)).status).toBe(403)
})

it('owner and manager approve any case, a member only their own, an assistant none', async () => {
  const practice = await given.practice()
  const outcome = async (user: TestUser, doctor: TestUser) => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech, practice, form: { user_id: doctor.id } })
    return (await ways.approve!(testCase, user)).status
  }
  expect(await outcome(practice.manager, practice.owner)).toBe(200)
  expect(await outcome(practice.member, practice.member)).toBe(200)
  expect(await outcome(practice.member, practice.owner)).toBe(404)
  expect(await outcome(practice.assistant, practice.owner)).toBe(403)
})

it('notifies only with a setup, and then goes on', async () => {
  const testCase = await caseIn('awaiting_approval')
  expect((await ways.request_changes!(testCase)).status).toBe(200)
  // Not with the setup that changes were requested (`cases/same-setup`).
  expect((await ways.mark_as_ready!(testCase)).status).toBe(409)
  const changed = { bytes: given.scan('upper', 4), kind: 'setup', jaws_id: 1, name: 'setup.stl' } as const
  await given.scanFile(testCase, tech, changed)
  expect((await ways.mark_as_ready!(testCase)).status).toBe(200)
  expect(await statusOf(testCase)).toBe('awaiting_approval')
})
