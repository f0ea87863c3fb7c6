import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import type { NotificationSettingsEdit } from '@archwire/contract/notification-settings/schema.ts'
import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { ownStores } from '../database.ts'
import { cellsOf } from '../facts.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** Which kinds of notices a practice gets, and who else gets their emails (`notices/settings`). */
let test: TestApp
let given: Given
const staff = new Map<string, TestUser>()
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
    staff.set(role, await given.user(role))
})
afterAll(() => test.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const read = (practice: { id: number }, who: TestUser) => test.as(who).call(notificationSettings.get, at(practice))
const change = (practice: { id: number }, body: NotificationSettingsEdit, who: TestUser) =>
  test.as(who).call(notificationSettings.update, { ...at(practice), body })
const kinds = Object.keys(notificationKinds) as NotificationKind[]
const on = { enabled: true, additional_emails: [] }
const off = { enabled: false, additional_emails: [] }
const emailOf = async ({ id }: TestUser) =>
  (await test.connection.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

it('at first all nine kinds are on, without addresses; members’ addresses are suggested', async () => {
  const practice = await given.practice()
  const { owner, manager, member, assistant } = practice
  const { status, body } = await read(practice, member)
  expect(status).toBe(200)
  expect(kinds).toHaveLength(9)
  expect(body.data).toEqual(Object.fromEntries(kinds.map((kind) => [kind, on])))
  expect(body.version).toBe(1)
  const emails = await Promise.all([owner, manager, member, assistant].map(emailOf))
  expect(body.metadata.email_suggestions.toSorted()).toEqual(emails.toSorted())
  await sql`update users set deleted_at = now() where id = ${assistant.id}`.execute(test.connection.db)
  expect((await read(practice, owner)).body.metadata.email_suggestions).not.toContain(await emailOf(assistant))
})

it('a change of some kinds leaves the others; what changes nothing leaves no trace', async () => {
  const practice = await given.practice()
  const setting = { enabled: true, additional_emails: ['desk@example.com', 'lab.contact@example.com'] }
  const saved = await change(practice, { print_completed: setting, version: 1 }, practice.manager)
  expect(saved).toMatchObject({ status: 200, body: { message: 'Notification settings successfully updated.' } })
  expect(saved.body.version).toBe(2)
  expect(saved.body.metadata.email_suggestions).toHaveLength(4)
  expect((await change(practice, { setup_requested: off }, practice.owner)).body.version).toBe(3)
  const all = { ...Object.fromEntries(kinds.map((kind) => [kind, on])), print_completed: setting, setup_requested: off }
  expect((await read(practice, practice.member)).body).toMatchObject({ data: all, version: 3 })
  const same = await change(practice, { print_completed: setting, setup_requested: off }, practice.owner)
  expect(same).toMatchObject({
    status: 200,
    body: { data: all, version: 3, message: 'Notification settings successfully updated.' },
  })
  expect((await change(practice, {}, practice.owner)).body.version).toBe(3)
  // Addresses in another order are another list.
  const turned = { enabled: true, additional_emails: setting.additional_emails.toReversed() }
  expect((await change(practice, { print_completed: turned }, practice.owner)).body.version).toBe(4)
  const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
  await owner.connect()
  const { rows } = await owner.query(
    `select user_id, data from audit_log where organization_id = $1 and action = 'organization.notification_settings_changed' order by id`,
    [practice.id],
  )
  await owner.end()
  expect(rows).toEqual([
    { user_id: practice.manager.id, data: { kinds: ['print_completed'] } },
    { user_id: practice.owner.id, data: { kinds: ['setup_requested'] } },
    { user_id: practice.owner.id, data: { kinds: ['print_completed'] } },
  ])
})

describe('what is refused', () => {
  const with_ = (...additional_emails: string[]) => ({ enabled: true, additional_emails })
  const many = Array.from({ length: 11 }, (_, index) => `desk${index}@example.com`)
  it.each<[string, unknown, string, string]>([
    ['no address', with_('desk'), 'ready.additional_emails.0', 'Enter a valid email'],
    ['an empty one', with_(''), 'ready.additional_emails.0', 'Enter a valid email'],
    ['one of two', with_('desk@example.com', 'a@b'), 'ready.additional_emails.1', 'Enter a valid email'],
    ['eleven', with_(...many), 'ready.additional_emails', 'At most 10 addresses'],
    [
      'one twice',
      with_('desk@example.com', ' DESK@example.com'),
      'ready.additional_emails',
      'This address is on the list already',
    ],
  ])('%s', async (_, setting, field, message) => {
    const practice = await given.practice()
    const answer = await change(practice, { print_requested: setting } as never, practice.owner)
    const key = field.replace('ready', 'print_requested')
    expect(answer).toMatchObject({ status: 422, body: { error: { [key]: [message] } } })
    expect((await read(practice, practice.owner)).body.version).toBe(1)
  })

  it('another kind, a setting of half', async () => {
    const practice = await given.practice()
    const unknown = await change(practice, { held: on } as never, practice.owner)
    expect(unknown).toMatchObject({ status: 422, body: { error: { held: ['Unknown field'] } } })
    const half = await change(practice, { print_requested: { enabled: true } } as never, practice.owner)
    expect(half.status).toBe(422)
  })

  it('ten addresses are kept as they were typed, without spaces around them', async () => {
    const practice = await given.practice()
    const ten = many.slice(1).map((email) => ` ${email.toUpperCase()}`)
    const { body } = await change(practice, { print_requested: with_(...ten) }, practice.owner)
    expect(body.data.print_requested.additional_emails).toEqual(ten.map((email) => email.trim()))
  })
})

describe('changes that meet', () => {
  const stale = { status: 409, body: { error: 'Someone else changed this in the meantime.' } }

  it('an older version is refused', async () => {
    const practice = await given.practice()
    await change(practice, { print_completed: off, version: 1 }, practice.owner)
    expect(await change(practice, { print_requested: off, version: 1 }, practice.manager)).toMatchObject(stale)
    expect(await change(practice, { print_requested: off, version: 3 }, practice.manager)).toMatchObject(stale)
    expect((await read(practice, practice.owner)).body.data).toMatchObject({
      print_completed: off,
      print_requested: on,
    })
  })

  it('of several first ones at once with a version one is kept; without, all are', async () => {
    const practice = await given.practice()
    const edits = kinds.slice(0, 4).map((kind) => ({ [kind]: off }))
    const answers = await Promise.all(
      edits.map((edit) => change(practice, { ...edit, version: 1 }, practice.owner).then(({ status }) => status)),
    )
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const second = await given.practice()
    await Promise.all(edits.map((edit) => change(second, edit, second.owner)))
    const { body } = await read(second, second.owner)
    expect(body.version).toBe(5)
    expect(kinds.filter((kind) => !body.data[kind].enabled)).toEqual(kinds.slice(0, 4))
  })
})

describe('who (notices/who-settings)', () => {
  const peopleOf = async (practice: GivenPractice): Promise<Record<string, TestUser>> => ({
    ...Object.fromEntries(staff),
    partner: practice.partner!.user,
    owner: practice.owner,
    manager: practice.manager,
    member: practice.member,
    assistant: practice.assistant,
    outsider: (await given.practice()).owner,
  })
  const tables = {
    'an active practice': `
             super_admin admin supervisor tech_support partner owner manager member assistant outsider
      read   200         200   200        200          403     200   200     200    200       404
      change 200         200   200        403          403     200   200     403    403       404`,
    'a disabled practice': `
             super_admin admin supervisor tech_support partner owner manager member assistant outsider
      read   200         200   200        200          403     200   200     200    200       404
      change 409         409   409        403          403     403   403     403    403       404`,
    'an archived practice': `
             super_admin admin supervisor tech_support partner owner manager member assistant outsider
      read   200         200   200        200          404     403   403     403    403       404
      change 409         409   409        403          404     403   403     403    403       404`,
  }
  it.each(Object.entries(tables))('%s', async (which, table) => {
    const practice = await given.practice({ partner: true })
    const people = await peopleOf(practice)
    const { db } = test.connection
    if (which === 'a disabled practice')
      await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(db)
    if (which === 'an archived practice')
      await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(db)
    const answers: string[] = []
    for (const [action, who] of cellsOf(table)) {
      const person = people[who]!
      const { status } =
        action === 'read' ? await read(practice, person) : await change(practice, { print_requested: off }, person)
      answers.push(`${action} ${who} ${status}`)
    }
    expect(answers).toEqual(cellsOf(table).map((cell) => cell.join(' ')))
  })

  it('an archived one says why', async () => {
    const practice = await given.practice()
    await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect(await change(practice, { print_requested: off }, staff.get('admin')!)).toMatchObject({
      status: 409,
      body: { error: 'This organization is archived.' },
    })
  })

  it('an owner of one practice who is a member of another changes their own', async () => {
    const [practice, other] = [await given.practice(), await given.practice()]
    await sql`insert into memberships (organization_id, user_id, role)
      values (${other.id}, ${practice.owner.id}, 'organization_member')`.execute(test.connection.db)
    expect((await read(other, practice.owner)).status).toBe(200)
    expect((await change(other, { print_requested: off }, practice.owner)).status).toBe(403)
    expect((await change(practice, { print_requested: off }, practice.owner)).status).toBe(200)
  })

  it('a partner lab has none, not even for the lab', async () => {
    const { partner } = await given.practice({ partner: true })
    for (const who of [partner!.user, staff.get('admin')!]) {
      expect((await read(partner!, who)).status).toBe(404)
      expect((await change(partner!, { print_requested: off }, staff.get('admin')!)).status).toBe(404)
    }
  })
})
