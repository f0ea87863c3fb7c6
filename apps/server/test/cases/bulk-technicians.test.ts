import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { atOnce } from '../at-once.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** The technician of several cases at once (`work/bulk`): which are done, why the others are left out. */
let test: TestApp
let given: Given
let practice: GivenPractice
let admin: TestUser
let tech: TestUser
let partner: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  admin = await given.user('admin')
  tech = await given.user('tech_support', ['Priya', 'Nair'])
  partner = practice.partner!.user
})
afterAll(() => test.close())

const printing = { products_list: 1 | 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 1 } as const
const missing = 999_999_999
const give = (who: TestUser, ids: number[], assigned_to: number | null) =>
  test.as(who).call(patients.setTechnicians, { body: { ids, assigned_to } })
const caseOf = async (id: number) => (await test.as(admin).call(patients.get, { params: { id } })).body.patient
const lineOf = async ({ id, practice: { id: practiceId } }: GivenCase) =>
  (
    await test.as(admin).call(patients.list, {
      query: { 'filter[search]': `C-${id}`, queryOrganization: String(practiceId) },
    })
  ).body.patients.find((row) => row.id === id)!.workflow_data
const technicianSet = async (id: number) =>
  (await test.as(admin).call(patients.history, { params: { id } })).body.history.filter(
    ({ event }) => event === 'technician_set',
  )
const notFound = 'This case does not exist.'

it('cases of different states: each by the rules of a single call, the others left out with the reason', async () => {
  const approved = { practice, stage: 'approved', form: printing } as const
  const duplicated = await given.case(approved)
  const { status } = await test
    .as(admin)
    .call(printingRequests.create, { body: { patient_id: duplicated.id, arches: 1, content_type_id: 1 } })
  expect(status).toBe(200)
  const canceled = await given.case({ practice })
  await test.as(admin).call(rxForms.cancel, { params: { id: canceled.rxFormId }, body: { reason: 'A mistake' } })
  const table: [GivenCase, string | null][] = [
    [await given.case({ practice, held: true, stage: 'in_progress' }), 'This case is on hold.'],
    [await given.case({ practice }), null],
    [await given.case({ practice, form: { submission_completed_by: 3 } }), 'Someone else does this work.'],
    [await given.case(approved), null],
    [await given.case({ practice, stage: 'completed' }), 'The Rx form is completed.'],
    [await given.case({ practice, stage: 'awaiting_approval' }), null],
    [duplicated, 'There is more than one active request. Cancel one first to continue.'],
    [canceled, 'The Rx form of this case is canceled.'],
    [await given.case({ practice, archived: true }), 'This case is archived.'],
  ]
  // Not in the order of ids: the answer keeps the order of the call.
  const wanted = table.toReversed()
  const answer = await give(admin, [...wanted.map(([{ id }]) => id), missing], tech.id)
  expect(answer).toMatchObject({ status: 200, body: { message: 'The technician is set in 3 of 10 cases.' } })
  expect(answer.body.results).toEqual([
    ...wanted.map(([{ id }, why]) => ({ id, done: why === null, why })),
    { id: missing, done: false, why: notFound },
  ])
  for (const [{ id }, why] of table) expect(await technicianSet(id), String(why)).toHaveLength(why === null ? 1 : 0)
  const [, [setup], , [print]] = table as [unknown, [GivenCase], unknown, [GivenCase]]
  expect(await caseOf(setup.id)).toMatchObject({
    patient_status: { key: 'in_progress' },
    initial_case_setup: { assigned_to: { id: tech.id } },
  })
  // Of an approved case it is the print, not the setup that is done.
  expect((await lineOf(print)).printing_request!.assigned_to?.id).toBe(tech.id)
  expect((await lineOf(print)).initial_case_setup!.assigned_to?.id).not.toBe(tech.id)
  expect((await technicianSet(print.id)).map(({ note }) => note)).toEqual(['Print'])
  expect(await given.staleRows()).toEqual([])
  await vi.waitFor(async () => {
    const { body } = await test.as(tech).call(notifications.list, { query: { perPage: 100 } })
    expect(
      body.notifications
        .filter(({ type }) => type === 'technician_set')
        .map(({ patient_id }) => patient_id!)
        .toSorted((a, b) => a - b),
    ).toEqual(
      table
        .filter(([, why]) => why === null)
        .map(([{ id }]) => id)
        .toSorted((a, b) => a - b),
    )
  })
}, 60_000)

it('the same technician once more is done and writes nothing; no one takes the work off all', async () => {
  const cases = [await given.case({ practice }), await given.case({ practice, stage: 'approved', form: printing })]
  const ids = cases.map(({ id }) => id)
  for (const _ of [1, 2])
    expect((await give(admin, ids, tech.id)).body.results).toEqual(ids.map((id) => ({ id, done: true, why: null })))
  for (const id of ids) expect(await technicianSet(id)).toHaveLength(1)
  expect((await give(admin, ids, null)).body.message).toBe('The technician is set in 2 of 2 cases.')
  expect((await lineOf(cases[0]!)).initial_case_setup!.assigned_to).toBeNull()
  expect((await lineOf(cases[1]!)).printing_request!.assigned_to).toBeNull()
})

describe('who', () => {
  it('a technician takes only; no one is chosen who does not work for the lab; each case once', async () => {
    const { id } = await given.case({ practice })
    expect(await give(tech, [id], admin.id)).toMatchObject({
      status: 403,
      body: { error: 'You may assign work to yourself only.' },
    })
    expect(await give(admin, [id], practice.owner.id)).toMatchObject({
      status: 422,
      body: { error: { assigned_to: ['This person cannot work on cases.'] } },
    })
    expect((await give(admin, [id, id], tech.id)).status).toBe(422)
    expect((await give(practice.owner, [id], null)).status).toBe(403)
    expect(await technicianSet(id)).toEqual([])
    expect((await give(tech, [id], tech.id)).body.results).toEqual([{ id, done: true, why: null }])
  })

  it('a partner takes its own; the lab’s cases and those of others are to it as if there were none', async () => {
    const own = await given.case({ practice, form: { submission_completed_by: 3 } })
    // It prints for this one, so it sees the case; the setup is the lab’s.
    const printed = await given.case({ practice, form: { ...printing, print_assignment: 3 } })
    const labs = await given.case({ practice })
    const strange = await given.case()
    const ids = [labs.id, own.id, strange.id, printed.id, missing]
    const { status, body } = await give(partner, ids, partner.id)
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: labs.id, done: false, why: notFound },
      { id: own.id, done: true, why: null },
      { id: strange.id, done: false, why: notFound },
      { id: printed.id, done: false, why: 'Someone else does this work.' },
      { id: missing, done: false, why: notFound },
    ])
    for (const { id } of [labs, strange, printed]) expect(await technicianSet(id)).toEqual([])
  })
})

describe('two calls at once with the same cases in opposite order', () => {
  it.each([0, 1] as const)(
    'both are done, and all cases have one technician (call %i begins)',
    async (begins) => {
      const other = await given.user('supervisor')
      const ids: number[] = []
      for (const _ of [1, 2, 3]) ids.push((await given.case({ practice, stage: 'in_progress' })).id)
      const outcomes = await atOnce(
        test,
        [() => give(admin, ids, tech.id), () => give(other, ids.toReversed(), other.id)],
        { lock: sql`select 1 from patients where id = ${ids[1]} for update`, begins },
      )
      expect(outcomes).toEqual(['done', 'done'])
      const technicians = new Set<number>()
      for (const id of ids) {
        technicians.add((await caseOf(id)).initial_case_setup!.assigned_to!.id)
        expect(await technicianSet(id)).toHaveLength(2)
      }
      expect(technicians.size).toBe(1)
    },
    60_000,
  )
})
