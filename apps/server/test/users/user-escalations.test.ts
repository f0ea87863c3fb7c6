import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { password, userCallsIn } from '../user-calls.ts'

/** Ways to get more than one may have, one by one: none succeeds, and nothing changes. On a database of its own. */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
let practice: GivenPractice
let people: Record<
  'superAdmin' | 'otherSuperAdmin' | 'admin' | 'otherAdmin' | 'supervisor' | 'tech' | 'otherTech' | 'archivedAdmin',
  TestUser
>
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  calls = userCallsIn(test)
  practice = await given.practice({ partner: true })
  const staff = async (role: 'super_admin' | 'admin' | 'supervisor' | 'tech_support') =>
    calls.withPassword(await given.user(role))
  people = {
    superAdmin: await staff('super_admin'),
    otherSuperAdmin: await staff('super_admin'),
    admin: await staff('admin'),
    otherAdmin: await staff('admin'),
    supervisor: await staff('supervisor'),
    tech: await staff('tech_support'),
    otherTech: await staff('tech_support'),
    archivedAdmin: await staff('admin'),
  }
  expect((await calls.archive(people.superAdmin, people.archivedAdmin.id)).status).toBe(200)
})
afterAll(() => test.close())

/** What decides who may do what, and how each account is reached. */
const everything = async () => {
  const { db } = test.connection
  const users = await sql`select id, role, email, account_number, custom_permissions, deleted_at, first_name, last_name,
    password_hash, version from users order by id`.execute(db)
  const memberships =
    await sql`select organization_id, user_id, role, custom_permissions from memberships order by id`.execute(db)
  const emails = await sql`select * from additional_emails order by id`.execute(db)
  return { users: users.rows, memberships: memberships.rows, emails: emails.rows }
}
const create = (who: TestUser, role: string, more: object = {}) =>
  test.raw(who, 'POST', '/users', {
    first_name: 'Eve',
    last_name: 'Escalates',
    email: `${given.unique()}@example.com`,
    role,
    ...more,
  })
const edit = (who: TestUser, { id }: TestUser, body: object) =>
  calls.put(who, id, { current_password: password, ...body })

const ways: [name: string, status: number, way: () => Promise<{ status: number }>][] = [
  [
    'a supervisor gives itself permissions.manage',
    403,
    () => calls.toggle(people.supervisor, people.supervisor.id, 'permissions.manage'),
  ],
  [
    'a supervisor gives a technician orders.manage',
    403,
    () => calls.toggle(people.supervisor, people.tech.id, 'orders.manage'),
  ],
  [
    'an admin gives a doctor a permission',
    403,
    () => calls.toggle(people.admin, practice.member.id, 'users.view-dashboard'),
  ],
  [
    'a super admin gives an admin permissions.manage, which is outside the list',
    422,
    () => calls.toggle(people.superAdmin, people.admin.id, 'permissions.manage'),
  ],
  [
    'a super admin gives a doctor a permission of staff',
    422,
    () => calls.toggle(people.superAdmin, practice.member.id, 'orders.manage'),
  ],
  [
    'a super admin gives a partner a permission',
    422,
    () => calls.toggle(people.superAdmin, practice.partner!.user.id, 'users.create'),
  ],
  [
    'a super admin gives itself a permission',
    403,
    () => calls.toggle(people.superAdmin, people.superAdmin.id, 'orders.manage'),
  ],
  [
    'a super admin gives a permission with a wrong password',
    422,
    () => calls.toggle(people.superAdmin, people.tech.id, 'orders.manage', { current_password: 'Wrong-1-Wrong' }),
  ],
  ['tech support edits an admin', 403, () => edit(people.tech, people.admin, { first_name: 'Eve' })],
  ['tech support edits a colleague', 403, () => edit(people.tech, people.otherTech, { first_name: 'Eve' })],
  ['tech support edits a partner', 403, () => edit(people.tech, practice.partner!.user, { first_name: 'Eve' })],
  ['tech support moves a doctor’s email', 403, () => edit(people.tech, practice.owner, { email: 'eve@example.com' })],
  [
    'tech support sends a doctor’s present email',
    403,
    async () => edit(people.tech, practice.owner, { email: await calls.emailOf(practice.owner) }),
  ],
  [
    'tech support changes a doctor’s account number',
    403,
    () => edit(people.tech, practice.owner, { account_number: 'E-000666' }),
  ],
  ['tech support makes an assistant a doctor', 403, () => edit(people.tech, practice.assistant, { role: 'doctor' })],
  ['a supervisor makes a doctor an admin', 403, () => edit(people.supervisor, practice.owner, { role: 'admin' })],
  ['an admin makes a doctor an admin', 409, () => edit(people.admin, practice.owner, { role: 'admin' })],
  [
    'an admin makes a supervisor a super admin',
    403,
    () => edit(people.admin, people.supervisor, { role: 'super_admin' }),
  ],
  ['an admin makes itself a super admin', 403, () => edit(people.admin, people.admin, { role: 'super_admin' })],
  ['an admin edits a super admin', 403, () => edit(people.admin, people.superAdmin, { first_name: 'Eve' })],
  [
    'an admin makes a colleague less without the password',
    422,
    () => calls.put(people.admin, people.otherAdmin.id, { role: 'tech_support' }),
  ],
  [
    'a super admin moves a supervisor’s email with a wrong password',
    422,
    () => edit(people.superAdmin, people.supervisor, { email: 'eve@example.com', current_password: 'Wrong-1-Wrong' }),
  ],
  ['an admin moves a supervisor’s email', 403, () => edit(people.admin, people.supervisor, { email: 'e@example.com' })],
  ['an admin moves a colleague’s email', 403, () => edit(people.admin, people.otherAdmin, { email: 'e@example.com' })],
  ['an owner cancels an email', 403, () => test.raw(practice.owner, 'DELETE', `/users/${people.tech.id}/email_change`)],
  ['an admin archives a super admin', 403, () => calls.archive(people.admin, people.superAdmin.id)],
  ['a supervisor archives an admin', 403, () => calls.archive(people.supervisor, people.admin.id)],
  ['tech support archives a supervisor', 403, () => calls.archive(people.tech, people.supervisor.id)],
  ['an admin archives itself', 403, () => calls.archive(people.admin, people.admin.id)],
  ['a super admin makes itself an admin', 403, () => edit(people.superAdmin, people.superAdmin, { role: 'admin' })],
  ['tech support restores an archived admin', 403, () => calls.restore(people.tech, people.archivedAdmin.id)],
  ['an admin deletes a super admin', 403, () => calls.remove(people.admin, people.superAdmin.id)],
  ['an admin deletes itself', 403, () => calls.remove(people.admin, people.admin.id)],
  ['a supervisor deletes a doctor', 403, () => calls.remove(people.supervisor, practice.member.id)],
  ['tech support adds a supervisor', 403, () => create(people.tech, 'supervisor')],
  [
    'tech support adds a partner',
    403,
    () => create(people.tech, 'lab_partner', { organization_id: practice.partner!.id }),
  ],
  ['a supervisor adds an admin', 403, () => create(people.supervisor, 'admin')],
  ['a supervisor adds tech support', 403, () => create(people.supervisor, 'tech_support')],
  ['an admin adds a super admin', 403, () => create(people.admin, 'super_admin')],
  [
    'an admin adds a user with permissions',
    422,
    () => create(people.admin, 'doctor', { custom_permissions: ['users.manage'] }),
  ],
  ['an owner adds a user', 403, () => create(practice.owner, 'doctor', { organization_id: practice.id })],
  ['an owner edits a colleague', 403, () => edit(practice.owner, practice.member, { first_name: 'Eve' })],
  ['an owner archives a colleague', 403, () => calls.archive(practice.owner, practice.member.id)],
  [
    'a partner edits a doctor whom it reads',
    403,
    () => edit(practice.partner!.user, practice.owner, { first_name: 'Eve' }),
  ],
  [
    'an edit carries permissions',
    422,
    () => edit(people.admin, practice.member, { custom_permissions: ['users.manage'] }),
  ],
  ['a profile carries a role', 422, () => test.raw(practice.member, 'PUT', '/profile', { role: 'admin' })],
  [
    'a supervisor has an admin’s mails sent elsewhere, too',
    404,
    () => test.raw(people.supervisor, 'POST', '/emails', { email: 'eve@example.com', user_id: people.admin.id }),
  ],
  [
    'an owner has the lab’s mails sent elsewhere, too',
    404,
    () => test.raw(practice.owner, 'POST', '/emails', { email: 'eve@example.com', user_id: people.admin.id }),
  ],
]

it.each(ways)('%s: %i', async (_name, status, way) => {
  const before = await everything()
  expect((await way()).status).toBe(status)
  expect(await everything()).toEqual(before)
})

describe('at once', () => {
  const live = async (condition: string) => {
    const { rows } = await sql<{ id: number }>`select u.id from users u
      where u.deleted_at is null and ${sql.raw(condition)} order by u.id`.execute(test.connection.db)
    return rows.map(({ id }) => id)
  }

  it('the last owner stays: of 20 who archive two owners, one succeeds', async () => {
    const { id, owner, manager } = await given.practice()
    await sql`update memberships set role = 'organization_owner' where user_id = ${manager.id}`.execute(
      test.connection.db,
    )
    const staff = [people.superAdmin, people.otherSuperAdmin, people.admin, people.otherAdmin]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => calls.archive(staff[n % 4]!, (n % 8 < 4 ? owner : manager).id)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const owners = await live(`exists (select 1 from memberships m where m.user_id = u.id and m.organization_id = ${id}
      and m.role = 'organization_owner')`)
    expect(owners).toHaveLength(1)
    const [last] = owners
    expect(await calls.archive(people.admin, last!)).toMatchObject({
      body: {
        error: expect.stringMatching(
          /^This user is the only owner of Practice .+\. Make someone else an owner first\.$/,
        ),
      },
    })
    expect((await calls.remove(people.admin, last!)).status).toBe(409)
  })

  it('an archived owner does not come back as a second reason to let the other go', async () => {
    const { owner, manager } = await given.practice()
    await sql`update memberships set role = 'organization_owner' where user_id = ${manager.id}`.execute(
      test.connection.db,
    )
    expect((await calls.archive(people.admin, owner.id)).status).toBe(200)
    expect((await calls.archive(people.admin, manager.id)).status).toBe(409)
    expect((await calls.restore(people.admin, owner.id)).status).toBe(200)
    expect((await calls.archive(people.admin, manager.id)).status).toBe(200)
  })

  it('the last super admin stays: of 20 with which two archive or lower each other, one succeeds', async () => {
    const [one, two] = [people.superAdmin, people.otherSuperAdmin]
    expect(await live(`u.role = 'super_admin'`)).toEqual([one.id, two.id])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const [who, other] = n % 2 === 0 ? [one, two] : [two, one]
        return n < 16 ? calls.archive(who, other.id) : edit(who, other, { role: 'admin' })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 403, 404, 409, 429]).toContain(status)
    expect(await live(`u.role = 'super_admin'`)).toHaveLength(1)
  })
})
