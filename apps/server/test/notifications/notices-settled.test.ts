import { conversations } from '@archwire/contract/conversations/routes.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announce } from '../../src/modules/cases/announce.ts'
import { remind } from '../../src/modules/cases/reminders.ts'
import { settleNotices } from '../../src/modules/notifications/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

/** Notices that ask for something are read once nothing is left to do (`notices/settled`). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

const reminders = ['approval_reminder', 'approve_by']
const bellOf = async (user: TestUser, { id }: GivenCase) =>
  (await test.as(user).call(notifications.list, { query: { perPage: 100 } })).body.notifications.filter(
    ({ patient_id }) => patient_id === id,
  )
/**
 * What a person's bell says about a case: `ready unread`; sorted, because jobs run in no order. Without reminders, which
 * other tests may send, too.
 */
const linesOf = async (user: TestUser, testCase: GivenCase) =>
  (await bellOf(user, testCase))
    .filter(({ type }) => !reminders.includes(type))
    .map(({ type, read_at }) => `${type} ${read_at ? 'read' : 'unread'}`)
    .sort()
const told = (user: TestUser, testCase: GivenCase, lines: string[]) =>
  vi.waitFor(async () => expect(await linesOf(user, testCase)).toEqual(lines), 60_000)

const seen = async (user: TestUser, { id }: GivenCase) => ({ seen: await seenBy(test, user, id) })
const approve = async (user: TestUser, testCase: GivenCase) =>
  expect(
    await test.as(user).call(patients.approve, { params: { id: testCase.id }, body: await seen(user, testCase) }),
  ).toMatchObject({ status: 200 })
const askForChanges = async (user: TestUser, testCase: GivenCase) => {
  const body = { note: 'Rotate 11.', ...(await seen(user, testCase)) }
  expect(await test.as(user).call(patients.requestChanges, { params: { id: testCase.id }, body })).toMatchObject({
    status: 200,
  })
}
const opened = async (user: TestUser, { id }: GivenCase) =>
  test.as(user).call(notifications.caseOpened, { params: { id } })

describe('a later event of the case', () => {
  it('an approval settles the request for it and its reminder, for everyone who was told', async () => {
    const practice = await given.practice()
    const doctor = practice.member
    const form = { user_id: doctor.id }
    const [decided, waiting] = [
      await given.case({ stage: 'awaiting_approval', tech, practice, form }),
      await given.case({ stage: 'awaiting_approval', tech, practice, form }),
    ]
    for (const each of [decided, waiting])
      for (const person of [doctor, practice.owner]) await told(person, each, ['ready unread'])
    await remind(test.connection.db, 'http://archwire.test')
    const remindersOf = async (testCase: GivenCase) =>
      (await bellOf(doctor, testCase)).filter(({ type }) => reminders.includes(type)).map(({ read_at }) => read_at)
    expect(await remindersOf(decided)).toContain(null)
    await approve(practice.manager, decided)
    await told(doctor, decided, ['approved unread', 'ready read'])
    expect(await remindersOf(decided)).not.toContain(null)
    expect(await remindersOf(waiting)).toContain(null)
    await told(practice.owner, decided, ['approved unread', 'ready read'])
    expect(await linesOf(doctor, waiting)).toEqual(['ready unread'])
    expect((await bellOf(doctor, decided))[0]!.case).toMatchObject({
      number: `C-${decided.id}`,
      patient_status: { label: 'Completed' },
      is_on_hold: false,
    })
  })

  it('changes settle the request for approval, and the next Notify settles the changes', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = testCase.practice
    await told(owner, testCase, ['ready unread'])
    await askForChanges(owner, testCase)
    await told(owner, testCase, ['ready read'])
    await vi.waitFor(async () => expect(await linesOf(tech, testCase)).toContain('changes_requested unread'), 60_000)
    const body = { same_setup: true, ...(await seen(tech, testCase)) }
    expect(await test.as(tech).call(rxForms.markAsReady, { params: { id: testCase.rxFormId }, body })).toMatchObject({
      status: 200,
    })
    await told(owner, testCase, ['ready read', 'ready unread'])
    await vi.waitFor(async () => expect(await linesOf(tech, testCase)).toContain('changes_requested read'), 60_000)
  })

  it('a hold that was taken off asks for nothing; a later hold is not settled by that', async () => {
    const testCase = await given.case({ stage: 'in_progress', tech })
    const { owner } = testCase.practice
    const toggle = async (user: TestUser, on_hold: boolean, should_notify_doctor: boolean) => {
      const body = { on_hold, reason: 'Which shade?', action_owner_name: 'Petra', should_notify_doctor }
      expect(await test.as(user).call(patients.toggleHold, { params: { id: testCase.id }, body })).toMatchObject({
        status: 200,
      })
    }
    await toggle(tech, true, true)
    await told(owner, testCase, ['held unread'])
    // No one is told that it ended.
    await toggle(tech, false, false)
    await told(owner, testCase, ['held read'])
    await toggle(tech, true, true)
    await told(owner, testCase, ['held read', 'held unread'])
    // As a job that runs once more.
    const { rows } = await sql<{ id: number }>`
      select id::int from case_history where patient_id = ${testCase.id} and event = 'unheld'`.execute(
      test.connection.db,
    )
    await settleNotices(test.connection.db, rows[0]!.id)
    expect(await linesOf(owner, testCase)).toEqual(['held read', 'held unread'])
  })

  it('a request that ends settles what was told of it, and not of another one', async () => {
    const testCase = await given.case({
      stage: 'approved',
      tech,
      form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
    })
    const body = { patient_id: testCase.id, arches: 1 as const, content_type_id: 1 }
    const asked = await test.as(testCase.practice.manager).call(printingRequests.create, { body })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    const { id } = asked.body.customer_request
    const prints = async () =>
      (await bellOf(tech, testCase))
        .filter(({ type }) => type === 'print_requested')
        .map(({ link, read_at }) => `${link} ${read_at ? 'read' : 'unread'}`)
        .sort()
    const lines = (of: string) => [`/requests/${id - 1} unread`, `/requests/${id} ${of}`].sort()
    await vi.waitFor(async () => expect(await prints()).toEqual(lines('unread')), 60_000)
    const canceled = await test.as(tech).call(customerRequests.cancel, {
      params: { id },
      body: { reason: 'Twice' },
    })
    expect(canceled.status, JSON.stringify(canceled.body)).toBe(200)
    await vi.waitFor(async () => expect(await prints()).toEqual(lines('read')), 60_000)
  })

  it('a flagged file that is deleted asks for nothing; another file of the case leaves it alone', async () => {
    const testCase = await given.case({ stage: 'in_progress', tech })
    const { db } = test.connection
    const { owner } = testCase.practice
    const happens = async (event: string, file: number) => {
      const { rows } = await sql<{ id: number }>`
        insert into case_history (at, organization_id, patient_id, user_name, event, data)
        values (now(), ${testCase.practice.id}, ${testCase.id}, 'Archwire', ${event}, ${JSON.stringify({ patient_file_id: file })}::jsonb)
        returning id::int`.execute(db)
      return rows[0]!.id
    }
    const flagged = await happens('file_flagged', 5)
    await announce({ db, publicUrl: '', labZone: test.config.labZone }, { history_id: flagged })
    expect(await linesOf(owner, testCase)).toEqual(['file_flagged unread'])
    await settleNotices(db, await happens('file_deleted', 6))
    expect(await linesOf(owner, testCase)).toEqual(['file_flagged unread'])
    await settleNotices(db, await happens('file_deleted', 5))
    expect(await linesOf(owner, testCase)).toEqual(['file_flagged read'])
  })

  it('a notice that is written after the decision is read from the beginning', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = testCase.practice
    const { db } = test.connection
    await told(owner, testCase, ['ready unread'])
    await askForChanges(owner, testCase)
    await told(owner, testCase, ['ready read'])
    await sql`delete from notifications where patient_id = ${testCase.id} and user_id = ${owner.id}`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select id::int from case_history where patient_id = ${testCase.id} and event = 'ready'`.execute(db)
    await announce({ db, publicUrl: '', labZone: test.config.labZone }, { history_id: rows[0]!.id })
    expect(await linesOf(owner, testCase)).toEqual(['ready read'])
  })

  it('an archived case asks for nothing', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = testCase.practice
    await told(owner, testCase, ['ready unread'])
    const answer = await test.as(await given.user('admin')).call(patients.archive, { params: { id: testCase.id } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await told(owner, testCase, ['ready read'])
  })
})

describe('opening a case', () => {
  it('settles the reader’s own notices about it, once, and no one else’s', async () => {
    const practice = await given.practice()
    const doctor = practice.member
    const form = { user_id: doctor.id }
    const [testCase, other] = [
      await given.case({ stage: 'awaiting_approval', tech, practice, form }),
      await given.case({ stage: 'awaiting_approval', tech, practice, form }),
    ]
    for (const each of [testCase, other])
      for (const person of [doctor, practice.owner]) await told(person, each, ['ready unread'])
    // Reading a case writes nothing.
    await test.as(doctor).call(patients.get, { params: { id: testCase.id } })
    expect(await linesOf(doctor, testCase)).toEqual(['ready unread'])
    expect((await opened(doctor, testCase)).body.read).toBeGreaterThan(0)
    expect((await opened(doctor, testCase)).body).toEqual({ read: 0 })
    expect(await linesOf(doctor, testCase)).toEqual(['ready read'])
    expect(await linesOf(doctor, other)).toEqual(['ready unread'])
    expect(await linesOf(practice.owner, testCase)).toEqual(['ready unread'])
  })

  it('leaves the notice of a message to its conversation, and is not for strangers', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = testCase.practice
    await told(owner, testCase, ['ready unread'])
    const sent = await test.as(tech).call(conversations.send, {
      params: { id: testCase.id },
      body: { text: 'A new scan, please.', photo_ids: [], pin_id: null, releases_hold_id: null },
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    await told(owner, testCase, ['message unread', 'ready unread'])
    expect((await opened(owner, testCase)).status).toBe(200)
    expect(await linesOf(owner, testCase)).toEqual(['message unread', 'ready read'])
    expect((await opened((await given.practice()).owner, testCase)).status).toBe(404)
  })
})
