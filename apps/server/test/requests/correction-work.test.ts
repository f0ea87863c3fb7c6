import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { myWork } from '@archwire/contract/my-work/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sync } from '@archwire/contract/sync/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import type { TestUser } from '../app.ts'
import type { GivenCase } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

/** The work on flawed trays: steps, technicians, lists (`corrections/work`). */
let { test, given, admin, tech, requestOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, tech, requestOf } = await openLab())
})
afterAll(() => test.close())

const flawed = async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  return { testCase, tray: tray!, request: await requestOf(testCase) }
}
const saveStep = (
  { id, processes }: { id: number; processes: { id: number; started_at: string | null }[] },
  who: TestUser,
  finish = false,
) =>
  test.as(who).call(techWorkflows.saveProcesses, {
    params: { id },
    body: {
      processes: [
        {
          id: processes[0]!.id,
          started_at: new Date(Date.now() - 60_000).toISOString(),
          finished_at: finish ? new Date(Date.now() - 30_000).toISOString() : null,
        },
      ],
    },
  })
const give = (id: number, kind: 'printing_request' | 'flawed_tray', assigned_to: number | null, who = admin) =>
  test.as(who).call(customerRequests.managementData, { params: { id }, body: { kind, assigned_to } })
const rowOf = async (testCase: GivenCase, query: object = {}, who = admin) => {
  const { body, status } = await test.as(who).call(patients.list, {
    query: { queryOrganization: testCase.practice.id, requestAssignments: '1,2,3', ...query } as never,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.patients.find(({ id }) => id === testCase.id)
}

describe('the steps of a correction', () => {
  it('are saved like others; the first start puts it to work, a finished row completes nothing', async () => {
    const { testCase, tray, request } = await flawed()
    const saved = await saveStep(request.flawed_trays_workflow!, tech, true)
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body.workflow).toMatchObject({ kind: 'flawed_tray', assigned_to: { id: tech.id } })
    const after = await requestOf(testCase)
    expect(after).toMatchObject({ flawed_trays_status_id: 2, printing_request: { printing_request_status_id: 1 } })
    expect((await rowOf(testCase))!.workflow_data.flawed_tray).toMatchObject({
      status: { key: 'in_progress' },
      next_step: { process: 'QA' },
    })
    await given.correctedTray(testCase, tray)
    expect((await requestOf(testCase)).flawed_trays_status_id).toBe(3)
    // Corrected again later: the work continues where it was.
    const off = await test.as(admin).call(flawedTrays.update, {
      params: { id: tray },
      body: { print: 2, corrected_file_id: null },
    })
    expect(off.body.customer_request.flawed_trays_status_id).toBe(2)
  })

  it('are read-only on hold, for another’s work, and once the request is over', async () => {
    const { testCase, request } = await flawed()
    const work = request.flawed_trays_workflow!
    expect(work.can).toEqual({ edit: true })
    expect((await saveStep(work, testCase.practice.owner)).status).toBe(403)
    const hold = (on_hold: boolean) =>
      test.as(admin).call(patients.toggleHold, {
        params: { id: testCase.id },
        body: { on_hold, reason: 'Waiting', action_owner_name: 'Sam' },
      })
    expect((await hold(true)).status).toBe(200)
    expect(await saveStep(work, tech)).toMatchObject({ status: 409, body: { error: 'This case is on hold.' } })
    expect((await hold(false)).status).toBe(200)
    await test.as(admin).call(customerRequests.cancel, { params: { id: request.id }, body: {} })
    expect(await saveStep(work, tech)).toMatchObject({ status: 409, body: { error: 'This request is canceled.' } })
  })

  it('keep the practice from canceling once one has started, and end with the request (requests/cancel, work/ends)', async () => {
    const { testCase, request } = await flawed()
    const { owner } = testCase.practice
    const cancel = (who: TestUser) =>
      test.as(who).call(customerRequests.cancel, { params: { id: request.id }, body: {} })
    expect((await requestOf(testCase, owner)).can.cancel).toBe(true)
    expect((await saveStep(request.flawed_trays_workflow!, tech)).status).toBe(200)
    const error = 'Work on this request has started; please ask the lab to cancel it.'
    expect((await requestOf(testCase, owner)).why_not.cancel).toBe(error)
    expect(await cancel(owner)).toMatchObject({ status: 409, body: { error } })
    const canceled = await cancel(admin)
    expect(canceled.status, JSON.stringify(canceled.body)).toBe(200)
    const [cft, qa] = canceled.body.customer_request.flawed_trays_workflow!.processes
    expect(cft!.production_time).toBeGreaterThanOrEqual(60)
    expect(qa).toMatchObject({ started_at: null, finished_at: null })
    const { body } = await test.as(tech).call(patients.history, { params: { id: testCase.id } })
    expect(body.history.filter(({ event }) => event === 'steps_ended').map(({ note }) => note)).toContain('CFT')
  })

  it('that run end when the request is completed (work/ends)', async () => {
    const { testCase, tray, request } = await flawed()
    expect((await saveStep(request.flawed_trays_workflow!, tech)).status).toBe(200)
    await given.correctedTray(testCase, tray)
    const done = await test.as(admin).call(customerRequests.complete, { params: { id: request.id }, body: {} })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(done.body.customer_request.flawed_trays_workflow!.processes[0]!.finished_at).not.toBeNull()
  })

  it('are the partner’s for its own setup, who sees its people; the practice sees the lab', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.printedCase({ practice })
    const [tray] = await given.flawedTrays(testCase)
    const lab = await requestOf(testCase, practice.owner)
    await give(lab.id, 'flawed_tray', tech.id)
    expect((await requestOf(testCase)).flawed_trays_workflow!.assigned_to).toMatchObject({ id: tech.id })
    expect((await requestOf(testCase, practice.owner)).flawed_trays_workflow!.assigned_to).toBeNull()
    expect((await rowOf(testCase, {}, practice.owner))!.workflow_data.flawed_tray!.assigned_to).toBeNull()
    expect(tray).toBeGreaterThan(0)
  })
})

describe('whose a correction is', () => {
  it('has a technician of its own, whom the case’s current work is taken by', async () => {
    const { testCase, request } = await flawed()
    expect((await give(request.id, 'printing_request', tech.id)).status).toBe(403)
    const given_ = await give(request.id, 'flawed_tray', tech.id)
    expect(given_.status, JSON.stringify(given_.body)).toBe(200)
    expect(given_.body.customer_request.flawed_trays_workflow!.assigned_to).toMatchObject({ id: tech.id })
    const bulk = (assigned_to: number | null) =>
      test.as(admin).call(patients.setTechnicians, { body: { ids: [testCase.id], assigned_to } })
    expect((await bulk(null)).body.results).toEqual([{ id: testCase.id, done: true, why: null }])
    expect((await requestOf(testCase)).flawed_trays_workflow!.assigned_to).toBeNull()
    expect(await rowOf(testCase, { 'filter[unassigned_only]': '1' })).toBeDefined()
    await bulk(tech.id)
    expect(await rowOf(testCase, { 'filter[unassigned_only]': '1' })).toBeUndefined()
  })

  it('is among the work of the person who has it, and of those who could take it', async () => {
    const { testCase, tray, request } = await flawed()
    // At the top of a list that other tests fill, too, and that shows the first hundred.
    await sql`update printing_requests set ship_date = '1990-01-01' where patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    await sql`update rx_forms set ship_date = '1990-01-01' where patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, [testCase.id]))
    const works = async () => {
      const { body } = await test.as(tech).call(myWork.get, {})
      const of = (list: typeof body.mine) =>
        list.filter(({ patient }) => patient.id === testCase.id).map(({ kind, request_id }) => [kind, request_id])
      return { mine: of(body.mine), available: of(body.available) }
    }
    const item = ['flawed_tray', request.id]
    expect(await works()).toEqual({ mine: [], available: [item] })
    await give(request.id, 'flawed_tray', tech.id)
    expect(await works()).toEqual({ mine: [item], available: [] })
    // Corrected: what is left of the request is the office's.
    await given.correctedTray(testCase, tray)
    expect(await works()).toEqual({ mine: [], available: [] })
  })
})

describe('an uploaded file that waits', () => {
  it('is work for people who can correct trays, and shown in the lists, until a tray is corrected with it', async () => {
    const { testCase, tray, request } = await flawed()
    await sql`update rx_forms set ship_date = '1990-01-01' where patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    await sql`update printing_requests set ship_date = '1990-01-01' where patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, [testCase.id]))
    const worksOf = async (who: TestUser) => {
      const { body } = await test.as(who).call(myWork.get, {})
      const of = (list: typeof body.mine) =>
        list
          .filter(({ patient }) => patient.id === testCase.id)
          .map(({ request_id, file_uploaded }) => [request_id, file_uploaded])
      return { mine: of(body.mine), available: of(body.available), to_correct: of(body.to_correct) }
    }
    const none = { mine: [], available: [], to_correct: [] }
    expect(await worksOf(admin)).toEqual({ ...none, available: [[request.id, false]] })
    expect(await rowOf(testCase)).not.toHaveProperty('correction_uploaded')
    const file = await given.correctionFile(testCase, tech)
    expect(await worksOf(admin)).toEqual({ ...none, to_correct: [[request.id, true]] })
    expect(await rowOf(testCase)).toMatchObject({ correction_uploaded: true })
    // Who may not correct trays can take the work as before; a technician who may has it in one place.
    expect(await worksOf(tech)).toEqual({ ...none, available: [[request.id, true]] })
    await give(request.id, 'flawed_tray', admin.id)
    expect(await worksOf(admin)).toEqual({ ...none, mine: [[request.id, true]] })
    await give(request.id, 'flawed_tray', tech.id)
    expect(await worksOf(tech)).toEqual({ ...none, mine: [[request.id, true]] })
    expect(await given.staleRows()).toEqual([])
    const corrected = { params: { id: tray }, body: { corrected_file_id: file } }
    expect((await test.as(admin).call(flawedTrays.corrected, corrected)).status).toBe(200)
    expect(await worksOf(admin)).toEqual(none)
    expect(await rowOf(testCase)).not.toHaveProperty('correction_uploaded')
    expect(await given.staleRows()).toEqual([])
  })

  it('is work of the lab also where a partner makes the correction', async () => {
    const practice = await given.practice({ partner: true })
    const partner = practice.partner!.user
    const testCase = await given.printedCase({ practice, print: 3 })
    await sql`update rx_forms set submission_completed_by = 3 where id = ${testCase.rxFormId}`.execute(
      test.connection.db,
    )
    const asked = await test.as(partner).call(flawedTrays.request, {
      params: { id: practice.id },
      body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    await given.correctionFile(testCase, partner)
    await sql`update printing_requests set ship_date = '1990-01-01' where patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, [testCase.id]))
    const { to_correct: waits } = (await test.as(admin).call(myWork.get, {})).body
    expect(waits.map(({ patient }) => patient.id)).toContain(testCase.id)
    expect((await test.as(partner).call(myWork.get, {})).body.to_correct).toEqual([])
    expect(await given.staleRows()).toEqual([])
  })
})

describe('in the lists', () => {
  it('a case with a correction is found by state, step and maker, and told to open pages', async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    const { testCase, tray, request } = await flawed()
    const isFound = async (query: object) => (await rowOf(testCase, query)) !== undefined
    const all = { 'filter[active_request_only]': '0' }
    expect(await rowOf(testCase)).toMatchObject({ has_pending_flawed_tray_request: true })
    expect(await isFound({ requestTypeStatus: 'flawed_tray.1' })).toBe(true)
    expect(await isFound({ requestTypeStatus: 'flawed_tray.2' })).toBe(false)
    expect(await isFound({ requestTypeStatus: 'flawed_tray.0', requestAssignments: '1' })).toBe(true)
    expect(await isFound({ requestTypeStatus: 'flawed_tray.0', requestAssignments: '2' })).toBe(false)
    expect(await isFound({ 'filter[request_step]': 'CFT' })).toBe(true)
    expect(await isFound({ 'filter[request_step]': 'QA' })).toBe(false)
    await saveStep(request.flawed_trays_workflow!, tech, true)
    expect(await isFound({ requestTypeStatus: 'flawed_tray.2', 'filter[request_step]': 'QA' })).toBe(true)
    const { body } = await test.as(tech).call(sync.workflowData, { query: { since } as never })
    expect(body.workflow_data.find(({ id }) => id === testCase.id)).toMatchObject({
      has_pending_flawed_tray_request: true,
      workflow_data: { flawed_tray: { status: { key: 'in_progress' } } },
    })
    await given.correctedTray(testCase, tray)
    expect(await isFound({ requestTypeStatus: 'flawed_tray.3' })).toBe(true)
    const corrected = (await rowOf(testCase))!
    expect(corrected.has_pending_flawed_tray_request).toBeUndefined()
    expect(corrected.workflow_data.flawed_tray).toMatchObject({ status: { key: 'completed' } })
    await test.as(admin).call(customerRequests.cancel, { params: { id: request.id }, body: {} })
    expect(await isFound({ ...all, requestTypeStatus: 'flawed_tray.3' })).toBe(false)
    expect(await isFound({ ...all, requestTypeStatus: 'flawed_tray.0' })).toBe(true)
    expect((await rowOf(testCase, all))!.workflow_data.flawed_tray).toBeUndefined()
    expect(await given.staleRows()).toEqual([])
  })

  it('the request says what it is', async () => {
    const { testCase, request } = await flawed()
    const { body } = await test.as(testCase.practice.owner).call(customerRequests.list, {})
    expect(body.customer_requests.find(({ id }) => id === request.id)).toMatchObject({
      type: 'Print, Tray correction',
      flawed_trays_status_id: 1,
    })
  })

  it('and so it does among the requests of its case, also once it is over (requests/list)', async () => {
    const { testCase, tray, request } = await flawed()
    await given.correctedTray(testCase, tray)
    await test.as(admin).call(customerRequests.complete, { params: { id: request.id }, body: {} })
    const { body } = await test.as(testCase.practice.owner).call(patients.get, { params: { id: testCase.id } })
    const again = await test.as(testCase.practice.owner).call(customerRequests.get, { params: { id: request.id } })
    expect(again.body.customer_request.corrected_files).toEqual([
      { arch: 1, file_id: again.body.customer_request.flawed_trays[0]!.corrected_file_id },
    ])
    expect(body.patient.customer_requests.map(({ id, type }) => [id, type])).toEqual([
      [request.id, 'Print, Tray correction'],
    ])
  })
})
