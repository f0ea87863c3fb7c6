import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { waitingLists, type WaitingKind } from '@archwire/contract/patients/waiting.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScope, scoped } from '../../src/db/scope.ts'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** `organizations/waiting`, `work/late`: staff-wide numbers need a database of their own. */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
const cases: Record<string, GivenCase> = {}
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('supervisor')
  const add = async (name: string, days: number | null, options: Parameters<Given['case']>[0] = {}) => {
    const testCase = await given.case({ practice, tech, ...options })
    cases[name] = testCase
    if (days !== null) await due(testCase, days)
  }
  await add('late and untaken', -1)
  await add('late and taken', -3, { stage: 'in_progress' })
  await add('due today', 0, { stage: 'in_progress' })
  await add('late for the doctor', -5, { stage: 'awaiting_approval' })
  await add('late and held', -5, { held: true })
  await add('late and done', -5, { stage: 'completed' })
  await add('of the partner', -2, { form: { submission_completed_by: 3 } })
  const print = { export_type: 1, shipping_method: 'express' } as const
  await add('printed by the partner', null, { stage: 'approved', form: { ...print, print_assignment: 3 } })
  await add('late and archived', -5)
  await add('late and canceled', -5)
  await shipPrint('printed by the partner', -2)
  await leave('late and archived', 'late and canceled')
  await add('to be changed', 4, { stage: 'awaiting_approval' })
  await test.as(practice.owner).call(patients.requestChanges, {
    params: { id: cases['to be changed']!.id },
    body: { note: 'Rotate 11.', seen: await seenOf('to be changed') },
  })
})
afterAll(() => test.close())

const seenOf = async (name: string) =>
  (await test.as(practice.owner).call(patients.get, { params: { id: cases[name]!.id } })).body.patient.seen

/** Ships so many days from now, as the lab counts them. */
async function due({ id, rxFormId }: GivenCase, days: number): Promise<void> {
  const ship_date = addDays(dayIn(test.config.labZone, new Date()), days)
  await test.connection.db.transaction().execute(async (trx) => {
    await scoped(trx, labScope)
      .update('rx_forms')
      .set({ ship_date } as never)
      .where('id', '=', rxFormId)
      .execute()
    await refreshCaseRows(trx, [id])
  })
}

/** An open print that ships so many days from now. */
async function shipPrint(name: string, days: number): Promise<void> {
  const ship_date = addDays(dayIn(test.config.labZone, new Date()), days)
  await test.connection.db.transaction().execute(async (trx) => {
    await sql`update printing_requests set ship_date = ${ship_date}::date where patient_id = ${cases[name]!.id}`.execute(
      trx,
    )
    await refreshCaseRows(trx, [cases[name]!.id])
  })
}

/** One case leaves for the archive, the other is canceled: the calls for it are still to come. */
async function leave(archived: string, canceled: string): Promise<void> {
  const [first, second] = [cases[archived]!.id, cases[canceled]!.id]
  await test.connection.db.transaction().execute(async (trx) => {
    await sql`update patients set deleted_at = now() where id = ${first}`.execute(trx)
    await sql`update rx_forms set cancelled_at = now() where patient_id = ${second}`.execute(trx)
    await refreshCaseRows(trx, [first, second])
  })
}

const nameOf = (id: number) => Object.keys(cases).find((name) => cases[name]!.id === id)!
const list = async (user: TestUser, kind: WaitingKind, more: object = {}) => {
  const { body, status } = await test
    .as(user)
    .call(patients.list, { query: { ...waitingLists[kind], ...more } as object })
  return status === 200 ? body.patients.map(({ id }) => nameOf(id)).toSorted() : status
}
const waiting = async (user: TestUser, query: object = {}) =>
  (await test.as(user).call(patients.waiting, { query })).body.waiting

it('the lab is late, and has work to give out, only where it is to act', async () => {
  expect(await list(tech, 'late')).toEqual(['late and taken', 'late and untaken'])
  expect(await list(tech, 'unassigned')).toEqual(['late and untaken'])
  expect(await list(tech, 'changes_asked')).toEqual(['to be changed'])
  expect(await list(tech, 'on_hold')).toEqual(['late and held'])
})
it('nothing is late for the lab that a partner prints, or that left the lists', async () => {
  const everything = { 'filter[active_request_only]': '0', 'filter[with_cancelled]': '1' }
  expect(await list(tech, 'late', everything)).toEqual(['late and taken', 'late and untaken'])
  expect(await list(tech, 'late', { 'filter[archived_only]': '1' })).toEqual([])
  expect(await list(tech, 'late', { 'filter[cancelled]': '1' })).toEqual([])
  expect(await list(tech, 'late', { requestAssignments: '2,3' })).toEqual([])
  expect(await list(tech, 'unassigned', { requestAssignments: '3' })).toEqual([])
})
it('the row of a case and its page name the same party to act', async () => {
  const actingOn = async (name: string) => {
    const { patient } = (await test.as(tech).call(patients.get, { params: { id: cases[name]!.id } })).body
    return patient.acting
  }
  expect(await actingOn('late and untaken')).toBe(1)
  expect(await actingOn('of the partner')).toBe(3)
  expect(await actingOn('printed by the partner')).toBe(3)
  for (const name of [
    'late for the doctor',
    'late and held',
    'late and done',
    'late and archived',
    'late and canceled',
  ])
    expect(await actingOn(name), name).toBeUndefined()
})
it('each number is the total of its list, also in chosen practices', async () => {
  expect(await waiting(tech)).toEqual({ late: 2, unassigned: 1, changes_asked: 1, on_hold: 1 })
  const elsewhere = { chosen_wi_organization_id: String((await given.practice()).id) }
  expect(await waiting(tech, elsewhere)).toEqual({ late: 0, unassigned: 0, changes_asked: 0, on_hold: 0 })
  const here = { chosen_wi_organization_id: String(practice.id) }
  expect(await waiting(tech, here)).toEqual(await waiting(tech))
})
it('who does not read who works on a case reads not that no one does, either', async () => {
  expect(await waiting(practice.partner!.user)).toEqual({ late: 2, unassigned: null, changes_asked: 0, on_hold: 0 })
  expect(await list(practice.partner!.user, 'late')).toEqual(['of the partner', 'printed by the partner'])
  expect((await waiting(practice.owner)).unassigned).toBeNull()
  for (const user of [practice.owner, practice.partner!.user]) expect(await list(user, 'unassigned')).toBe(403)
})
it('a print is work of its own: taken by no one until someone starts it', async () => {
  const printing = await given.case({
    practice,
    tech,
    stage: 'approved',
    form: { export_type: 1, print_assignment: 1, shipping_method: 'express' },
  })
  cases.printing = printing
  expect(await list(tech, 'unassigned')).toEqual(['late and untaken', 'printing'])
  const step = await scoped(test.connection.db, labScope)
    .from('tech_workflow_processes')
    .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
    .select(['tech_workflow_processes.id', 'w.id as workflow'])
    .where('w.patient_id', '=', printing.id)
    .where('w.kind', '=', 'printing_request')
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const begun = await test.as(tech).call(techWorkflows.saveProcesses, {
    params: { id: step.workflow },
    body: {
      processes: [{ id: step.id, started_at: new Date().toISOString(), finished_at: null }],
    } as never,
  })
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  expect(await list(tech, 'unassigned')).toEqual(['late and untaken'])
})
it('the number at each tab of the lab’s list is the total of its list, whatever else is asked (work/lab-counts)', async () => {
  const people = { tech, partner: practice.partner!.user, owner: practice.owner }
  const filters = [
    {},
    { 'filter[only_on_hold]': '1' },
    { 'filter[search]': 'ada' },
    { 'filter[active_request_only]': '0' },
    { requestAssignments: '3' },
    { chosen_wi_organization_id: String((await given.practice()).id) },
  ]
  for (const [name, user] of Object.entries(people))
    for (const asked of filters) {
      const totalOf = async (more: object) =>
        (await test.as(user).call(patients.list, { query: { ...asked, ...more } as object })).body.meta.total
      const { body } = await test.as(user).call(patients.countsPerStatusOfAll, { query: asked })
      const totals: Record<string, number> = { all: await totalOf({}) }
      for (const state of ['new', 'in_progress', 'awaiting_approval', 'approved'] as const)
        totals[state] = await totalOf({ 'filter[patient_status_id]': String(patientStatuses[state].id) })
      expect([name, asked, body.counts]).toEqual([name, asked, totals])
    }
  const { body } = await test.as(tech).call(patients.countsPerStatusOfAll, {})
  expect(Math.min(...Object.values(body.counts)), JSON.stringify(body.counts)).toBeGreaterThan(0)
})
