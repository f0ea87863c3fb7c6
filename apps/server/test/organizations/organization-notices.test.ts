import { notifications } from '@archwire/contract/notifications/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import type { EventOf } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Announcement } from '../../src/activities/subscribers.ts'
import { seesCase } from '../../src/modules/case-core/index.ts'
import { announce } from '../../src/modules/organizations/announce.ts'
import { notify, organizationPeople } from '../../src/modules/notifications/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { seenBy } from '../seen.ts'

/** Who is told of what happens to an organization (`notices/organization`). */
let test: TestApp
let given: Given
let admin: TestUser
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  admin = await given.user('admin')
  supervisor = await given.user('supervisor')
})
afterAll(() => test.close())

/** Without what a practice is asked for in its onboarding, which starts when its fee is settled. */
const bellOf = async (user: TestUser) =>
  (await test.as(user).call(notifications.list, { query: { perPage: 100 } })).body.notifications.filter(
    ({ type }) => !type.startsWith('onboarding.'),
  )
const messagesOf = async (user: TestUser) => (await bellOf(user)).map(({ message }) => message)
const nameOf = async ({ id }: GivenPractice) =>
  (await test.connection.db.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow())
    .name
const peopleOf = ({ owner, manager, member, assistant }: GivenPractice) => ({ owner, manager, member, assistant })
/** Notifications about an organization, whoever they are for: what a person sees may be narrower. */
const told = async ({ id }: GivenPractice) => {
  const { rows } = await sql<{ user_id: number; type: string }>`
    select user_id, type from notifications where organization_id = ${id} and patient_id is null
      and type not like 'onboarding.%' order by user_id, type`.execute(test.connection.db)
  return rows
}
const announced = (announcement: Announcement) =>
  announce({ db: test.connection.db, publicUrl: '', labZone: test.config.labZone }, announcement)
const happened = (practice: GivenPractice, event: EventOf<'organization'>, by: TestUser | null = admin) =>
  announced({
    id: practice.id,
    event,
    at: '2026-03-02T10:00:00.000Z',
    user_id: by?.id ?? null,
  })

it('notifies only owner and managers of a waived start-up fee', async () => {
  const practice = await given.practice({ paid: false, partner: true })
  const waived = await test.as(admin).call(organizations.waiveStartupFee, { params: { id: practice.id } })
  expect(waived.status).toBe(200)
  const line = {
    message: `The start-up fee of ${await nameOf(practice)} is waived`,
    link: '/',
    type: 'organization.startup_fee_waived',
    patient_id: null,
    patient_name: null,
    read_at: null,
  }
  await vi.waitFor(async () => {
    expect(await bellOf(practice.owner)).toEqual([expect.objectContaining(line)])
    expect(await bellOf(practice.manager)).toEqual([expect.objectContaining(line)])
  }, 30_000)
  expect((await told(practice)).map(({ user_id }) => user_id)).toEqual(
    [practice.owner.id, practice.manager.id].sort((a, b) => a - b),
  )
  for (const other of [practice.member, practice.assistant, practice.partner!.user, admin])
    expect(await bellOf(other)).toEqual([])
  expect(await messagesOf(supervisor)).not.toContain(line.message)
  const [{ id } = { id: 0 }] = await bellOf(practice.owner)
  const read = await test.as(practice.owner).call(notifications.markAsRead, { params: { id } })
  expect(read).toMatchObject({ status: 200, body: { notification: { id, patient_id: null, link: '/' } } })
  expect(read.body.notification.read_at).not.toBeNull()
})

it.each([
  ['disabled', (name: string) => `${name} is disabled. You can read, but not change anything`],
  ['enabled', (name: string) => `${name} is enabled again`],
] as const)('%s: in these words', async (event, words) => {
  const practice = await given.practice()
  await happened(practice, event)
  const message = words(await nameOf(practice))
  for (const [who, person] of Object.entries(peopleOf(practice)))
    expect(await messagesOf(person), who).toEqual(who === 'owner' || who === 'manager' ? [message] : [])
})

it('an unnamed organization is named by its number', async () => {
  const practice = await given.practice()
  const { rows } = await sql<{ account_number: string }>`
    update organizations set name = 'Account ' || id where id = ${practice.id} returning account_number`.execute(
    test.connection.db,
  )
  await happened(practice, 'enabled')
  expect(await messagesOf(practice.owner)).toEqual([`${rows[0]!.account_number} is enabled again`])
})

it('a repeated job tells no one twice; the same activity later tells again', async () => {
  const practice = await given.practice()
  await happened(practice, 'disabled')
  await happened(practice, 'disabled')
  expect(await told(practice)).toHaveLength(2)
  const later = { id: practice.id, event: 'disabled', at: '2026-03-02T10:00:00.001Z', user_id: admin.id }
  await announced(later)
  expect(await told(practice)).toHaveLength(4)
})

it('the person who did it knows; what has no words tells no one', async () => {
  const practice = await given.practice()
  await happened(practice, 'enabled', practice.owner)
  await happened(practice, 'notes_changed')
  expect(await told(practice)).toEqual([{ user_id: practice.manager.id, type: 'organization.enabled' }])
})

it('an archived organization tells no one', async () => {
  const practice = await given.practice()
  await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
  await happened(practice, 'disabled')
  expect(await told(practice)).toEqual([])
})

it('the people of each audience; archived ones are left out', async () => {
  const practice = await given.practice()
  const [gone, tech, technician] = [
    await given.user('supervisor'),
    await given.user('tech_support'),
    await given.user('lab_partner'),
  ]
  await sql`update users set deleted_at = now() where id in (${gone.id}, ${practice.manager.id})`.execute(
    test.connection.db,
  )
  const { db } = test.connection
  expect(await organizationPeople(db, practice.id, 'owners')).toEqual([practice.owner.id])
  expect(await organizationPeople(db, practice.id, 'managers')).toEqual([practice.owner.id])
  const lab = await organizationPeople(db, practice.id, 'lab')
  expect(lab).toEqual(expect.arrayContaining([supervisor.id, tech.id]))
  for (const other of [gone, admin, technician, practice.owner]) expect(lab).not.toContain(other.id)
})

describe('who reads a notice about an organization', () => {
  const tell = (practice: GivenPractice, user: TestUser, message: string) =>
    test.connection.db.transaction().execute((trx) =>
      notify(trx, {
        kind: null,
        type: 'organization.enabled',
        at: new Date('2026-03-02T10:00:00Z'),
        organizationId: practice.id,
        about: { subject: 'organization', id: practice.id },
        historyId: null,
        by: null,
        bell: [{ user: user.id, message, link: '/' }],
      }),
    )

  it('a member who sees only own cases reads their own, until they leave', async () => {
    const practice = await given.practice()
    await tell(practice, practice.member, 'For the member')
    expect(await messagesOf(practice.member)).toEqual(['For the member'])
    expect(await messagesOf(practice.owner)).toEqual([])
    const [{ id } = { id: 0 }] = await bellOf(practice.member)
    const stranger = await test.as(practice.owner).call(notifications.markAsRead, { params: { id } })
    expect(stranger.status).toBe(404)
    await sql`delete from memberships where user_id = ${practice.member.id}`.execute(test.connection.db)
    // The session may be kept for two seconds.
    await vi.waitFor(async () => expect(await messagesOf(practice.member)).toEqual([]), 10_000)
    const { status } = await test.as(practice.member).call(notifications.markAsRead, { params: { id } })
    expect(status).toBe(404)
  })

  it('a partner reads its own, until they leave', async () => {
    const practice = await given.practice({ partner: true })
    const { id, user } = practice.partner!
    await tell({ ...practice, id }, user, 'For the partner')
    expect(await messagesOf(user)).toEqual(['For the partner'])
    await sql`delete from memberships where user_id = ${user.id}`.execute(test.connection.db)
    await vi.waitFor(async () => expect(await messagesOf(user)).toEqual([]), 10_000)
  })

  it('the lab reads its own', async () => {
    const practice = await given.practice()
    const tech = await given.user('tech_support')
    await tell(practice, tech, 'For the lab')
    expect(await messagesOf(tech)).toEqual(['For the lab'])
  })
})

it('notifies the lab of a case of an archived practice, not the practice', async () => {
  const practice = await given.practice()
  const testCase = await given.case({ stage: 'awaiting_approval', tech: supervisor, practice })
  const linesOf = async (user: TestUser) => {
    const { rows } = await sql<{ message: string }>`
      select message from notifications where user_id = ${user.id} and patient_id = ${testCase.id}`.execute(
      test.connection.db,
    )
    return rows.map(({ message }) => message)
  }
  await vi.waitFor(async () => expect(await linesOf(practice.owner)).toHaveLength(1), 30_000)
  const seen = await seenBy(test, practice.owner, testCase.id)
  const approved = await test.as(practice.owner).call(patients.approve, { params: { id: testCase.id }, body: { seen } })
  expect(approved.status).toBe(200)
  await vi.waitFor(async () => expect(await linesOf(supervisor)).toContain('The setup was approved'), 30_000)
  await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
  const bell = [practice.owner, supervisor].map(({ id }) => ({ user: id, message: 'Later', link: '/' }))
  await test.connection.db.transaction().execute((trx) =>
    notify(trx, {
      kind: null,
      type: 'held',
      at: new Date(),
      organizationId: practice.id,
      patient: { id: testCase.id, name: 'Ada' },
      historyId: null,
      by: null,
      bell,
    }),
  )
  expect(await linesOf(supervisor)).toContain('Later')
  expect(await linesOf(practice.owner)).not.toContain('Later')
})

it('people of an archived organization are not among those who see its cases, whom messages are sent to', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.case({ practice, form: { submission_completed_by: 3 } })
  const { db } = test.connection
  const people = [practice.owner.id, practice.manager.id, practice.partner!.user.id, supervisor.id]
  const seers = async () => {
    const { rows } = await sql<{ id: number }>`select u.id from users u, patients p
      where p.id = ${testCase.id} and u.id = any(${people}::int[]) and ${seesCase('u')} order by array_position(${people}::int[], u.id)`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  expect(await seers()).toEqual(people)
  await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(db)
  expect(await seers()).toEqual([practice.partner!.user.id, supervisor.id])
  await sql`update organizations set deleted_at = now() where id = ${practice.partner!.id}`.execute(db)
  expect(await seers()).toEqual([supervisor.id])
})
