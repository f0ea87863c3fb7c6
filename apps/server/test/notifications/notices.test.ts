import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { notify } from '../../src/modules/notifications/index.ts'
import { remind } from '../../src/modules/cases/reminders.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

/** Who hears of what, by bell and mail (docs/product/notices.md). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

const thirdParty = 3

/** What the bell of someone says of a case; jobs run side by side, so in no order. */
const bellOf = async (user: TestUser, { id }: GivenCase) =>
  (await test.as(user).call(notifications.list, { query: { perPage: 100 } })).body.notifications
    .filter((notification) => notification.patient_id === id)
    .map(({ message, link }) => `${message} ${link}`)
    .sort()
const mailsOf = async (user: TestUser) => {
  const { rows } = await sql<{ subject: string }>`
    select m.subject from mails m join users u on u.email = m.to_address where u.id = ${user.id} `.execute(
    test.connection.db,
  )
  return rows.map(({ subject }) => subject.split(': ').at(-1)!).sort()
}
const approve = async (user: TestUser, { id }: GivenCase) =>
  expect(
    (await test.as(user).call(patients.approve, { params: { id }, body: { seen: await seenBy(test, user, id) } }))
      .status,
  ).toBe(200)

it('a doctor hears what owner and manager do with the own case', async () => {
  const practice = await given.practice()
  const doctor = practice.member
  const testCase = await given.case({
    stage: 'awaiting_approval',
    tech,
    practice,
    form: { ...printing, user_id: doctor.id },
  })
  await approve(practice.manager, testCase)
  const ask = { patient_id: testCase.id, arches: 1 as const, content_type_id: 1 }
  const asked = await test.as(practice.manager).call(printingRequests.create, { body: ask })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const page = `/patient-details/${testCase.id}`
  const request = `/requests/${asked.body.customer_request.id}`
  // The Rx form asks for a print, too: it is the one before.
  const fromRx = `/requests/${asked.body.customer_request.id - 1}`
  await vi.waitFor(async () => {
    expect(await bellOf(doctor, testCase)).toEqual([
      ...[`A print was requested ${fromRx}`, `A print was requested ${request}`].sort(),
      `The setup is waiting for your approval ${page}`,
      `The setup was approved ${page}`,
    ])
    expect(await mailsOf(doctor)).toEqual([
      'the setup is approved',
      'the setup is waiting for your approval',
      'we have received it',
      'your print was requested',
      'your print was requested',
    ])
  }, 60_000)
  // Who did it knows.
  expect(await bellOf(practice.manager, testCase)).toEqual([])
})

it('notifies the doctor of a setup that is completed without Notify', async () => {
  const testCase = await given.case({ stage: 'in_progress', tech })
  const body = { approved_by: 'Dr. Owner, by phone', seen: await seenBy(test, tech, testCase.id) }
  expect((await test.as(tech).call(patients.completeSetup, { params: { id: testCase.id }, body })).status).toBe(200)
  await vi.waitFor(async () => {
    expect(await bellOf(testCase.practice.owner, testCase)).toEqual([
      `The setup is complete /patient-details/${testCase.id}`,
    ])
    expect(await mailsOf(testCase.practice.owner)).toContain('the setup is complete')
  }, 60_000)
})

it('notifies the partner of its print, and the lab of its setup', async () => {
  const practice = await given.practice({ partner: true })
  const partner = practice.partner!.user
  const form = { ...printing, print_assignment: thirdParty } as const
  const testCase = await given.case({ stage: 'awaiting_approval', tech, practice, form })
  await approve(practice.owner, testCase)
  await vi.waitFor(async () => {
    const heard = await bellOf(partner, testCase)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatch(/^A print was requested \/requests\/\d+$/)
    expect(await bellOf(tech, testCase)).toContain(`The setup was approved /patient-workflow/${testCase.id}`)
  }, 60_000)
  expect(await bellOf(practice.owner, testCase)).toEqual([
    `The setup is waiting for your approval /patient-details/${testCase.id}`,
  ])
})

it('the reminder rings for each waiting case, but not beside one that no one has read', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval', tech })
  const { owner } = testCase.practice
  const reminder = `The setup is still waiting for your approval /patient-details/${testCase.id}`
  const reminders = async () => (await bellOf(owner, testCase)).filter((line) => line === reminder).length
  const aWeekLater = () =>
    sql`update mails set created_at = created_at - interval '7 days' where kind = 'approvals.reminder'
      and to_address = (select email from users where id = ${owner.id})`.execute(test.connection.db)
  await remind(test.connection.db, 'http://archwire.test')
  expect(await reminders()).toBe(1)
  await aWeekLater()
  await remind(test.connection.db, 'http://archwire.test')
  expect(await reminders()).toBe(1)
  expect((await mailsOf(owner)).filter((subject) => subject.startsWith('One setup waits'))).toHaveLength(2)
  const { notifications: bell } = (await test.as(owner).call(notifications.list, {})).body
  for (const { id } of bell) await test.as(owner).call(notifications.markAsRead, { params: { id } })
  await aWeekLater()
  await remind(test.connection.db, 'http://archwire.test')
  expect(await reminders()).toBe(2)
})

it('a person who left the practice gets no notices of its cases, and sees no earlier ones', async () => {
  const practice = await given.practice()
  const doctor = practice.member
  const testCase = await given.case({ stage: 'awaiting_approval', tech, practice, form: { user_id: doctor.id } })
  await vi.waitFor(async () => expect(await bellOf(doctor, testCase)).toHaveLength(1), 15_000)
  const before = await mailsOf(doctor)
  await sql`delete from memberships where user_id = ${doctor.id}`.execute(test.connection.db)
  await remind(test.connection.db, 'http://archwire.test')
  expect(await mailsOf(doctor)).toEqual(before)
  await approve(practice.manager, testCase)
  await vi.waitFor(
    async () =>
      expect(await bellOf(tech, testCase)).toContain(`The setup was approved /patient-workflow/${testCase.id}`),
    15_000,
  )
  expect(await mailsOf(doctor)).toEqual(before)
  // The session may be kept for two seconds.
  await vi.waitFor(async () => expect(await bellOf(doctor, testCase)).toEqual([]), 5_000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications where user_id = ${doctor.id}`.execute(test.connection.db)
  expect(rows[0]!.count).toBe(1)
})

it('nor is who has left the partner', async () => {
  const practice = await given.practice({ partner: true })
  const partner = practice.partner!.user
  const form = { ...printing, print_assignment: thirdParty } as const
  const testCase = await given.case({ stage: 'awaiting_approval', tech, practice, form })
  await sql`update patients set created_by_user_id = ${partner.id} where id = ${testCase.id}`.execute(
    test.connection.db,
  )
  await test.as(tech).call(patients.toggleHold, {
    params: { id: testCase.id },
    body: { on_hold: true, reason: 'Waiting', should_notify_doctor: true },
  })
  await vi.waitFor(
    async () =>
      expect(await bellOf(partner, testCase)).toContain(
        `The case is on hold: Waiting /patient-details/${testCase.id}#conversation`,
      ),
    15_000,
  )
  await sql`delete from memberships where user_id = ${partner.id}`.execute(test.connection.db)
  await vi.waitFor(async () => expect(await bellOf(partner, testCase)).toEqual([]), 5_000)
})

it('a technician who no longer exists leaves the work to the others', async () => {
  const gone = await given.user('tech_support')
  const testCase = await given.case({ stage: 'awaiting_approval', tech })
  await sql`update tech_workflows set assigned_to = ${gone.id} where id = ${testCase.workflowId}`.execute(
    test.connection.db,
  )
  await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(test.connection.db)
  await approve(testCase.practice.owner, testCase)
  await vi.waitFor(
    async () =>
      expect(await bellOf(tech, testCase)).toContain(`The setup was approved /patient-workflow/${testCase.id}`),
    15_000,
  )
})

it('the bell reads in order of time, whichever entry was written first', async () => {
  const practice = await given.practice()
  const testCase = await given.case({ practice })
  const tell = (message: string, at: string) =>
    test.connection.db.transaction().execute((trx) =>
      notify(trx, {
        kind: null,
        type: message,
        at: new Date(at),
        organizationId: practice.id,
        patient: { id: testCase.id, name: 'Ada' },
        historyId: null,
        by: null,
        bell: [{ user: practice.manager.id, message, link: `/patient-details/${testCase.id}` }],
      }),
    )
  await tell('second', '2026-03-02T10:00:00Z')
  await tell('third', '2026-03-03T10:00:00Z')
  await tell('first', '2026-03-01T10:00:00Z')
  const { body } = await test.as(practice.manager).call(notifications.list, {})
  expect(body.notifications.map(({ message }) => message)).toEqual(['third', 'second', 'first'])
})
