import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { listen } from '../listen.ts'
import { password, userCallsIn, userOf } from '../user-calls.ts'

/** People are archived, restored and deleted, and get permissions of their own; open pages hear of it at once. */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
let superAdmin: TestUser
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  calls = userCallsIn(test)
  superAdmin = await calls.withPassword(await given.user('super_admin'))
  admin = await calls.withPassword(await given.user('admin'))
})
afterAll(() => test.close())

const streamOf = async (who: TestUser) => listen(test, { authorization: `Bearer ${await test.token(who)}` })
/** Open pages are told, and calls refused, within five seconds. */
const soon = { timeout: 5_000, interval: 50 }

describe('an archived user', () => {
  it('loses sessions, open pages and links at once, and comes back with the same password', async () => {
    const practice = await given.practice()
    const person = await calls.withPassword(practice.member)
    const email = await calls.emailOf(person)
    const stream = await streamOf(person)
    await test.raw(null, 'POST', '/resend_verification', { email })
    await sql`insert into one_time_tokens (token_hash, purpose, user_id, created_at, expires_at)
      values (${Buffer.from(email)}, 'reset', ${person.id}, now(), now() + interval '1 hour')`.execute(
      test.connection.db,
    )
    const answer = await calls.archive(admin, person.id, { version: 1 })
    expect(answer.body).toMatchObject({
      message: 'The user is archived.',
      user: { is_archived: true, can: { restore: true, update: false }, why_not: { update: 'This user is archived.' } },
    })
    await vi.waitFor(() => expect(stream.ended()).toBe(true), soon)
    await vi.waitFor(async () => expect((await test.raw(person, 'GET', '/patients')).status).toBe(401), soon)
    const { rows } = await sql`
      select 1 from one_time_tokens where user_id = ${person.id} and used_at is null`.execute(test.connection.db)
    expect(rows).toEqual([])
    expect((await calls.signIn(email)).body).toMatchObject({ error: 'This account has been archived.' })

    expect((await calls.archive(admin, person.id)).body).toMatchObject({ error: 'This user is archived already.' })
    expect((await calls.put(admin, person.id, { first_name: 'Ada' })).status).toBe(409)
    expect((await calls.restore(admin, person.id)).body).toMatchObject({
      message: 'The user is restored.',
      user: { is_archived: false, organizations: [{ id: practice.id }] },
    })
    expect((await calls.restore(admin, person.id)).body).toMatchObject({ error: 'This user is not archived.' })
    expect((await calls.signIn(email)).status).toBe(200)
  })

  it('is refused on an older version', async () => {
    const person = await given.user('doctor')
    await calls.put(admin, person.id, { first_name: 'Ada' })
    expect((await calls.archive(admin, person.id, { version: 1 })).status).toBe(409)
  })

  it('hands open cases to a doctor of the same practice, one entry each, and keeps the others', async () => {
    const practice = await given.practice()
    const cases = []
    for (let count = 0; count < 2; count += 1)
      cases.push(await given.case({ practice, form: { user_id: practice.member.id } }))
    const { owner, member, assistant } = practice
    expect(userOf(await calls.get(admin, member.id))).toMatchObject({
      organizations: [{ open_cases: 2 }],
      number_of_cases: 2,
    })
    const stranger = (await given.practice()).owner
    for (const to of [assistant.id, member.id, stranger.id, 2_000_000_000])
      expect(await calls.archive(admin, member.id, { hand_over_to: to })).toMatchObject({
        status: 422,
        body: { error: { hand_over_to: ['Choose a doctor of the same organization.'] } },
      })
    const { body } = await calls.archive(admin, member.id, { hand_over_to: owner.id })
    expect(body).toMatchObject({ message: 'The user is archived. Cases handed over: 2.' })
    for (const { id } of cases) {
      const { rows } = await sql<{ user_id: number; entries: number }>`
        select p.user_id, (select count(*)::int from case_history h where h.organization_id = p.organization_id
          and h.patient_id = p.id and h.event = 'handed_over') as entries
        from patients p where p.id = ${id}`.execute(test.connection.db)
      expect(rows).toEqual([{ user_id: owner.id, entries: 1 }])
    }
    expect(await given.staleRows()).toEqual([])
  })

  it('leaves the cases under the name when no one takes them', async () => {
    const practice = await given.practice()
    const { id } = await given.case({ practice, form: { user_id: practice.member.id } })
    expect((await calls.archive(admin, practice.member.id)).status).toBe(200)
    const { rows } = await sql`select user_id from patients where id = ${id}`.execute(test.connection.db)
    expect(rows).toEqual([{ user_id: practice.member.id }])
  })
})

describe('deleting a user', () => {
  it('takes everything of a person who left no trace', async () => {
    const practice = await given.practice()
    const person = await calls.withPassword(practice.assistant)
    await test.token(person)
    await sql`insert into notifications (user_id, type, message, link) values (${person.id}, 'ready', 'Hello', '/')`.execute(
      test.connection.db,
    )
    expect(await calls.remove(admin, person.id)).toMatchObject({
      status: 200,
      body: { message: 'The user is deleted.' },
    })
    expect((await calls.get(admin, person.id)).status).toBe(404)
    expect((await test.raw(person, 'GET', '/me')).status).toBe(401)
    expect((await calls.remove(admin, person.id)).status).toBe(404)
  })

  it('with cases, or named by anyone’s record, says to archive instead', async () => {
    const practice = await given.practice()
    await given.case({ practice })
    const refused = { status: 409, body: { error: 'This user has cases or other records. Archive instead.' } }
    expect(await calls.remove(admin, practice.owner.id)).toMatchObject(refused)
    expect(userOf(await calls.get(admin, practice.owner.id))).toMatchObject({
      can: { delete: false },
      why_not: { delete: refused.body.error },
    })
    const inviter = await given.user('tech_support')
    await sql`update organizations set customer_service_manager_id = ${inviter.id} where id = ${practice.id}`.execute(
      test.connection.db,
    )
    expect(await calls.remove(admin, inviter.id)).toMatchObject(refused)
    expect((await calls.get(admin, inviter.id)).status).toBe(200)
  })
})

describe('a permission of one person', () => {
  const permissionOf = async (id: number, name: string) =>
    (userOf(await calls.get(superAdmin, id)).custom_permissions as { permission: string }[]).find(
      ({ permission }) => permission === name,
    )

  it('is turned on with the password, says who did it, and counts at once, open pages too', async () => {
    const tech = await given.user('tech_support')
    const stream = await streamOf(tech)
    const archived = () => test.raw(tech, 'GET', '/users?archived=1')
    expect((await archived()).status).toBe(403)
    expect(await permissionOf(tech.id, 'organization.view-archived')).toMatchObject({
      enabled: false,
      held_by_role: false,
      changed_by: null,
      changed_at: null,
    })
    const refused = (message: string) => ({ status: 422, body: { error: { current_password: [message] } } })
    const wrong = await calls.toggle(superAdmin, tech.id, 'organization.view-archived', { current_password: 'Wrong-1' })
    expect(wrong).toMatchObject(refused('This is not your password.'))
    const on = await calls.toggle(superAdmin, tech.id, 'organization.view-archived')
    expect(on.body).toMatchObject({ message: '"View archived records" is turned on.' })
    await vi.waitFor(async () => expect((await archived()).status).toBe(200), soon)
    await vi.waitFor(() => expect(stream.heard.map(({ event }) => event)).toContain('resync'), soon)
    expect(await permissionOf(tech.id, 'organization.view-archived')).toMatchObject({
      enabled: true,
      changed_by: { id: superAdmin.id },
      changed_at: expect.any(String),
    })
    // Saying what it is already changes nothing; leaving it out turns it around.
    await calls.toggle(superAdmin, tech.id, 'organization.view-archived', { enabled: true })
    expect((await archived()).status).toBe(200)
    const off = await calls.toggle(superAdmin, tech.id, 'organization.view-archived')
    expect(off.body).toMatchObject({ message: '"View archived records" is turned off.' })
    await vi.waitFor(async () => expect((await archived()).status).toBe(403), soon)
    expect(stream.ended()).toBe(false)
    stream.close()
  })

  it('is of the person’s side, and held by the role where it changes nothing', async () => {
    const practice = await given.practice({ partner: true })
    const refused = { status: 422, body: { error: { permission: ['This permission cannot be added to this user.'] } } }
    for (const [who, name] of [
      [practice.member, 'orders.manage'],
      [practice.partner!.user, 'users.view-dashboard'],
      [await given.user(null), 'users.view-dashboard'],
      [await given.user('tech_support'), 'organization.patients.view-any'],
    ] as const)
      expect(await calls.toggle(superAdmin, who.id, name)).toMatchObject(refused)
    expect(await permissionOf(practice.owner.id, 'organization.patients.view-any')).toMatchObject({
      held_by_role: true,
      enabled: false,
    })
    expect(await permissionOf(practice.member.id, 'organization.patients.view-any')).toMatchObject({
      held_by_role: false,
    })
    expect(userOf(await calls.get(superAdmin, practice.partner!.user.id)).custom_permissions).toEqual([])
    expect(userOf(await calls.get(admin, practice.member.id)).custom_permissions).toEqual([])
  })

  it('two at once are both kept', async () => {
    const { id } = await given.user('tech_support')
    const names = ['orders.manage', 'contracts.manage', 'pricing.update', 'old-cases.upload']
    const answers = await Promise.all(names.map((name) => calls.toggle(superAdmin, id, name, { enabled: true })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { rows } = await sql<{ custom_permissions: string[] }>`
      select custom_permissions from users where id = ${id}`.execute(test.connection.db)
    expect(rows[0]!.custom_permissions.sort()).toEqual(names.sort())
  })
})

it('a new role ends sessions and open pages within five seconds', async () => {
  const person = await calls.withPassword(await given.user('supervisor'))
  const stream = await streamOf(person)
  const body = { role: 'tech_support', current_password: password }
  expect((await calls.put(admin, person.id, body)).status).toBe(200)
  await vi.waitFor(() => expect(stream.ended()).toBe(true), soon)
  await vi.waitFor(async () => expect((await test.raw(person, 'GET', '/me')).status).toBe(401), soon)
  expect((await calls.signIn(await calls.emailOf(person))).body).toMatchObject({
    user: { roles: [{ name: 'tech_support' }] },
  })
})
