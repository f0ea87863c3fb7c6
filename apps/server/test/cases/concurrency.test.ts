import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crowd } from '../crowd.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { seenBy } from '../seen.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

const size = 50
const many = <T extends { status: number }>(act: (index: number) => Promise<T>) => crowd(size, act)

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const countCases = async (organizationId: number) =>
  (
    await sql<{
      count: number
    }>`select count(*)::int as count from patients where organization_id = ${organizationId}`.execute(
      test.connection.db,
    )
  ).rows[0]!.count

/** How often something happened to a case, as its history says. */
const entriesOf = async ({ id, practice }: GivenCase, event: string): Promise<number> => {
  const { history } = (await test.as(practice.owner).call(patients.history, { params: { id } })).body
  return history.filter((entry) => entry.event === event).length
}

describe('fifty at once', () => {
  it('submits with one idempotency key make one case, and all get its answer', async () => {
    const practice = await given.practice()
    const body = given.form(practice) as never
    const answers = await many(() =>
      test
        .as(practice.owner)
        .call(
          rxForms.submitForOrganization,
          { params: { id: practice.id }, body },
          { 'idempotency-key': 'one-and-the-same' },
        ),
    )
    // A twin that waited over five seconds may be told to try again; no one gets anything else.
    expect(answers.filter((answer) => ![200, 409].includes(answer.status))).toEqual([])
    const done = answers.filter((answer) => answer.status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map((answer) => answer.body.rx_form.id)).size).toBe(1)
    expect(await countCases(practice.id)).toBe(1)
    const again = await test
      .as(practice.owner)
      .call(
        rxForms.submitForOrganization,
        { params: { id: practice.id }, body },
        { 'idempotency-key': 'one-and-the-same' },
      )
    expect(again.body).toEqual(done[0]!.body)
    const other = await test
      .as(practice.owner)
      .call(
        rxForms.submitForOrganization,
        { params: { id: practice.id }, body: given.form(practice) as never },
        { 'idempotency-key': 'one-and-the-same' },
      )
    expect(other.status).toBe(422)
  })

  it('submits of one name make suffixes without gaps', async () => {
    const practice = await given.practice()
    const answers = await many(() =>
      test.as(practice.owner).call(rxForms.submitForOrganization, {
        params: { id: practice.id },
        body: given.form(practice, { first_name: 'Zoë', last_name: 'Same' }) as never,
      }),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(size).fill(200))
    const { rows } = await sql<{
      numeric_suffix: number | null
    }>`select numeric_suffix from patients where organization_id = ${practice.id} order by numeric_suffix nulls first`.execute(
      test.connection.db,
    )
    expect(rows.map((row) => row.numeric_suffix)).toEqual([
      null,
      ...Array.from({ length: size - 1 }, (_, index) => index + 1),
    ])
    const { body } = await test
      .as(practice.owner)
      .call(patients.checkSimilar, { query: { first_name: 'ZOE', last_name: 'same', organization_id: practice.id } })
    expect(body.data).toMatchObject({ has_similar_patient: true, numeric_suffix: size })
  })

  it('approves make one, and the others are refused', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval' })
    const seen = await seenBy(test, testCase.practice.owner, testCase.id)
    const answers = await many(() =>
      test.as(testCase.practice.owner).call(patients.approve, { params: { id: testCase.id }, body: { seen } }),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(size - 1)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from case_history where patient_id = ${testCase.id} and event = 'approved'`.execute(
      test.connection.db,
    )
    expect(rows[0]!.count).toBe(1)
  })

  it('approve and ask for changes at once: one of them wins', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval' })
    const as = test.as(testCase.practice.owner)
    const seen = await seenBy(test, testCase.practice.owner, testCase.id)
    const answers = await many((index) =>
      index % 2 === 0
        ? as.call(patients.approve, { params: { id: testCase.id }, body: { seen } })
        : as.call(patients.requestChanges, { params: { id: testCase.id }, body: { note: 'Not yet.', seen } }),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it('approvals of two versions of a setup: one of who saw the newer makes one, who saw the older is told', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval' })
    const { owner, manager } = testCase.practice
    const lab = await given.user('supervisor')
    const older = await seenBy(test, owner, testCase.id)
    const body = { note: 'Rotate 11.', seen: older }
    await test.as(owner).call(patients.requestChanges, { params: { id: testCase.id }, body })
    await given.scanFile(testCase, lab, { bytes: given.scan('upper', 8), kind: 'setup', jaws_id: 1, name: 'new.stl' })
    const notified = await test.as(lab).call(rxForms.markAsReady, {
      params: { id: testCase.rxFormId },
      body: { seen: await seenBy(test, lab, testCase.id) },
    })
    expect(notified.status).toBe(200)
    const newer = await seenBy(test, owner, testCase.id)
    expect(newer).not.toBe(older)
    const answers = await many((index) =>
      test
        .as(index % 4 < 2 ? owner : manager)
        .call(patients.approve, { params: { id: testCase.id }, body: { seen: index % 2 === 0 ? newer : older } }),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(size - 1).fill(409)])
    expect(answers.filter(({ status }, index) => status === 200 && index % 2 === 1)).toEqual([])
    expect(await entriesOf(testCase, 'approved')).toBe(1)
  })

  it('holds make one hold, and as many ends of it end it once', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const { owner, manager } = testCase.practice
    const hold = (on_hold: boolean) =>
      many((index) =>
        test.as(index % 2 ? owner : manager).call(patients.toggleHold, {
          params: { id: testCase.id },
          body: { on_hold, reason: `Reason ${index}`, action_owner_name: 'Ann Desk' },
        }),
      )
    for (const [on_hold, event] of [
      [true, 'held'],
      [false, 'unheld'],
    ] as const) {
      const answers = await hold(on_hold)
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(size - 1).fill(409)])
      expect(await entriesOf(testCase, event)).toBe(1)
      const { patient } = (await test.as(owner).call(patients.get, { params: { id: testCase.id } })).body
      expect(patient.is_on_hold).toBe(on_hold)
      expect(patient.on_hold_notes).toHaveLength(on_hold ? 1 : 2)
    }
  })

  it('holds and ends of holds at once: each that was done is in the history, in turns', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const { owner } = testCase.practice
    const answers = await many((index) =>
      test.as(owner).call(patients.toggleHold, {
        params: { id: testCase.id },
        body: { on_hold: index % 2 === 0, reason: `Reason ${index}`, action_owner_name: 'Ann Desk' } as never,
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { history } = (await test.as(owner).call(patients.history, { params: { id: testCase.id } })).body
    const events = history.map(({ event }) => event).filter((event) => event === 'held' || event === 'unheld')
    expect(events).toHaveLength(answers.filter(({ status }) => status === 200).length)
    // The newest first; it started with a hold, and none is held twice.
    expect(events.toReversed()).toEqual(events.map((_, index) => (index % 2 === 0 ? 'held' : 'unheld')))
    const { patient } = (await test.as(owner).call(patients.get, { params: { id: testCase.id } })).body
    expect(patient.is_on_hold).toBe(events[0] === 'held')
  })

  it('registers of one upload make one file', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const file_path = await given.upload(
      testCase.practice.owner,
      testCase.practice.id,
      given.scan(),
      'upper.stl',
      'scan',
      testCase.id,
    )
    const answers = await many(() =>
      test.raw(testCase.practice.owner, 'POST', '/patient_files/store_uploaded_file', {
        file_path,
        patient_id: testCase.id,
        patient_file_type_id: 2,
        jaws_id: 1,
        name: 'upper.stl',
      }),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
  })

  it('leaves the kept rows of the lists as they are built', async () => {
    expect(await given.staleRows()).toEqual([])
  })
})
