import { accounts } from '@archwire/contract/accounts/routes.ts'
import { auth } from '@archwire/contract/auth/routes.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setClock } from '../src/kernel/clock.ts'
import { addMember } from '../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { audited } from './audited.ts'
import { crowd } from './crowd.ts'
import { givenIn, type Given, type GivenPractice } from './given.ts'
import { membersIn, type GivenMembers } from './given/members.ts'
import { solveBotCheck } from './solve-bot-check.ts'

/** Invitations from both ends: who sends them, and who opens the link in the email. */
let test: TestApp
let given: Given
let on: GivenMembers
let support: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
  support = await given.user('tech_support')
})
afterAll(() => test.close())
afterEach(() => setClock(undefined))

const address = () => `${given.unique()}@example.com`
const visitor = () => test.as(null)
const password = 'Tall-Hedge-41'
const noMember = 'This person cannot be a member of this organization.'
const deadLink = 'This link has expired, was already used, or was replaced by a newer email.'
const daysLater = (days: number) => setClock(() => new Date(Date.now() + days * 86_400_000))

/** The invitation emails to an address, the newest first, from the mail server; at least `count`. */
const mailsTo = (to: string, count = 1) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ id: number; subject: string }>`
        select id, subject from mails where to_address = ${to} and kind = 'access.invitation' and state = 'sent' order by id desc`.execute(
        test.connection.db,
      )
      expect(rows.length).toBeGreaterThanOrEqual(count)
      const received = await Promise.all(rows.map(({ id }) => test.mail!.received(id)))
      return received.map((mail, index) => ({ subject: rows[index]!.subject, text: mail!.text }))
    },
    { timeout: 10_000, interval: 50 },
  )
const tokenOf = (mail: { text: string }) => /token=([\w-]+)/.exec(mail.text)![1]!
const newestToken = async (to: string, count?: number) => tokenOf((await mailsTo(to, count))[0]!)

async function signUp(token: string) {
  const bot_check = await solveBotCheck((await visitor().call(accounts.botCheck, {})).body)
  const person = { first_name: 'Ivo', last_name: 'Invited', password, password_confirmation: password }
  return visitor().call(accounts.createUser, { body: { ...person, token, bot_check } })
}
const confirm = (token: string) => visitor().call(accounts.confirmInvitation, { body: { token } })
/** Activities of people who became members. */
const joinedIn = ({ id }: GivenPractice) =>
  audited(test, `organization_id = $1 and action = 'organization.member_added'`, [id])
const me = async (email: string) => (await visitor().call(auth.login, { body: { email, password } })).body.user

describe('a person who is not known', () => {
  it('gets an email, makes an account in the organization, and has the user name and role of the invitation', async () => {
    const practice = await given.practice()
    const email = address()
    const { status, body } = await on.invite(practice.owner, practice.id, {
      email: email.toUpperCase(),
      username: 'ivo-invited',
      is_doctor: false,
    })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'The invitation is sent.' })
    expect(body.invitation).toMatchObject({
      email,
      username: 'ivo-invited',
      is_doctor: false,
      pivot: { role: { name: 'organization_member', label: 'Member' } },
      invited_by: 'Olga Owner',
      is_expired: false,
      can: { resend: true, revoke: true },
    })
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toMatch(/^Invitation to Practice /)
    expect(mail!.text).toContain('/create-user?token=')
    expect(await signUp(tokenOf(mail!))).toMatchObject({
      status: 200,
      body: { message: 'Your account is ready. Please sign in.' },
    })
    expect(await me(email)).toMatchObject({
      username: 'ivo-invited',
      roles: [{ name: 'staff_member' }],
      organizations: [{ id: practice.id, pivot: { role: { name: 'organization_member' } } }],
    })
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toEqual([])
    const { id } = await test.connection.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(await joinedIn(practice)).toEqual([{ data: { user_id: id, role: 'organization_member' }, user_id: id }])
    expect(await signUp(tokenOf(mail!))).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
  })

  it('is a doctor and an owner where the invitation says so; a text that is no user name is left out', async () => {
    const practice = await given.practice()
    const email = address()
    await on.withPassword(practice.owner)
    await on.invite(practice.owner, practice.id, { email, username: 'Ivo!', role: 'organization_owner' })
    expect((await signUp(await newestToken(email))).status).toBe(200)
    expect(await me(email)).toMatchObject({
      username: null,
      roles: [{ name: 'doctor' }],
      organizations: [{ pivot: { role: { name: 'organization_owner' } } }],
    })
  })

  it('of a partner lab becomes a lab partner, whatever the invitation says of doctors', async () => {
    const { partner } = await given.practice({ partner: true })
    const email = address()
    const supervisor = await given.user('supervisor')
    expect((await on.invite(supervisor, partner!.id, { email, is_doctor: true })).status).toBe(200)
    expect((await signUp(await newestToken(email))).status).toBe(200)
    expect(await me(email)).toMatchObject({ roles: [{ name: 'lab_partner' }], organizations: [{ id: partner!.id }] })
  })
})

describe('a person who is known', () => {
  it('confirms, and is a member then, not before', async () => {
    const [practice, known] = [await given.practice(), await given.user('doctor')]
    const email = await on.emailOf(known)
    expect((await on.invite(support, practice.id, { email })).status).toBe(200)
    expect((await on.rolesIn(practice.id)).has(known.id)).toBe(false)
    const [mail] = await mailsTo(email)
    expect(mail!.text).toContain('/confirm-invitation?token=')
    expect(await confirm(tokenOf(mail!))).toMatchObject({
      status: 200,
      body: {
        organization: { id: practice.id },
        message: 'The invitation was confirmed. Please, try to log in now.',
      },
    })
    expect((await on.rolesIn(practice.id)).get(known.id)).toBe('member')
    expect(await joinedIn(practice)).toEqual([
      { data: { user_id: known.id, role: 'organization_member' }, user_id: known.id },
    ])
  })

  it.each([
    [
      'a member',
      async (practice: GivenPractice) => practice.member,
      'This person is a member of the organization already.',
    ],
    [
      'a person of the lab',
      () => given.user('admin'),
      'This person works for the lab, and is a member of no organization.',
    ],
    [
      'a partner’s person',
      () => given.user('lab_partner'),
      'This person works for a partner lab, and is a member of no practice.',
    ],
    ['an archived person', () => archived(), 'This account has been archived.'],
  ])('%s is not invited; why not, only staff read', async (_who, person, error) => {
    const practice = await given.practice()
    const someone = await person(practice)
    const email = await on.emailOf(someone)
    const byStaff = await on.invite(support, practice.id, { email })
    expect(byStaff).toMatchObject({ status: 422, body: { error: { email: [error] } } })
    // A practice knows its own members, and of others not what kind of account they have.
    const told = someone.id === practice.member.id ? error : noMember
    const byOwner = await on.invite(practice.owner, practice.id, { email })
    expect(byOwner).toMatchObject({ status: 422, body: { error: { email: [told] } } })
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toEqual([])
  })

  it('a practice’s person is not invited into a partner lab', async () => {
    const practice = await given.practice({ partner: true })
    const email = await on.emailOf(practice.owner)
    const answer = await on.invite(await given.user('admin'), practice.partner!.id, { email })
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { email: ['This person belongs to a practice, and is a member of no partner lab.'] } },
    })
  })

  it.each([
    ['archived meanwhile', sql`deleted_at = now()`, 'This account has been archived.'],
    ['of the lab by now', sql`role = 'admin'`, 'This person works for the lab, and is a member of no organization.'],
  ])('one who is %s confirms nothing', async (_what, change, error) => {
    const [practice, known] = [await given.practice(), await given.user('doctor')]
    const email = await on.emailOf(known)
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const token = await newestToken(email)
    await sql`update users set ${change} where id = ${known.id}`.execute(test.connection.db)
    expect(await confirm(token)).toMatchObject({ status: 422, body: { error: { token: [error] } } })
    expect(await on.resend(support, practice.id, invitation.id)).toMatchObject({ status: 409, body: { error } })
    const byOwner = await on.resend(practice.owner, practice.id, invitation.id)
    expect(byOwner).toMatchObject({ status: 409, body: { error: noMember } })
    expect((await on.rolesIn(practice.id)).has(known.id)).toBe(false)
  })
})

async function archived(): Promise<TestUser> {
  const user = await given.user('doctor')
  await sql`update users set deleted_at = now() where id = ${user.id}`.execute(test.connection.db)
  return user
}

describe('what is sent', () => {
  it.each([
    [{ email: '' }, { email: ['Required'] }],
    [{ email: 'no-address' }, { email: ['Enter a valid email'] }],
    [{ email: 'a@example.com', role: 'organization_manager' }, { role: [expect.any(String)] }],
    [{ email: 'a@example.com', role: 'admin' }, { role: [expect.any(String)] }],
  ])('%j is refused', async (body, error) => {
    const practice = await given.practice()
    const answer = await test.raw(practice.owner, 'POST', `/organizations/${practice.id}/invite`, body)
    expect(answer).toMatchObject({ status: 422, body: { error } })
  })
})

describe('a link', () => {
  it('lives seven days; sent again, it has seven more, and the earlier one is dead', async () => {
    const practice = await given.practice()
    const email = address()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const first = await newestToken(email)
    expect(new Date(invitation.expires_at).getTime() - new Date(invitation.sent_at).getTime()).toBe(7 * 86_400_000)
    daysLater(7.01)
    expect(await signUp(first)).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
    const fresh = await openTestApp()
    const reader = membersIn(fresh)
    expect((await reader.invitations(practice.owner, practice.id)).body.invitations).toMatchObject([
      { id: invitation.id, is_expired: true },
    ])
    const again = await reader.resend(practice.owner, practice.id, invitation.id)
    expect(again).toMatchObject({
      status: 200,
      body: { message: 'The invitation is sent again.', invitation: { id: invitation.id, is_expired: false } },
    })
    await fresh.close()
    const second = await newestToken(email, 2)
    expect(second).not.toBe(first)
    expect((await signUp(first)).status).toBe(422)
    expect((await signUp(second)).status).toBe(200)
  })

  it('that was sent again stops working before the next email is sent', async () => {
    const practice = await given.practice()
    const email = address()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const first = await newestToken(email)
    expect((await on.resend(practice.owner, practice.id, invitation.id)).status).toBe(200)
    expect((await signUp(first)).status).toBe(422)
  })

  it('is dead once the invitation is revoked', async () => {
    const practice = await given.practice()
    const email = address()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const token = await newestToken(email)
    expect(await on.revoke(practice.manager, practice.id, invitation.id)).toMatchObject({
      status: 200,
      body: { message: 'The invitation is revoked.' },
    })
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toEqual([])
    expect(await signUp(token)).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
    expect((await on.resend(practice.owner, practice.id, invitation.id)).status).toBe(404)
    expect((await on.revoke(practice.owner, practice.id, invitation.id)).status).toBe(404)
  })

  it('is dead once the address is invited again, and one invitation is open', async () => {
    const practice = await given.practice()
    const email = address()
    await on.invite(practice.owner, practice.id, { email })
    const first = await newestToken(email)
    const next = await on.invite(practice.manager, practice.id, { email, is_doctor: false })
    const second = await newestToken(email, 2)
    expect((await on.invitations(practice.owner, practice.id)).body.invitations.map(({ id }) => id)).toEqual([
      next.body.invitation.id,
    ])
    expect((await signUp(first)).status).toBe(422)
    expect((await signUp(second)).status).toBe(200)
  })

  it.each([
    ['archived', sql`deleted_at = now()`, sql`deleted_at = null`],
    ['disabled', sql`disabled_at = now()`, sql`disabled_at = null`],
  ])('lets nobody into an organization while it is %s, and works again afterwards', async (state, close, reopen) => {
    const [practice, known] = [await given.practice(), await given.user('doctor')]
    const [email, other] = [await on.emailOf(known), address()]
    for (const to of [email, other]) await on.invite(practice.owner, practice.id, { email: to })
    const [first, second] = [await newestToken(email), await newestToken(other)]
    const set = (change: typeof close) =>
      sql`update organizations set ${change} where id = ${practice.id}`.execute(test.connection.db)
    await set(close)
    const why = `This organization is ${state}, so the invitation cannot be accepted now.`
    for (const answer of [await confirm(first), await signUp(second)])
      expect(answer).toMatchObject({ status: 422, body: { error: { token: [why] } } })
    expect((await on.rolesIn(practice.id)).size).toBe(4)
    await set(reopen)
    expect([(await confirm(first)).status, (await signUp(second)).status]).toEqual([200, 200])
    expect((await on.rolesIn(practice.id)).size).toBe(6)
  })

  it('is dead once the person was added by hand, or the organization archived', async () => {
    const practice = await given.practice()
    const known = await given.user('doctor')
    const [email, other] = [await on.emailOf(known), address()]
    for (const to of [email, other]) await on.invite(support, practice.id, { email: to })
    const [first, second] = [await newestToken(email), await newestToken(other)]
    const supervisor = await given.user('supervisor')
    await on.add(supervisor, practice.id, { user_id: known.id })
    await on.remove(supervisor, practice.id, { user_id: known.id })
    expect((await confirm(first)).status).toBe(422)
    await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect((await signUp(second)).status).toBe(422)
    expect(await on.invite(support, practice.id, { email: other })).toMatchObject({
      status: 409,
      body: { error: 'This organization is archived.' },
    })
  })

  it('of twenty uses at once one makes an account', async () => {
    const practice = await given.practice()
    const email = await on.emailOf(await given.user('doctor'))
    await on.invite(practice.owner, practice.id, { email })
    const token = await newestToken(email)
    const answers = await crowd(20, () => confirm(token))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 422),
    ])
  })

  it('twenty invitations of an address at once leave one open', async () => {
    const practice = await given.practice()
    const email = address()
    const answers = await crowd(20, () => on.invite(practice.owner, practice.id, { email }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toHaveLength(1)
  })
})

describe('the list', () => {
  it('shows the newest first, and the lab’s people as the lab', async () => {
    const practice = await given.practice()
    const emails = [address(), address()]
    await on.invite(practice.manager, practice.id, { email: emails[0]! })
    await on.invite(support, practice.id, { email: emails[1]! })
    const { invitations } = (await on.invitations(practice.owner, practice.id)).body
    expect(invitations.map(({ email }) => email)).toEqual(emails.toReversed())
    expect(invitations[0]!.invited_by).toBe(labName)
    expect((await on.invitations(support, practice.id)).body.invitations[0]!.invited_by).toBe('Test Person')
  })

  it('of a disabled practice is read, and changed by the lab alone', async () => {
    const practice = await given.practice()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email: address() })).body
    await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toMatchObject([
      { can: { resend: false, revoke: false } },
    ])
    expect((await on.resend(practice.owner, practice.id, invitation.id)).status).toBe(403)
    expect((await on.resend(support, practice.id, invitation.id)).status).toBe(200)
  })

  it('shows a manager which ones are the owner’s to send again', async () => {
    const practice = await given.practice()
    await test.connection.db
      .transaction()
      .execute(async (trx) => addMember(trx, practice.id, (await given.user('doctor')).id, 'organization_owner'))
    await on.withPassword(practice.owner)
    await on.invite(practice.owner, practice.id, { email: address(), role: 'organization_owner' })
    const canOf = async (who: TestUser) => (await on.invitations(who, practice.id)).body.invitations[0]!.can
    expect(await canOf(practice.manager)).toEqual({ resend: false, revoke: false })
    expect(await canOf(practice.owner)).toEqual({ resend: true, revoke: true })
  })
})
