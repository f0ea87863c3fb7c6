import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { openLab, type Lab } from '../lab.ts'

/** Flawed trays: corrected, changed, taken out, listed (docs/product/corrections.md). */
let { test, given, admin, patientOf, requestOf, eventsOf, report } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, patientOf, requestOf, eventsOf, report } = await openLab())
})
afterAll(() => test.close())

const db = () => test.connection.db
const correct = (id: number, corrected_file_id: number, who = admin, version?: number) =>
  test.as(who).call(flawedTrays.corrected, {
    params: { id },
    body: { corrected_file_id, ...(version === undefined ? {} : { version }) },
  })
const edit = (id: number, body: object, who = admin) =>
  test.as(who).call(flawedTrays.update, { params: { id }, body: { print: 2, ...body } })
const remove = (id: number, who = admin) => test.as(who).call(flawedTrays.remove, { params: { id } })
const saveFirstStep = (workflow: { id: number; processes: { id: number }[] }, who = admin) =>
  test.as(who).call(techWorkflows.saveProcesses, {
    params: { id: workflow.id },
    body: {
      processes: [
        { id: workflow.processes[0]!.id, started_at: new Date(Date.now() - 5000).toISOString(), finished_at: null },
      ],
    },
  })

describe('a tray is corrected', () => {
  it('with a file of its arch; the last one completes the work, and one notice is sent', async () => {
    const testCase = await given.printedCase()
    const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
    const files = [await given.correctionFile(testCase, admin, 1), await given.correctionFile(testCase, admin, 2)]
    expect(await correct(upper!, files[1]!)).toMatchObject({
      status: 422,
      body: { error: { corrected_file_id: ['This file is of the other arch.'] } },
    })
    const { file_id } = (await requestOf(testCase)).flawed_trays[0]!
    expect(await correct(upper!, file_id!)).toMatchObject({
      status: 422,
      body: { error: { corrected_file_id: ['Upload a corrected file for this tray.'] } },
    })
    const first = await correct(upper!, files[0]!, admin, 1)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body.flawed_tray).toMatchObject({ status_id: 2, corrected_file: { id: files[0] }, version: 2 })
    expect(first.body.customer_request.flawed_trays_status_id).toBe(1)
    expect(await correct(upper!, files[0]!)).toMatchObject({ status: 409, body: { error: 'This tray is corrected.' } })
    const last = await correct(lower!, files[1]!)
    expect(last.body.customer_request.flawed_trays_status_id).toBe(3)
    expect((await patientOf(testCase)).has_pending_flawed_tray_request).toBeUndefined()
    expect((await eventsOf(testCase)).filter((event) => event.includes('correct'))).toEqual([
      'correction_requested',
      'correction_uploaded',
      'correction_uploaded',
      'tray_corrected',
      'correction_completed',
    ])
    // Taken off and corrected again: the work is open in between, and no one is told a second time.
    const off = await edit(lower!, { corrected_file_id: null })
    expect(off.body.customer_request.flawed_trays_status_id).toBe(1)
    expect(off.body.flawed_tray).toMatchObject({ status_id: 1, corrected_file: null, corrected_at: null })
    expect((await patientOf(testCase)).has_pending_flawed_tray_request).toBe(true)
    expect((await correct(lower!, files[1]!)).status).toBe(200)
    const { rows } = await sql<{ told: number }>`select count(*)::int as told from outbox
      where kind = 'activity' and (payload ->> 'announce')::boolean and (payload ->> 'history_id')::bigint in (
        select id from case_history where patient_id = ${testCase.id} and event = 'correction_completed')`.execute(db())
    expect(rows[0]!.told).toBeLessThanOrEqual(1)
    const { rows: request } = await sql<{ told: boolean }>`select flawed_trays_told_at is not null as told
      from customer_requests where patient_id = ${testCase.id}`.execute(db())
    expect(request).toEqual([{ told: true }])
    expect(await given.staleRows()).not.toContain(testCase.id)
  })

  it('by people with the right; others see the tray and change nothing', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.printedCase({ practice, print: 3 })
    const partner = practice.partner!.user
    expect((await report(testCase, partner)).status).toBe(200)
    const [tray] = (await requestOf(testCase)).flawed_trays
    const file = await given.correctionFile(testCase, admin)
    for (const who of [partner, practice.owner, await given.user('tech_support')]) {
      expect((await test.as(who).call(flawedTrays.get, { params: { id: tray!.id } })).status).toBe(200)
      for (const call of [
        () => correct(tray!.id, file, who),
        () => edit(tray!.id, {}, who),
        () => remove(tray!.id, who),
      ])
        expect((await call()).status).toBe(403)
    }
    const outsider = (await given.practice()).owner
    expect((await test.as(outsider).call(flawedTrays.get, { params: { id: tray!.id } })).status).toBe(404)
    expect((await correct(tray!.id, file, admin)).status).toBe(200)
  })

  it('with files that stay while the request is open, and are deleted afterwards', async () => {
    const testCase = await given.printedCase()
    const [tray] = await given.flawedTrays(testCase)
    const file = await given.correctionFile(testCase, admin)
    const unused = await given.correctionFile(testCase, admin)
    const drop = (id: number) => test.as(admin).call(patientFiles.remove, { params: { id } })
    expect((await drop(unused)).status).toBe(200)
    expect(await correct(tray!, unused)).toMatchObject({
      status: 409,
      body: { error: 'This file was deleted in the meantime.' },
    })
    expect((await correct(tray!, file)).status).toBe(200)
    const used = {
      status: 409,
      body: { error: 'A tray correction uses this file. Complete or cancel the request first.' },
    }
    const { flawed_trays, id } = await requestOf(testCase)
    for (const each of [file, flawed_trays[0]!.file_id!]) expect(await drop(each)).toMatchObject(used)
    expect((await test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} })).status).toBe(200)
    for (const each of [file, flawed_trays[0]!.file_id!]) expect((await drop(each)).status).toBe(200)
    const { body } = await test.as(admin).call(flawedTrays.get, { params: { id: tray! } })
    expect(body.flawed_tray).toMatchObject({ file: null, corrected_file: null, status_id: 2 })
  })

  it('only while the request is open: a canceled request ends its trays', async () => {
    const testCase = await given.printedCase()
    const [tray] = await given.flawedTrays(testCase)
    const file = await given.correctionFile(testCase, admin)
    const { id } = await requestOf(testCase)
    expect((await test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} })).status).toBe(200)
    const refused = { status: 409, body: { error: 'This request is canceled.' } }
    expect(await correct(tray!, file)).toMatchObject(refused)
    expect(await edit(tray!, { cause: 'scan' })).toMatchObject(refused)
    expect(await remove(tray!)).toMatchObject(refused)
    const patient = await patientOf(testCase)
    expect(patient.has_pending_flawed_tray_request).toBeUndefined()
    const { body } = await test.as(admin).call(flawedTrays.get, { params: { id: tray! } })
    expect(Object.values(body.flawed_tray.can)).not.toContain(true)
  })

  it('before its request is completed', async () => {
    const testCase = await given.printedCase()
    const [tray] = await given.flawedTrays(testCase)
    const { id } = await requestOf(testCase)
    const complete = () => test.as(admin).call(customerRequests.complete, { params: { id }, body: {} })
    expect(await complete()).toMatchObject({
      status: 409,
      body: { error: 'A flawed tray is waiting for its correction. Correct all flawed trays first.' },
    })
    await given.correctedTray(testCase, tray!)
    expect((await complete()).status).toBe(200)
    expect(await edit(tray!, { corrected_file_id: null })).toMatchObject({
      status: 409,
      body: { error: 'This request is completed.' },
    })
  })

  it('or taken out; the last one takes the work along, unless a step of it has started', async () => {
    const testCase = await given.printedCase()
    const [upper, lower] = await given.flawedTrays(testCase, [1, 2])
    expect((await remove(upper!)).body.customer_request).toMatchObject({ flawed_trays_status_id: 1 })
    const { flawed_trays_workflow: work } = await requestOf(testCase)
    expect((await saveFirstStep(work!)).status).toBe(200)
    expect(await remove(lower!)).toMatchObject({
      status: 409,
      body: { error: 'Work on this correction has started. Correct the tray, or cancel the request.' },
    })
    const other = await given.printedCase()
    const [only] = await given.flawedTrays(other)
    const { body } = await remove(only!)
    expect(body.customer_request).toMatchObject({
      flawed_trays: [],
      flawed_trays_status_id: null,
      flawed_trays_workflow: null,
    })
    expect((await patientOf(other)).can.request_correction).toBe(true)
  })
})

it('the maker of the setup uploads the correction, which the lab finds at the tray (corrections/corrected)', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.printedCase({ practice, print: 3 })
  await sql`update rx_forms set submission_completed_by = 3 where id = ${testCase.rxFormId}`.execute(db())
  const before = (await given.flawedTrays(await given.printedCase()))[0]!
  const partner = practice.partner!.user
  const [tray] = (
    await test.as(partner).call(flawedTrays.request, {
      params: { id: practice.id },
      body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
    })
  ).body.customer_request.flawed_trays
  expect(tray).toMatchObject({ can: { upload: true, correct: false }, uploaded_files: [] })
  const lower = await given.correctionFile(testCase, partner, 2, 'lower.stl')
  const file = await given.correctionFile(testCase, partner, 1, 'upper.stl')
  const read = async (id: number, who: TestUser) =>
    (await test.as(who).call(flawedTrays.get, { params: { id } })).body.flawed_tray
  for (const who of [partner, admin])
    expect((await read(tray!.id, who)).uploaded_files.map(({ id }) => id)).toEqual([file])
  expect((await read(tray!.id, practice.owner)).can.upload).toBe(false)
  expect((await read(before, admin)).uploaded_files).toEqual([])
  expect((await correct(tray!.id, lower)).status).toBe(422)
  const { body } = await correct(tray!.id, file)
  expect(body.flawed_tray).toMatchObject({ corrected_file: { id: file }, uploaded_files: [], can: { upload: false } })
})

it('an edit says who prints; what else it could be is named', async () => {
  const [tray] = await given.flawedTrays(await given.printedCase())
  const put = async (body: object) => (await test.raw(admin, 'PUT', `/flawed_trays/${tray}`, body)).body['error']
  expect(await put({ cause: 'scan' })).toEqual({ print: ['Required'] })
  expect(await put({ print: 4 })).toEqual({ print: ['One of 1, 2, 3.'] })
})

it('a stale edit is refused; a cause alone is corrected by the lab', async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  expect((await edit(tray!, { cause: 'transit', version: 1 })).body.flawed_tray).toMatchObject({
    cause: 'transit',
    version: 2,
  })
  expect((await edit(tray!, { cause: 'scan', version: 1 })).status).toBe(409)
  // Nothing changes: no entry, no version.
  expect((await edit(tray!, { cause: 'transit' })).body.flawed_tray.version).toBe(2)
  expect((await eventsOf(testCase)).filter((event) => event === 'correction_changed')).toHaveLength(1)
})

it('more trays of one request start a further round of its work, and what was recorded stays (work/rounds)', async () => {
  const testCase = await given.printedCase()
  const [upper] = await given.flawedTrays(testCase)
  await saveFirstStep((await requestOf(testCase)).flawed_trays_workflow!)
  expect((await requestOf(testCase)).flawed_trays_status_id).toBe(2)
  await given.correctedTray(testCase, upper!)
  const [again] = await given.flawedTrays(testCase)
  const request = await requestOf(testCase)
  expect(again).not.toBe(upper)
  expect(request.flawed_trays_status_id).toBe(1)
  const { round, processes, former_rounds } = request.flawed_trays_workflow!
  expect([round, ...processes.map(({ process, started_at }) => [process, started_at])]).toEqual([
    2,
    ['CFT', null],
    ['QA', null],
  ])
  // The step that was running has ended with its round.
  expect(former_rounds).toMatchObject([
    {
      round: 1,
      processes: [{ started_at: expect.any(String), finished_at: expect.any(String) }, { started_at: null }],
    },
  ])
  await saveFirstStep(request.flawed_trays_workflow!)
  expect((await requestOf(testCase)).flawed_trays_status_id).toBe(2)
})

it('more trays before anything was started start no further round', async () => {
  const testCase = await given.printedCase()
  const [upper] = await given.flawedTrays(testCase)
  await given.correctedTray(testCase, upper!)
  await given.flawedTrays(testCase)
  expect((await requestOf(testCase)).flawed_trays_workflow).toMatchObject({ round: 1, former_rounds: [] })
})

describe('the list', () => {
  it('is of the trays within reach, and is searched, filtered and sorted', async () => {
    const practice = await given.practice()
    const [one, two] = [await given.printedCase({ practice }), await given.printedCase({ practice })]
    const [a] = await given.flawedTrays(one)
    const [b, c] = await given.flawedTrays(two, [1, 2])
    await given.correctedTray(two, b!)
    const list = async (query: object = {}, who = admin) => {
      const { status, body } = await test
        .as(who)
        .call(flawedTrays.list, { query: { organization_id: practice.id, ...query } as never })
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    const ids = async (query: object = {}, who = admin) => (await list(query, who)).flawed_trays.map(({ id }) => id)
    expect(await ids({ sort: '-id' })).toEqual([c, b, a])
    expect(await ids({ sort: '+id', perPage: 2 })).toEqual([a, b])
    expect((await list()).meta).toMatchObject({ per_page: 5, total: 3 })
    expect(await ids({ include: 'patient,corrected_file', sort: 'id' })).toEqual([a, b, c])
    expect(await ids({ status_id: 1, sort: 'id' })).toEqual([a, c])
    expect(await ids({ 'arch.patient.user_id': practice.owner.id, sort: 'id' })).toEqual([a, b, c])
    expect(await ids({ 'arch.patient.user_id': practice.member.id })).toEqual([])
    const { last_name } = await patientOf(one)
    expect(await ids({ patient_full_name_like: last_name })).toEqual([a])
    expect(await ids({ doctor_full_name_like: 'nobody-of-this-name' })).toEqual([])
    expect((await list({ sort: 'id' })).flawed_trays[0]).toMatchObject({
      patient: { id: one.id },
      organization: { id: practice.id },
      can: { correct: true, edit: true },
    })
    expect(await ids({ sort: 'id' }, practice.owner)).toEqual([a, b, c])
    expect(await ids({ organization_id: practice.id }, (await given.practice()).owner)).toEqual([])
    await test.as(admin).call(patients.archive, { params: { id: one.id } })
    expect(await ids({ sort: 'id' })).toEqual([a, b, c])
    expect(await ids({ sort: 'id', only_with_patient: 'true' })).toEqual([b, c])
    expect(await ids({ sort: 'id' }, practice.owner)).toEqual([b, c])
  })
})
