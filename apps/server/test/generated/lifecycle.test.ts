import { next } from '@archwire/contract/core/lifecycle.ts'
import { caseLifecycle } from '@archwire/contract/patients/lifecycle.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxFormLifecycle } from '@archwire/contract/rx-forms/lifecycle.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { printing, type CaseStage, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'
import { testLifeCycle, type Lab } from './life-cycle.ts'

/** Generated from the life-cycle tables of case and Rx form: every (state, event) pair, at rest, on hold, and for people who may not. */

/** A case in a state. With prints it stays Approved, else it is Completed at once. */
const caseIn = ({ given, tech }: Lab, stage: CaseStage) =>
  given.case({ stage, tech, form: stage === 'approved' ? printing : {} })

/** How people cause an event. */
const ways = {
  start_work: ({ test, tech }: Lab, testCase: GivenCase, as = tech) =>
    test.as(as).call(techWorkflows.saveProcesses, {
      params: { id: testCase.workflowId! },
      body: {
        processes: [
          { id: testCase.processIds.at(-1)!, started_at: new Date(Date.now() - 1000).toISOString(), finished_at: null },
        ],
      },
    }),
  mark_as_ready: async ({ test, tech }: Lab, testCase: GivenCase, as = tech) =>
    test.as(as).call(rxForms.markAsReady, {
      params: { id: testCase.rxFormId },
      body: { seen: await seenBy(test, tech, testCase.id) },
    }),
  complete_setup: async ({ test, tech }: Lab, testCase: GivenCase, as = tech) =>
    test.as(as).call(patients.completeSetup, {
      params: { id: testCase.id },
      body: { approved_by: 'Dr. Owner, by phone', seen: await seenBy(test, tech, testCase.id) },
    }),
  approve: async ({ test, tech }: Lab, testCase: GivenCase, as = testCase.practice.owner) =>
    test
      .as(as)
      .call(patients.approve, { params: { id: testCase.id }, body: { seen: await seenBy(test, tech, testCase.id) } }),
  request_changes: async ({ test, tech }: Lab, testCase: GivenCase, as = testCase.practice.owner) =>
    test.as(as).call(patients.requestChanges, {
      params: { id: testCase.id },
      body: { note: 'Again, please.', seen: await seenBy(test, tech, testCase.id) },
    }),
}

/** What an event of the case is to its Rx form; other events of the form have no way yet. */
const formEvents = {
  start_work: 'start_work',
  mark_as_ready: 'mark_as_ready',
  complete_setup: 'complete',
  approve: 'complete',
  request_changes: 'request_changes',
} as const

const statesOf = async ({ test, tech }: Lab, testCase: GivenCase) => ({
  state: (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body.patient.patient_status.key,
  form: (await test.as(tech).call(rxForms.get, { params: { id: testCase.rxFormId } })).body.rx_form.status.key,
})

const lab = testLifeCycle({
  table: caseLifecycle,
  make: caseIn,
  ways,
  follow: ['settle', 'reopen'],
  read: statesOf,
  after: (moved, event, before) => ({
    state: moved.state === 'approved' ? 'completed' : moved.state,
    form: next(rxFormLifecycle, before.form, formEvents[event])!,
  }),
  besides(state, event) {
    // Work steps go on after the start; a first start is what moves the case, so the event is idle later on.
    if (event === 'start_work' && ['in_progress', 'awaiting_approval'].includes(state)) return 'idle'
    // Notify needs a setup, which a case in progress does not have yet.
    return event === 'mark_as_ready' && state === 'in_progress' ? 'refused' : undefined
  },
  hold: { patientId: (testCase) => testCase.id, says: 'This case is on hold.' },
})

it('every event of the Rx form follows from one of the case, or has no way yet', () => {
  expect([...new Set(Object.values(formEvents)), 'cancel'].sort()).toEqual(Object.keys(rxFormLifecycle.events).sort())
})

it('management never approves in a doctor’s place, a practice never works the lab’s steps', async () => {
  const testCase = await caseIn(lab(), 'awaiting_approval')
  expect((await ways.approve(lab(), testCase, lab().tech)).status).toBe(403)
  expect((await ways.complete_setup(lab(), testCase, testCase.practice.owner)).status).toBe(403)
  expect((await ways.start_work(lab(), testCase, testCase.practice.owner)).status).toBe(403)
})

it('owner and manager approve any case, a member only their own, an assistant none', async () => {
  const { given, tech } = lab()
  const practice = await given.practice()
  const outcome = async (user: TestUser, doctor: TestUser) => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech, practice, form: { user_id: doctor.id } })
    return (await ways.approve(lab(), testCase, user)).status
  }
  expect(await outcome(practice.manager, practice.owner)).toBe(200)
  expect(await outcome(practice.member, practice.member)).toBe(200)
  expect(await outcome(practice.member, practice.owner)).toBe(404)
  expect(await outcome(practice.assistant, practice.owner)).toBe(403)
})

it('notifies only with a setup, and then continues', async () => {
  const testCase = await caseIn(lab(), 'awaiting_approval')
  expect((await ways.request_changes(lab(), testCase)).status).toBe(200)
  // Not with the setup that changes were requested (`cases/same-setup`).
  expect((await ways.mark_as_ready(lab(), testCase)).status).toBe(409)
  const changed = { bytes: lab().given.scan('upper', 4), kind: 'setup', jaws_id: 1, name: 'setup.stl' } as const
  await lab().given.scanFile(testCase, lab().tech, changed)
  expect((await ways.mark_as_ready(lab(), testCase)).status).toBe(200)
  expect((await statesOf(lab(), testCase)).state).toBe('awaiting_approval')
})
