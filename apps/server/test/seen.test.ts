import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given, type GivenCase } from './given.ts'
import { seenBy } from './seen.ts'

/** A decision names what was seen (`cases/seen`): nobody approves, sends, completes what they have not looked at. */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

const newSetup = (made: GivenCase, seed: number) =>
  given.scanFile(made, tech, { bytes: given.scan('upper', seed), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
const notify = (made: GivenCase, seen?: string) =>
  test.as(tech).call(rxForms.markAsReady, { params: { id: made.rxFormId }, body: seen === undefined ? {} : { seen } })
const approve = (made: GivenCase, seen: string) =>
  test.as(made.practice.owner).call(patients.approve, { params: { id: made.id }, body: { seen } })
const askForChanges = (made: GivenCase, seen: string, who = made.practice.owner) =>
  test.as(who).call(patients.requestChanges, { params: { id: made.id }, body: { note: 'Rotate 11.', seen } })
const statusOf = async (made: GivenCase) =>
  (await test.as(tech).call(patients.get, { params: { id: made.id } })).body.patient.patient_status.key

const setupReplaced = {
  status: 409,
  body: { error: 'Since you looked, the setup was replaced. Nothing was done; please look again.' },
}

describe('the setup that was seen', () => {
  it('is the one that is approved: not the next one that came while the page stood open', async () => {
    const made = await given.case({ stage: 'awaiting_approval', tech })
    const first = await seenBy(test, made.practice.owner, made.id)
    expect((await askForChanges(made, first, made.practice.manager)).status).toBe(200)
    await newSetup(made, 77)
    expect((await notify(made)).status).toBe(200)
    // State "awaiting approval" again, as on the page that was never loaded anew.
    expect(await approve(made, first)).toMatchObject(setupReplaced)
    expect(await askForChanges(made, first)).toMatchObject(setupReplaced)
    expect(await statusOf(made)).toBe('awaiting_approval')
    expect((await approve(made, await seenBy(test, made.practice.owner, made.id))).status).toBe(200)
  })

  it('is the one that is sent to the doctor', async () => {
    const made = await given.case({ stage: 'in_progress', tech })
    await newSetup(made, 78)
    const seen = await seenBy(test, tech, made.id)
    await newSetup(made, 79)
    expect(await notify(made, seen)).toMatchObject(setupReplaced)
    expect(await statusOf(made)).toBe('in_progress')
    expect((await notify(made, await seenBy(test, tech, made.id))).status).toBe(200)
  })

  it('is the one that is completed', async () => {
    const made = await given.case({ stage: 'in_progress', tech })
    await newSetup(made, 80)
    const seen = await seenBy(test, tech, made.id)
    await newSetup(made, 81)
    const complete = (body: object) => test.as(tech).call(patients.completeSetup, { params: { id: made.id }, body })
    expect(await complete({ approved_by: 'Dr. Owner', seen })).toMatchObject(setupReplaced)
    expect((await complete({ approved_by: 'Dr. Owner' })).status).toBe(200)
  })

  it('goes with the Rx form: another revision says so', async () => {
    const made = await given.case({ stage: 'awaiting_approval', tech })
    const seen = await seenBy(test, made.practice.owner, made.id)
    await sql`update rx_forms set version = version + 1 where id = ${made.rxFormId}`.execute(test.connection.db)
    expect(await approve(made, seen)).toMatchObject({
      status: 409,
      body: { error: 'Since you looked, the Rx form was changed. Nothing was done; please look again.' },
    })
  })

  it('stays the same for notes, holds and people’s edits of the case', async () => {
    const made = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = made.practice
    const seen = await seenBy(test, owner, made.id)
    const note = { field: 'doctor_notes' as const, text: 'Please call me first.' }
    expect((await test.as(owner).call(patients.saveNotes, { params: { id: made.id }, body: note })).status).toBe(200)
    expect((await approve(made, seen)).status).toBe(200)
  })
})

describe('what is sent as seen', () => {
  it('must be there on an approval and a wish for changes, may be missing elsewhere, and is a text', async () => {
    const made = await given.case({ stage: 'awaiting_approval', tech })
    for (const [path, body] of [
      [`/patients/${made.id}/approve`, {}],
      [`/patients/${made.id}/request_changes`, { note: 'Rotate 11.' }],
    ] as const)
      expect(await test.raw(made.practice.owner, 'POST', path, body)).toMatchObject({
        status: 422,
        body: { error: { seen: expect.any(Array) as string[] } },
      })
    expect((await test.raw(tech, 'POST', `/rx_forms/${made.rxFormId}/mark_as_ready`, { seen: 7 })).status).toBe(422)
    expect(await approve(made, 'made up')).toMatchObject({ status: 409 })
    expect(await statusOf(made)).toBe('awaiting_approval')
  })
})

it('a print is completed as it was seen: another address is a 409', async () => {
  const made = await given.case({
    stage: 'approved',
    tech,
    form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
  })
  const as = test.as(tech)
  const { open_request_id: id } = (await as.call(patients.get, { params: { id: made.id } })).body.patient
  const look = async () => (await as.call(customerRequests.get, { params: { id: id! } })).body.customer_request
  const { seen, printing_request: print } = await look()
  const day = print!.expected_arrival_date!
  const moved = await as.call(printingRequests.shipping, {
    params: { id: print!.id },
    body: {
      patient_id: made.id,
      location_id: print!.location_id!,
      shipping_method_id: 1,
      expected_arrival_date: day,
      delivery_date_from: day,
      delivery_date_to: day,
    },
  })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  const complete = (body: object) => as.call(customerRequests.complete, { params: { id: id! }, body })
  expect(await complete({ tracking_number: '1Z999AA10123456784', seen })).toMatchObject({
    status: 409,
    body: { error: 'Since you looked, the shipping was changed. Nothing was done; please look again.' },
  })
  const now = (await look()).seen
  expect((await complete({ tracking_number: '1Z999AA10123456784', seen: now })).status).toBe(200)
})
