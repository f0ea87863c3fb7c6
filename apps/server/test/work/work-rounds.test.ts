import { myWork } from '@archwire/contract/my-work/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

/** A round of changes has steps of its own, with people and times (`work/rounds`). */
let test: TestApp
let given: Given
let tech: TestUser
let colleague: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor', ['Tia', 'Tech'])
  colleague = await given.user('tech_support', ['Cole', 'League'])
})
afterAll(() => test.close())

const caseOf = async ({ id }: GivenCase, who: TestUser = tech) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const workOf = async (testCase: GivenCase) => (await caseOf(testCase)).initial_case_setup!
const names = (steps: readonly { process: string }[]) => steps.map(({ process }) => process)
const ask = async ({ id, practice: { owner } }: GivenCase) => {
  const body = { note: 'Rotate 11.', seen: await seenBy(test, owner, id) }
  expect(await test.as(owner).call(patients.requestChanges, { params: { id }, body })).toMatchObject({ status: 200 })
}
const notify = async ({ id, rxFormId }: GivenCase) => {
  const body = { same_setup: true, seen: await seenBy(test, tech, id) }
  expect(await test.as(tech).call(rxForms.markAsReady, { params: { id: rxFormId }, body })).toMatchObject({
    status: 200,
  })
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const save = (who: TestUser, id: number, ...steps: [id: number, from: number, to?: number][]) =>
  test.as(who).call(techWorkflows.saveProcesses, {
    params: { id },
    body: {
      processes: steps.map(([step, from, to]) => ({
        id: step,
        started_at: ago(from),
        finished_at: to === undefined ? null : ago(to),
      })),
    },
  })
/** A case whose doctor has asked for changes. */
async function asked(form = {}): Promise<GivenCase> {
  const testCase = await given.case({ stage: 'awaiting_approval', tech, form })
  await ask(testCase)
  return testCase
}

describe('after a request for changes', () => {
  /** By hand: what the setup has, and what its changes repeat. */
  it.each<[string, Partial<RxFormValues>, string, string]>([
    [
      'an impression',
      { impression_type: 1, products_list: 1 },
      'Received Prepped Sorted Pour-Up Scan Sculpt Base Uploaded',
      'Sculpt Base Uploaded',
    ],
    [
      'a stone model for storage',
      { impression_type: 2, products_list: 8 },
      'Received Prepped Sorted Scan Uploaded',
      'Uploaded',
    ],
    [
      'an impression with STL files',
      { impression_type: 1, products_list: 1, addon_options: 16 },
      'Received Prepped Sorted Pour-Up Scan Sculpt Base Uploaded Upload-STLs',
      'Sculpt Base Uploaded Upload-STLs',
    ],
  ])('a setup of %s repeats its own part', async (_, form, before, after) => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech, form })
    const words = (text: string) => text.split(' ').map((word) => word.replace('-', ' '))
    const first = await workOf(testCase)
    expect(names(first.processes)).toEqual(words(before))
    expect(first).toMatchObject({ round: 1, asked_at: null, former_rounds: [] })
    await ask(testCase)
    const { changes_asked, initial_case_setup: work } = await caseOf(testCase)
    expect(names(work!.processes)).toEqual(words(after))
    expect(work).toMatchObject({ id: first.id, round: 2, asked_at: changes_asked!.at })
    for (const step of work!.processes)
      expect(step).toMatchObject({ step: 'Models', started_at: null, finished_at: null, user_id: null })
  })

  it('the former steps stay readable with their people and times, and cannot be changed', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const [, second] = testCase.processIds
    await save(tech, testCase.workflowId!, [second!, 50, 20])
    await ask(testCase)
    const { former_rounds: former, version } = await workOf(testCase)
    expect(former).toMatchObject([{ round: 1, asked_at: null }])
    expect(former[0]!.processes.map(({ id }) => id)).toEqual(testCase.processIds)
    expect(former[0]!.processes[1]).toMatchObject({ production_time: 30, tech_name: 'Tia Tech' })
    const { status, body } = await save(tech, testCase.workflowId!, [second!, 50, 10])
    expect(status, JSON.stringify(body)).toBe(422)
    expect(await workOf(testCase)).toMatchObject({ former_rounds: former, version })
  })

  it('the next step, the technician and my work follow the round, and its time is its own', async () => {
    const testCase = await asked()
    const { practice, id } = testCase
    const line = async () =>
      (await test.as(tech).call(patients.list, { query: { queryOrganization: practice.id } })).body.patients[0]!
    expect((await line()).workflow_data.initial_case_setup).toMatchObject({
      assigned_to: { full_name: 'Tia Tech' },
      next_step: { process: 'Sculpt', tech_name: null },
      status_updated_at: (await caseOf(testCase)).changes_asked!.at,
    })
    const mine = async () =>
      (await test.as(tech).call(myWork.get, {})).body.mine.find(({ patient }) => patient.id === id)!
    const item = await mine()
    expect(names(item.processes)).toEqual(['Sculpt', 'Base', 'Uploaded'])
    expect(await save(colleague, item.workflow_id, [item.processes[0]!.id, 40, 10])).toMatchObject({ status: 200 })
    expect((await workOf(testCase)).processes[0]).toMatchObject({ tech_name: 'Cole League', production_time: 30 })
    expect((await line()).workflow_data.initial_case_setup!.next_step).toMatchObject({ process: 'Base' })
    expect(names((await mine()).processes)).toEqual(['Sculpt', 'Base', 'Uploaded'])
    // Whose the setup is stays as it was.
    expect((await workOf(testCase)).assigned_to).toMatchObject({ full_name: 'Tia Tech' })
  })

  it('a filter for a step finds the case at that of the current round, not at an older one', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { practice } = testCase
    const at = async (step: string) =>
      (
        await test.as(tech).call(patients.list, {
          query: { queryOrganization: practice.id, 'filter[request_step]': [step] } as never,
        })
      ).body.patients.map(({ id }) => id)
    expect(await at('Received')).toEqual([testCase.id])
    await ask(testCase)
    expect(await at('Received')).toEqual([])
    expect(await at('Sculpt')).toEqual([testCase.id])
  })

  it('every further request starts a further round', async () => {
    const testCase = await asked()
    const second = await workOf(testCase)
    await save(tech, second.id, [second.processes[0]!.id, 30, 20], [second.processes[1]!.id, 10])
    await notify(testCase)
    await ask(testCase)
    const third = await workOf(testCase)
    expect(third.round).toBe(3)
    expect(third.former_rounds.map(({ round, asked_at }) => [round, asked_at])).toEqual([
      [1, null],
      [2, second.asked_at],
    ])
    expect(names(third.former_rounds[1]!.processes)).toEqual(names(second.processes))
    const [sculpt, base, uploaded] = third.former_rounds[1]!.processes
    expect(sculpt!.production_time).toBe(10)
    // It ran when the doctor asked once more (`work/ends`).
    expect(base!.production_time).toBeGreaterThanOrEqual(10)
    expect(uploaded).toMatchObject({ started_at: null, finished_at: null })
    expect(names(third.processes)).toEqual(['Sculpt', 'Base', 'Uploaded'])
  })

  it('names the people of former rounds to whom it names those of the current one', async () => {
    const testCase = await asked()
    const theirs = (await caseOf(testCase, testCase.practice.owner)).initial_case_setup!
    expect(theirs.former_rounds[0]!.processes[0]).toMatchObject({
      started_at: expect.any(String),
      user_id: null,
      tech_name: null,
      user_email: null,
    })
    expect((await workOf(testCase)).former_rounds[0]!.processes[0]!.tech_name).toBe('Tia Tech')
  })

  it('a change of the form changes the steps of the current round only', async () => {
    const testCase = await asked()
    const first = (await workOf(testCase)).former_rounds[0]!
    const change = async (addon_options: number) =>
      expect(
        await test
          .as(testCase.practice.owner)
          .call(rxForms.change, { params: { id: testCase.rxFormId }, body: { addon_options } as never }),
      ).toMatchObject({ status: 200 })
    await change(16)
    expect(names((await workOf(testCase)).processes)).toEqual(['Sculpt', 'Base', 'Uploaded', 'Upload STLs'])
    await change(0)
    const after = await workOf(testCase)
    expect(names(after.processes)).toEqual(['Sculpt', 'Base', 'Uploaded'])
    expect(after.former_rounds).toEqual([first])
  })

  it('a version from before it is refused, and says that someone changed the steps', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { id, version, processes } = await workOf(testCase)
    await ask(testCase)
    const sent = { id: processes[1]!.id, started_at: ago(20), finished_at: null }
    const { status } = await test
      .as(tech)
      .call(techWorkflows.saveProcesses, { params: { id }, body: { version, processes: [sent] } })
    expect(status).toBe(409)
  })
})
