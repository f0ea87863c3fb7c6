import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { requestSeenBy, seenBy } from '../seen.ts'

/** Steps that are running when their work is over end at that moment (`work/ends`). */
let test: TestApp
let given: Given
let tech: TestUser
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor', ['Tia', 'Tech'])
  admin = await given.user('super_admin')
})
afterAll(() => test.close())

const printing = { products_list: 1 | 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 1 } as const
const caseOf = async ({ id }: GivenCase) => (await test.as(tech).call(patients.get, { params: { id } })).body.patient
const openRequest = async (testCase: GivenCase) => (await caseOf(testCase)).open_request_id!
const printOf = async (id: number) =>
  (await test.as(tech).call(customerRequests.get, { params: { id } })).body.customer_request.workflow!
const stepsOf = async (testCase: GivenCase) => {
  const { initial_case_setup: work } = await caseOf(testCase)
  return [...work!.former_rounds.flatMap((round) => round.processes), ...work!.processes]
}

/** Who ends the work, how, and at which stage of the case. */
const ways: Record<string, { stage: 'in_progress' | 'awaiting_approval'; end: (of: GivenCase) => Promise<unknown> }> = {
  Approve: {
    stage: 'awaiting_approval',
    end: async ({ id, practice: { owner } }) =>
      test.as(owner).call(patients.approve, { params: { id }, body: { seen: await seenBy(test, owner, id) } }),
  },
  'a request for changes': {
    stage: 'awaiting_approval',
    end: async ({ id, practice: { owner } }) =>
      test.as(owner).call(patients.requestChanges, {
        params: { id },
        body: { note: 'Rotate 11.', seen: await seenBy(test, owner, id) },
      }),
  },
  Complete: {
    stage: 'in_progress',
    end: async ({ id }) =>
      test.as(tech).call(patients.completeSetup, {
        params: { id },
        body: { approved_by: 'Dr. Marsh', seen: await seenBy(test, tech, id) },
      }),
  },
  'a canceled case': {
    stage: 'in_progress',
    end: ({ rxFormId: id }) => test.as(admin).call(rxForms.cancel, { params: { id }, body: { reason: 'Moved away' } }),
  },
}

describe.each(Object.keys(ways))('%s', (name) => {
  it('ends the steps that run, and leaves those that are done or that no one started', async () => {
    const { stage, end } = ways[name]!
    const testCase = await given.case({ stage, tech })
    const [running, done] = testCase.processIds
    const [start, finish] = [new Date(Date.now() - 50_000).toISOString(), new Date(Date.now() - 40_000).toISOString()]
    await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: testCase.workflowId! },
      body: { processes: [{ id: done!, started_at: start, finished_at: finish }] },
    })
    const before = (await caseOf(testCase)).initial_case_setup!.version
    const from = Date.now()
    expect(await end(testCase)).toMatchObject({ status: 200 })
    const steps = await stepsOf(testCase)
    const ended = steps.find(({ id }) => id === running)!
    expect(Date.parse(ended.finished_at!)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(ended.finished_at!)).toBeLessThanOrEqual(Date.now())
    expect(ended.production_time).toBeGreaterThanOrEqual(60)
    expect(ended.tech_name).toBe('Tia Tech')
    expect(steps.find(({ id }) => id === done)).toMatchObject({ started_at: start, finished_at: finish })
    const others = steps.filter(({ id }) => id !== running && id !== done)
    expect(others.length).toBeGreaterThan(0)
    expect(others.map(({ started_at, finished_at }) => started_at ?? finished_at)).toEqual(others.map(() => null))
    // Who has the steps open reads of it before saving.
    expect((await caseOf(testCase)).initial_case_setup!.version).toBeGreaterThan(before)
    const { body } = await test.as(tech).call(patients.history, { params: { id: testCase.id } })
    expect(body.history.filter(({ event }) => event === 'steps_ended')).toMatchObject([{ note: ended.process }])
    // The practice does not read of single steps.
    const theirs = await test.as(testCase.practice.owner).call(patients.history, { params: { id: testCase.id } })
    expect(theirs.body.history.map(({ event }) => event)).not.toContain('steps_ended')
  })

  it('tells nothing where nothing was running', async () => {
    const { stage, end } = ways[name]!
    const testCase = await given.case({ stage, tech })
    await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: testCase.workflowId! },
      body: { processes: [{ id: testCase.processIds[0]!, started_at: null, finished_at: null }] },
    })
    expect(await end(testCase)).toMatchObject({ status: 200 })
    const { body } = await test.as(tech).call(patients.history, { params: { id: testCase.id } })
    expect(body.history.map(({ event }) => event)).not.toContain('steps_ended')
  })
})

describe.each(['completed', 'canceled', 'canceled with its case'])('a print that is %s', (way) => {
  it('has no running step, and the setup stays as it was', async () => {
    const testCase = await given.case({ stage: 'approved', tech, form: printing })
    const id = await openRequest(testCase)
    const { id: workflow, processes } = await printOf(id)
    const start = new Date(Date.now() - 90_000).toISOString()
    await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: workflow },
      body: { processes: processes.slice(0, 2).map((step) => ({ id: step.id, started_at: start, finished_at: null })) },
    })
    const setup = await stepsOf(testCase)
    const answer =
      way === 'completed'
        ? await test.as(tech).call(customerRequests.complete, {
            params: { id },
            body: { tracking_number: '1Z999AA10123456784', seen: await requestSeenBy(test, tech, id) },
          })
        : way === 'canceled'
          ? await test.as(tech).call(customerRequests.cancel, { params: { id }, body: {} })
          : await test
              .as(admin)
              .call(rxForms.cancel, { params: { id: testCase.rxFormId }, body: { reason: 'Moved away' } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const after = (await printOf(id)).processes
    expect(after.slice(0, 2).every((step) => step.production_time! >= 90)).toBe(true)
    expect(after.slice(2).every((step) => step.started_at === null && step.finished_at === null)).toBe(true)
    expect(await stepsOf(testCase)).toEqual(setup)
    const { body } = await test.as(tech).call(patients.history, { params: { id: testCase.id } })
    const words = processes.slice(0, 2).map(({ process }) => process)
    expect(body.history.filter(({ event }) => event === 'steps_ended').map(({ note }) => note)).toContain(
      words.join(', '),
    )
  })
})

it('a step that a fast clock started later than now ends after its start', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval', tech })
  const [step] = testCase.processIds
  // As a browser may say whose clock is some seconds ahead.
  const ahead = new Date(Date.now() + 50_000)
  await sql`update tech_workflow_processes set started_at = ${ahead} where id = ${step}`.execute(test.connection.db)
  expect(await ways.Approve!.end(testCase)).toMatchObject({ status: 200 })
  const ended = (await stepsOf(testCase)).find(({ id }) => id === step)!
  expect(Date.parse(ended.finished_at!) - ahead.getTime()).toBe(1)
})

it('Notify ends no step', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval', tech })
  const [first] = await stepsOf(testCase)
  expect(first).toMatchObject({ finished_at: null, started_at: expect.any(String) })
})

describe.each(['completed', 'canceled'])('a correction whose request is %s', (way) => {
  it('has no running step', async () => {
    const testCase = await given.printedCase()
    const [tray] = await given.flawedTrays(testCase)
    const id = await openRequest(testCase)
    const read = async () =>
      (await test.as(tech).call(customerRequests.get, { params: { id } })).body.customer_request.flawed_trays_workflow!
    const [cft, qa] = (await read()).processes
    const started_at = new Date(Date.now() - 90_000).toISOString()
    await test.as(tech).call(techWorkflows.saveProcesses, {
      params: { id: (await read()).id },
      body: { processes: [{ id: cft!.id, started_at, finished_at: null }] },
    })
    if (way === 'completed') await given.correctedTray(testCase, tray!)
    const answer = await test
      .as(tech)
      .call(way === 'completed' ? customerRequests.complete : customerRequests.cancel, { params: { id }, body: {} })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const [first, second] = (await read()).processes
    expect(first!.production_time).toBeGreaterThanOrEqual(90)
    expect(second).toMatchObject({ id: qa!.id, started_at: null, finished_at: null })
    const { body } = await test.as(tech).call(patients.history, { params: { id: testCase.id } })
    expect(body.history.filter(({ event }) => event === 'steps_ended').map(({ note }) => note)).toContain('CFT')
  })
})
