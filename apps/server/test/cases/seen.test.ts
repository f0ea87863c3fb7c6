import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

/** A decision names what was seen (`cases/seen`): no one approves, sends, completes what they have not looked at. */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

const newSetup = (testCase: GivenCase, seed: number) =>
  given.scanFile(testCase, tech, { bytes: given.scan('upper', seed), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
const notify = async (testCase: GivenCase, seen?: string) =>
  test.as(tech).call(rxForms.markAsReady, {
    params: { id: testCase.rxFormId },
    body: { seen: seen ?? (await seenBy(test, tech, testCase.id)) },
  })
const approve = (testCase: GivenCase, seen: string) =>
  test.as(testCase.practice.owner).call(patients.approve, { params: { id: testCase.id }, body: { seen } })
const askForChanges = (testCase: GivenCase, seen: string, who = testCase.practice.owner) =>
  test.as(who).call(patients.requestChanges, { params: { id: testCase.id }, body: { note: 'Rotate 11.', seen } })
const statusOf = async (testCase: GivenCase) =>
  (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body.patient.patient_status.key

const setupReplaced = {
  status: 409,
  body: { error: 'Since you last looked, the setup was replaced. Nothing was changed. Please review the case again.' },
}

describe('the setup that was seen', () => {
  it('is the one that is approved: not the next one that came while the page stood open', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const first = await seenBy(test, testCase.practice.owner, testCase.id)
    expect((await askForChanges(testCase, first, testCase.practice.manager)).status).toBe(200)
    await newSetup(testCase, 77)
    expect((await notify(testCase)).status).toBe(200)
    // State "awaiting approval" again, as on the page that was never loaded anew.
    expect(await approve(testCase, first)).toMatchObject(setupReplaced)
    expect(await askForChanges(testCase, first)).toMatchObject(setupReplaced)
    expect(await statusOf(testCase)).toBe('awaiting_approval')
    expect((await approve(testCase, await seenBy(test, testCase.practice.owner, testCase.id))).status).toBe(200)
  })

  it('is the one that is sent to the doctor', async () => {
    const testCase = await given.case({ stage: 'in_progress', tech })
    await newSetup(testCase, 78)
    const seen = await seenBy(test, tech, testCase.id)
    await newSetup(testCase, 79)
    expect(await notify(testCase, seen)).toMatchObject(setupReplaced)
    expect(await statusOf(testCase)).toBe('in_progress')
    expect((await notify(testCase, await seenBy(test, tech, testCase.id))).status).toBe(200)
  })

  it('is the one that is completed', async () => {
    const testCase = await given.case({ stage: 'in_progress', tech })
    await newSetup(testCase, 80)
    const seen = await seenBy(test, tech, testCase.id)
    await newSetup(testCase, 81)
    const complete = (body: { approved_by?: string; approved_at?: string; seen: string }) =>
      test.as(tech).call(patients.completeSetup, { params: { id: testCase.id }, body })
    expect(await complete({ approved_by: 'Dr. Owner', seen })).toMatchObject(setupReplaced)
    // Of the lab's own setup someone has to say who approved (`cases/complete`).
    const now = await seenBy(test, tech, testCase.id)
    for (const body of [{}, { approved_by: '  ', approved_at: '2026-11-20' }])
      expect(await complete({ ...body, seen: now })).toMatchObject({
        status: 422,
        body: { error: { approved_by: ['Required'] } },
      })
    const today = dayIn(test.config.labZone, new Date())
    for (const [approved_at, why] of [
      ['2199-01-01', 'The date is in the future'],
      [addDays(today, 2), 'The date is in the future'],
      [addDays(today, -1), 'The case was submitted later'],
      ['1999-12-31', 'The case was submitted later'],
    ])
      expect(await complete({ approved_by: 'Dr. Owner', approved_at, seen: now }), approved_at).toMatchObject({
        status: 422,
        body: { error: { approved_at: [why] } },
      })
    expect((await complete({ approved_by: 'Dr. Owner', approved_at: today, seen: now })).status).toBe(200)
    const { history } = (await test.as(tech).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.find(({ event }) => event === 'setup_completed')?.note).toMatch(
      /^Approved by Dr\. Owner on \d{4}-\d\d-\d\d$/,
    )
  })

  it('goes with the Rx form: another revision says so', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const seen = await seenBy(test, testCase.practice.owner, testCase.id)
    await sql`update rx_forms set version = version + 1 where id = ${testCase.rxFormId}`.execute(test.connection.db)
    expect(await approve(testCase, seen)).toMatchObject({
      status: 409,
      body: {
        error: 'Since you last looked, the Rx form was changed. Nothing was changed. Please review the case again.',
      },
    })
  })

  it('stays the same for notes, holds and people’s edits of the case', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = testCase.practice
    const seen = await seenBy(test, owner, testCase.id)
    const note = { field: 'doctor_notes' as const, text: 'Please call me first.' }
    expect((await test.as(owner).call(patients.saveNotes, { params: { id: testCase.id }, body: note })).status).toBe(
      200,
    )
    expect((await approve(testCase, seen)).status).toBe(200)
  })
})

describe('what is sent as seen', () => {
  it('must be there on an approval and a request for changes, may be missing elsewhere, and is a text', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    for (const [path, body] of [
      [`/patients/${testCase.id}/approve`, {}],
      [`/patients/${testCase.id}/request_changes`, { note: 'Rotate 11.' }],
    ] as const)
      expect(await test.raw(testCase.practice.owner, 'POST', path, body)).toMatchObject({
        status: 422,
        body: { error: { seen: expect.any(Array) as string[] } },
      })
    expect((await test.raw(tech, 'POST', `/rx_forms/${testCase.rxFormId}/mark_as_ready`, { seen: 7 })).status).toBe(422)
    expect(await approve(testCase, 'made up')).toMatchObject({ status: 409 })
    expect(await statusOf(testCase)).toBe('awaiting_approval')
    // Programs call it as it is documented.
    const other = await given.case({ stage: 'in_progress', tech })
    await newSetup(other, 82)
    expect((await test.raw(tech, 'POST', `/rx_forms/${other.rxFormId}/mark_as_ready`, {})).status).toBe(200)
  })
})

it('a print is completed as it was seen: another address is a 409', async () => {
  const testCase = await given.case({
    stage: 'approved',
    tech,
    form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
  })
  const as = test.as(tech)
  const { open_request_id: id } = (await as.call(patients.get, { params: { id: testCase.id } })).body.patient
  const look = async () => (await as.call(customerRequests.get, { params: { id: id! } })).body.customer_request
  const { seen, printing_request: print } = await look()
  const day = print!.expected_arrival_date!
  const moved = await as.call(printingRequests.shipping, {
    params: { id: print!.id },
    body: {
      patient_id: testCase.id,
      location_id: print!.location_id!,
      shipping_method_id: 1,
      expected_arrival_date: day,
      delivery_date_from: day,
      delivery_date_to: day,
    },
  })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  const complete = (body: { tracking_number: string; seen: string }) =>
    as.call(customerRequests.complete, { params: { id: id! }, body })
  expect(await complete({ tracking_number: '1Z999AA10123456784', seen })).toMatchObject({
    status: 409,
    body: {
      error: 'Since you last looked, the print was changed. Nothing was changed. Please review the case again.',
    },
  })
  const now = (await look()).seen
  expect((await complete({ tracking_number: '1Z999AA10123456784', seen: now })).status).toBe(200)
})
