import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { cellsOf } from '../facts.ts'
import { givenIn, type CaseStage, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** Who makes a setup: who may change it, when, and what follows (`cases/assign`). */
let test: TestApp
let given: Given
let admin: TestUser
let tech: TestUser
let practice: GivenPractice
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  tech = await given.user('tech_support')
  practice = await given.practice({ partner: true })
})
afterAll(() => test.close())

type Party = 1 | 2 | 3
/** The lab prints, a study model too, so that nothing but the setup depends on who makes it. */
const printing: Partial<RxFormValues> = {
  products_list: 1 | 64,
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
  jaws_id: 3,
}
const assign = ({ rxFormId: id }: GivenCase, assign_to: Party, who: TestUser = admin, version?: number) =>
  test.as(who).call(rxForms.assign, {
    params: { id },
    body: { assign_to, ...(version === undefined ? {} : { version }) },
  })
const caseOf = async ({ id }: GivenCase, who: TestUser = admin) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const startFirst = ({ workflowId, processIds }: GivenCase, who: TestUser) =>
  test.as(who).call(techWorkflows.saveProcesses, {
    params: { id: workflowId! },
    body: {
      processes: [{ id: processIds[0]!, started_at: new Date(Date.now() - 5000).toISOString(), finished_at: null }],
    },
  })
const priceOf = async ({ rxFormId }: GivenCase) =>
  (
    await sql<{ lines: { cents: number }[] }>`select price_lines as lines from rx_forms where id = ${rxFormId}`.execute(
      test.connection.db,
    )
  ).rows[0]!.lines

describe('who may change who makes a setup', () => {
  /** By hand. From one party to another, while New: what the call answers. Outsiders do not find the case. */
  const table = `
               super_admin admin supervisor tech_support partner owner manager member assistant outsider
    1>2        200         200   200        403          404     200   200     403    403       404
    1>3        200         200   200        403          404     200   200     403    403       404
    3>1        200         200   200        403          403     200   200     403    403       404
    3>2        200         200   200        403          403     200   200     403    403       404
    1>1        200         200   200        403          404     200   200     403    403       404`
  const cells = cellsOf<string, string>(table)
  const people: Record<string, TestUser> = {}
  beforeAll(async () => {
    for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
      people[role] = await given.user(role)
    const { owner, manager, member, assistant } = practice
    Object.assign(people, { owner, manager, member, assistant, partner: practice.partner!.user })
    people.outsider = (await given.practice()).owner
  })
  it.each(cells)('%s by %s: %s', async (way, who, answer) => {
    const [from, to] = way.split('>').map(Number) as [Party, Party]
    // The member is its doctor: it is within everyone's reach but the outsider's.
    const testCase = await given.case({
      practice,
      form: { submission_completed_by: from, user_id: practice.member.id },
    })
    const { status, body } = await assign(testCase, to, people[who]!)
    expect(status, JSON.stringify(body)).toBe(Number(answer))
    expect((await caseOf(testCase)).submission_completed_by).toBe(status === 200 ? to : from)
  })

  it('a person with the permission rx-forms.assign may', async () => {
    const lucky = await given.user('tech_support')
    await sql`update users set custom_permissions = '{rx-forms.assign}' where id = ${lucky.id}`.execute(
      test.connection.db,
    )
    const testCase = await given.case({ practice })
    expect((await caseOf(testCase, lucky)).can.assign).toBe(true)
    expect((await assign(testCase, 3, lucky)).status).toBe(200)
  })
})

describe('when', () => {
  /** By hand: state, and who has it; to whom it is to go. */
  const table = `
                      to1                          to2                          to3
    new               same                         yes                          yes
    new_of_partner    yes                          yes                          same
    in_progress       started                      started                      started
    in_office         started                      started                      started
    awaiting_approval started                      started                      started
    approved          completed                    completed                    completed
    completed         completed                    completed                    completed
    held              hold                         hold                         hold
    archived          archived                     archived                     archived
    canceled          canceled                     canceled                     canceled`
  const says: Record<string, string> = {
    started: 'Work on this setup has started.',
    completed: 'The Rx form is completed.',
    hold: 'This case is on hold.',
    archived: 'This case is archived.',
    canceled: 'The Rx form of this case is canceled.',
  }
  const make: Record<string, () => Promise<GivenCase>> = {
    new_of_partner: () => given.case({ practice, form: { submission_completed_by: 3 } }),
    in_office: () => given.case({ practice, form: { submission_completed_by: 2 } }),
    held: () => given.case({ practice, held: true }),
    archived: () => given.case({ practice, archived: true }),
    canceled: async () => {
      const testCase = await given.case({ practice })
      await test.as(admin).call(rxForms.cancel, { params: { id: testCase.rxFormId }, body: { reason: 'A mistake' } })
      return testCase
    },
    approved: () => given.case({ practice, stage: 'approved', form: printing }),
  }
  /** What an assignment changes; scans are still being checked in the meantime. */
  const of = ({ patient_status, rx_form, initial_case_setup, can }: Awaited<ReturnType<typeof caseOf>>) => ({
    patient_status,
    rx_form,
    initial_case_setup,
    can,
  })
  it.each(cellsOf<string, string>(table))('%s, %s: %s', async (state, to, cell) => {
    const testCase = await (make[state]?.() ?? given.case({ practice, stage: state as CaseStage }))
    const before = await caseOf(testCase)
    const { status, body } = await assign(testCase, Number(to.slice(2)) as Party)
    expect(status, JSON.stringify(body)).toBe(cell in says ? 409 : 200)
    if (cell in says) {
      expect(body).toMatchObject({ error: says[cell] })
      expect(before.why_not.assign).toBe(says[cell])
    }
    const after = await caseOf(testCase)
    expect(before.can.assign).toBe(!(cell in says))
    if (cell === 'yes') expect(after.submission_completed_by).toBe(Number(to.slice(2)))
    else expect(of(after)).toEqual(of(before))
  })
})

describe('what follows', () => {
  it('in the office: no lab steps, In Progress, third-party prints and brackets the lab’s, no rush, the price of what is left', async () => {
    const testCase = await given.case({
      practice,
      form: {
        ...printing,
        print_assignment: 3,
        insert_brackets_assignment: 3,
        rush_case: true,
        rush_case_authorized_by: 'Ann',
      },
    })
    const before = await caseOf(testCase)
    const inOffice = await assign(testCase, 2, admin, before.rx_form!.version)
    expect(inOffice.status, JSON.stringify(inOffice.body)).toBe(200)
    const after = await caseOf(testCase)
    expect(after.patient_status.key).toBe('in_progress')
    expect(after.rx_form).toMatchObject({
      status: { key: 'in_progress' },
      submission_completed_by: 2,
      print_assignment: 1,
      insert_brackets_assignment: 1,
      rush_case: false,
    })
    expect(after.initial_case_setup).toBeNull()
    expect(after.can.assign).toBe(false)
    // The same form, submitted that way: the price does not depend on how it came about.
    const submitted = await given.case({ practice, form: { ...printing, submission_completed_by: 2 } })
    expect(await priceOf(testCase)).toEqual(await priceOf(submitted))
    const { history } = (await test.as(admin).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.find(({ event }) => event === 'setup_assigned')).toMatchObject({ label: 'Setup assigned' })
    expect(history.find(({ event }) => event === 'work_started')).toMatchObject({ from: 'New', to: 'In Progress' })
    expect(
      (
        await test.as(practice.owner).call(patients.completeSetup, {
          params: { id: testCase.id },
          body: { seen: after.seen },
        })
      ).status,
    ).toBe(200)
  })

  it('gives the partner work steps and the case, takes both with the setup, and updates the list', async () => {
    const partner = practice.partner!.user
    const testCase = await given.case({ practice })
    const seen = async () => (await test.as(partner).call(patients.get, { params: { id: testCase.id } })).status
    expect(await seen()).toBe(404)
    const steps = (await caseOf(testCase)).initial_case_setup!.processes.map(({ process }) => process)
    expect((await assign(testCase, 3)).status).toBe(200)
    expect(await seen()).toBe(200)
    const theirs = await caseOf(testCase, partner)
    expect(theirs.can).toMatchObject({ work_steps: true, assign: false })
    expect(theirs.initial_case_setup!.processes.map(({ process }) => process)).toEqual(steps)
    expect((await caseOf(testCase)).can.work_steps).toBe(false)
    const listed = async () =>
      (await test.as(partner).call(patients.list, { query: { 'filter[search]': `C-${testCase.id}` } })).body.patients
    expect(await listed()).toHaveLength(1)
    expect((await assign(testCase, 1)).status).toBe(200)
    expect(await seen()).toBe(404)
    expect(await listed()).toHaveLength(0)
    expect((await caseOf(testCase)).initial_case_setup!.processes.map(({ process }) => process)).toEqual(steps)
    expect(await given.staleRows()).toEqual([])
  })

  it('the partner keeps the case while the form names it for the print', async () => {
    const partner = practice.partner!.user
    const testCase = await given.case({
      practice,
      form: { ...printing, submission_completed_by: 3, print_assignment: 3, insert_brackets_assignment: 3 },
    })
    expect((await assign(testCase, 1)).status).toBe(200)
    expect((await test.as(partner).call(patients.get, { params: { id: testCase.id } })).status).toBe(200)
  })

  it('a practice without a partner has none to assign to', async () => {
    const testCase = await given.case()
    expect(await assign(testCase, 3)).toMatchObject({
      status: 422,
      body: { error: { assign_to: ['This practice has no partner lab.'] } },
    })
  })

  it('work that the practice had comes with all steps', async () => {
    const [testCase, like] = [
      await given.case({ practice, form: { submission_completed_by: 2 } }),
      await given.case({ practice }),
    ]
    // No call leaves an in-office setup New; old data may.
    await sql`update patients set patient_status_id = 2 where id = ${testCase.id}`.execute(test.connection.db)
    await sql`update rx_forms set status_id = 1 where id = ${testCase.rxFormId}`.execute(test.connection.db)
    expect((await assign(testCase, 1)).status).toBe(200)
    const stepsOf = async (one: GivenCase) =>
      (await caseOf(one)).initial_case_setup!.processes.map(({ process }) => process)
    expect(await stepsOf(testCase)).toEqual(await stepsOf(like))
  })
})

describe('at once', () => {
  it('accepts one of twenty with the same version, and refuses the others', async () => {
    const testCase = await given.case({ practice })
    const { version } = (await caseOf(testCase)).rx_form!
    const answers = await crowd(20, () => assign(testCase, 3, admin, version))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const { history } = (await test.as(admin).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.filter(({ event }) => event === 'setup_assigned')).toHaveLength(1)
    expect((await caseOf(testCase)).rx_form!.version).toBe(version + 1)
  })

  it('the first step or the assignment: never work of the lab on a setup of another', async () => {
    const race = async () => {
      const testCase = await given.case({ practice })
      const [start, given_] = await Promise.all([
        crowd(1, () => startFirst(testCase, tech)),
        crowd(1, () => assign(testCase, 3)),
      ])
      const after = await caseOf(testCase)
      const [started, assigned] = [start[0]!.status, given_[0]!.status]
      expect([
        [200, 409],
        [403, 200],
      ]).toContainEqual([started, assigned])
      expect(after.submission_completed_by).toBe(assigned === 200 ? 3 : 1)
      expect(after.patient_status.key).toBe(started === 200 ? 'in_progress' : 'new')
    }
    for (let round = 0; round < 6; round += 1) await race()
  })
})
