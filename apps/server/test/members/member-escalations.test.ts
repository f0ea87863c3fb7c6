import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, ownPassword, type GivenMembers } from '../given/members.ts'

/** Ways to get more rights than one has, by members and invitations, named one by one: none succeeds. */
let test: TestApp
let given: Given
let on: GivenMembers
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
})
afterAll(() => test.close())

interface Scene {
  practice: GivenPractice
  /** A second manager and a second owner of the practice. */
  colleague: TestUser
  other: GivenPractice
}
async function scene(): Promise<Scene> {
  const [practice, other] = [await given.practice({ partner: true }), await given.practice()]
  const colleague = await given.user('staff_member')
  await sql`insert into memberships (organization_id, user_id, role)
    values (${practice.id}, ${colleague.id}, 'organization_manager')`.execute(test.connection.db)
  const { owner, manager, member, assistant, partner } = practice
  await on.withPassword(owner, manager, member, assistant, colleague, partner!.user, other.owner)
  return { practice, colleague, other }
}

type Attempt = (scene: Scene) => Promise<{ status: number }>
const email = () => `${given.unique()}@example.com`
const owner = 'organization_owner' as const
const manager = 'organization_manager' as const
const member = 'organization_member' as const

/** What is tried, how, and the status that refuses it. */
const attempts: [what: string, attempt: Attempt, refused: number][] = [
  [
    'a manager makes itself owner',
    ({ practice: { id, manager: who } }) => on.change(who, id, { user_id: who.id, role: owner }),
    403,
  ],
  [
    'a member makes itself manager',
    ({ practice: { id, member: who } }) => on.change(who, id, { user_id: who.id, role: manager }),
    403,
  ],
  [
    'a manager makes a friend owner',
    ({ practice: { id, manager: who, member: friend } }) => on.change(who, id, { user_id: friend.id, role: owner }),
    403,
  ],
  [
    'a manager makes itself member and back',
    ({ practice: { id, manager: who } }) => on.change(who, id, { user_id: who.id, role: member }),
    403,
  ],
  [
    'a manager invites an owner',
    ({ practice: { id, manager: who } }) => on.invite(who, id, { email: email(), role: owner }),
    403,
  ],
  [
    'a manager invites a manager',
    ({ practice: { id, manager: who } }) => on.invite(who, id, { email: email(), role: manager as never }),
    422,
  ],
  [
    'an owner invites with a staff role',
    ({ practice: { id, owner: who } }) => on.invite(who, id, { email: email(), role: 'super_admin' as never }),
    422,
  ],
  [
    'an owner invites with a user role beside',
    ({ practice: { id, owner: who } }) =>
      test.raw(who, 'POST', `/organizations/${id}/invite`, { email: email(), user_role: 'admin' }),
    422,
  ],
  [
    'tech_support invites an owner',
    async ({ practice: { id } }) => on.invite(await given.user('tech_support'), id, { email: email(), role: owner }),
    403,
  ],
  [
    'tech_support invites into a partner lab',
    async ({ practice: { partner } }) => on.invite(await given.user('tech_support'), partner!.id, { email: email() }),
    403,
  ],
  [
    'tech_support adds a member',
    async ({ practice: { id }, other }) => on.add(await given.user('tech_support'), id, { user_id: other.member.id }),
    403,
  ],
  [
    'a manager sends an owner’s invitation of an owner again',
    async ({ practice: { id, owner: sender, manager: who } }) => {
      const { invitation } = (await on.invite(sender, id, { email: email(), role: owner })).body
      return on.resend(who, id, invitation.id)
    },
    403,
  ],
  [
    'a manager replaces an owner’s invitation of an owner',
    async ({ practice: { id, owner: sender, manager: who } }) => {
      const to = email()
      await on.invite(sender, id, { email: to, role: owner })
      return on.invite(who, id, { email: to })
    },
    403,
  ],
  [
    'a member removes the last owner',
    ({ practice: { id, member: who, owner: last } }) => on.remove(who, id, { user_id: last.id }),
    403,
  ],
  [
    'a manager removes the last owner',
    ({ practice: { id, manager: who, owner: last } }) => on.remove(who, id, { user_id: last.id }),
    403,
  ],
  [
    'a super_admin removes the last owner',
    async ({ practice: { id, owner: last } }) => on.remove(await given.user('super_admin'), id, { user_id: last.id }),
    409,
  ],
  ['the last owner leaves', ({ practice: { id, owner: who } }) => on.remove(who, id, { user_id: who.id }), 403],
  [
    'a manager removes a manager',
    ({ practice: { id, manager: who }, colleague }) => on.remove(who, id, { user_id: colleague.id }),
    403,
  ],
  [
    'a manager demotes a manager',
    ({ practice: { id, manager: who }, colleague }) => on.change(who, id, { user_id: colleague.id, role: member }),
    403,
  ],
  [
    'an owner adds a person of an organization that they don’t see',
    ({ practice: { id, owner: who }, other }) => on.add(who, id, { user_id: other.member.id }),
    404,
  ],
  [
    'an owner adds a person of the lab',
    async ({ practice: { id, owner: who } }) => on.add(who, id, { user_id: (await given.user('admin')).id }),
    404,
  ],
  [
    'an owner adds itself to another practice',
    ({ practice: { owner: who }, other }) => on.add(who, other.id, { user_id: who.id }),
    404,
  ],
  [
    'an owner removes a member of another practice under its own address',
    ({ practice: { id, owner: who }, other }) => on.remove(who, id, { user_id: other.member.id }),
    404,
  ],
  [
    'an owner changes a role in another practice',
    ({ practice: { owner: who }, other }) => on.change(who, other.id, { user_id: other.member.id, role: owner }),
    404,
  ],
  [
    'an owner of a partner lab invites',
    ({ practice: { partner } }) => on.invite(partner!.user, partner!.id, { email: email() }),
    403,
  ],
  [
    'an owner of a partner lab invites into a practice that named it',
    ({ practice: { id, partner } }) => on.invite(partner!.user, id, { email: email() }),
    403,
  ],
  [
    'an owner of a partner lab hands over the cases of a practice that named it',
    ({ practice: { id, partner, member: from, owner: to } }) =>
      on.handOver(partner!.user, id, { from_user_id: from.id, to_user_id: to.id }),
    403,
  ],
  [
    'a stranger revokes an invitation by its id',
    async ({ practice: { id, owner: sender }, other }) => {
      const { invitation } = (await on.invite(sender, id, { email: email() })).body
      return on.revoke(other.owner, other.id, invitation.id)
    },
    404,
  ],
  [
    'a stranger sends an invitation again under its organization',
    async ({ practice: { id, owner: sender }, other }) => {
      const { invitation } = (await on.invite(sender, id, { email: email() })).body
      return on.resend(other.owner, id, invitation.id)
    },
    404,
  ],
  ['a member reads the invitations', ({ practice: { id, member: who } }) => on.invitations(who, id), 403],
  [
    'a member hands the owner’s cases to itself',
    ({ practice: { id, member: who, owner: from } }) =>
      on.handOver(who, id, { from_user_id: from.id, to_user_id: who.id }),
    403,
  ],
  [
    'an owner hands cases to a doctor of another practice',
    ({ practice: { id, owner: who, member: from }, other }) =>
      on.handOver(who, id, { from_user_id: from.id, to_user_id: other.owner.id }),
    422,
  ],
  [
    'an owner changes a role with another’s password field left empty',
    ({ practice: { id, owner: who, member: whose } }) => on.change(who, id, { user_id: whose.id, role: manager }, ''),
    422,
  ],
]

describe('is refused, and changes no membership', () => {
  it.each(attempts)('%s', async (_what, attempt, refused) => {
    const set = await scene()
    const organizations = [set.practice.id, set.practice.partner!.id, set.other.id]
    const before = await Promise.all(organizations.map(on.rolesIn))
    expect((await attempt(set)).status).toBe(refused)
    expect(await Promise.all(organizations.map(on.rolesIn))).toEqual(before)
  })
})

describe('a link is worth nothing', () => {
  /** The token of the newest invitation to an address, once its email was sent. */
  const tokenTo = (to: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ id: number }>`select max(id) as id from mails
          where to_address = ${to} and kind = 'access.invitation' and state = 'sent' having max(id) is not null`.execute(
          test.connection.db,
        )
        const mail = rows[0] && (await test.mail!.received(rows[0].id))
        return /token=([\w-]+)/.exec(mail!.text)![1]!
      },
      { timeout: 10_000, interval: 50 },
    )
  const confirm = (token: string) => test.as(null).call(accounts.confirmInvitation, { body: { token } })

  const voids: [
    what: string,
    act: (set: Scene, invitationId: number, known: TestUser, to: string) => Promise<unknown>,
  ][] = [
    ['once it was used', async (_set, _id, _known, to) => confirm(await tokenTo(to))],
    ['once it was revoked', ({ practice }, id) => on.revoke(practice.owner, practice.id, id)],
    ['once it was replaced', ({ practice }, _id, _known, to) => on.invite(practice.owner, practice.id, { email: to })],
    ['once it was sent again', ({ practice }, id) => on.resend(practice.owner, practice.id, id)],
  ]
  it.each(voids)('%s', async (_when, act) => {
    const set = await scene()
    const known = await given.user('doctor')
    const to = await on.emailOf(known)
    const { invitation } = (await on.invite(set.practice.owner, set.practice.id, { email: to })).body
    const token = await tokenTo(to)
    expect(await act(set, invitation.id, known, to)).toMatchObject({ status: 200 })
    const before = await on.rolesIn(set.practice.id)
    expect((await confirm(token)).status).toBe(422)
    expect(await on.rolesIn(set.practice.id)).toEqual(before)
  })

  it('to a member who was removed, though the link was never used', async () => {
    const { practice } = await scene()
    const known = await given.user('doctor')
    const to = await on.emailOf(known)
    await on.invite(practice.owner, practice.id, { email: to, role: owner })
    const token = await tokenTo(to)
    const supervisor = await given.user('supervisor')
    expect((await on.add(supervisor, practice.id, { user_id: known.id })).status).toBe(200)
    expect((await on.remove(supervisor, practice.id, { user_id: known.id })).status).toBe(200)
    expect((await confirm(token)).status).toBe(422)
    expect((await on.rolesIn(practice.id)).has(known.id)).toBe(false)
  })
})

describe('a call that waited for its turn changes nothing', () => {
  const meanwhile: [
    what: string,
    who: (set: Scene) => Promise<TestUser>,
    change: (who: TestUser) => ReturnType<typeof sql>,
    refused: number,
  ][] = [
    [
      'by a manager who was demoted',
      async ({ practice }) => practice.manager,
      (who) => sql`update memberships set role = 'organization_member' where user_id = ${who.id}`,
      403,
    ],
    [
      'by a manager who was removed',
      async ({ practice }) => practice.manager,
      (who) => sql`delete from memberships where user_id = ${who.id}`,
      404,
    ],
    [
      'by a supervisor who became a technician',
      () => given.user('supervisor'),
      (who) => sql`update users set role = 'tech_support' where id = ${who.id}`,
      403,
    ],
    [
      'by a supervisor who was archived',
      () => given.user('supervisor'),
      (who) => sql`update users set deleted_at = now() where id = ${who.id}`,
      403,
    ],
  ]
  it.each(meanwhile)('%s', async (_what, whoOf, change, refused) => {
    const set = await scene()
    const { practice } = set
    const who = await whoOf(set)
    const { db } = test.connection
    let waiting: Promise<{ status: number }> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from organizations where id = ${practice.id} for update`.execute(trx)
      waiting = on.remove(who, practice.id, { user_id: practice.assistant.id })
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
            and query like '%organizations%for no key update%' and datname = current_database()`.execute(db)
          expect(rows.length).toBeGreaterThan(0)
        },
        { timeout: 4_000, interval: 20 },
      )
      await change(who).execute(trx)
    })
    expect((await waiting!).status).toBe(refused)
    expect((await on.rolesIn(practice.id)).has(practice.assistant.id)).toBe(true)
  })
})

it('the password of the editor counts, not that of the member', async () => {
  const { practice } = await scene()
  await sql`update users set password_hash = null where id = ${practice.owner.id}`.execute(test.connection.db)
  const body = { user_id: practice.member.id, role: manager }
  expect((await on.change(practice.owner, practice.id, body, ownPassword)).status).toBe(422)
  expect((await on.rolesIn(practice.id)).get(practice.member.id)).toBe('member')
})
