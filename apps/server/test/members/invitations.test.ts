import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { deadLink, invitedIn, type GivenInvited } from '../given/invited.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'

/** Invitations from both ends: who sends them, and who opens the link in the email. */
let test: TestApp
let given: Given
let on: GivenMembers
let invited: GivenInvited
let support: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
  invited = invitedIn(test)
  support = await given.user('tech_support')
})
afterAll(() => test.close())

const address = () => `${given.unique()}@example.com`
const noMember = 'This person cannot be a member of this organization.'
/** Activities of people who became members. */
const joinedIn = ({ id }: GivenPractice) =>
  audited(test, `organization_id = $1 and action = 'organization.member_added'`, [id])

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
    const [mail] = await invited.mailsTo(email)
    expect(mail!.subject).toMatch(/^Invitation to Practice /)
    expect(mail!.text).toContain('/create-user?token=')
    // Its page names the practice and the address, as often as it is opened.
    for (let times = 0; times < 2; times++)
      expect(await invited.read(invited.tokenOf(mail!))).toMatchObject({
        status: 200,
        body: { organization: expect.stringMatching(/^Practice /) as string, email },
      })
    expect(await invited.signUp(invited.tokenOf(mail!))).toMatchObject({
      status: 200,
      body: { message: 'Your account is ready. Please sign in.' },
    })
    expect(await invited.me(email)).toMatchObject({
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
    for (const use of [invited.read, invited.signUp])
      expect(await use(invited.tokenOf(mail!))).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
  })

  it('is a doctor and an owner where the invitation says so; a text that is no user name is left out', async () => {
    const practice = await given.practice()
    const email = address()
    await on.withPassword(practice.owner)
    await on.invite(practice.owner, practice.id, { email, username: 'Ivo!', role: 'organization_owner' })
    expect((await invited.signUp(await invited.newestToken(email))).status).toBe(200)
    expect(await invited.me(email)).toMatchObject({
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
    expect((await invited.signUp(await invited.newestToken(email))).status).toBe(200)
    expect(await invited.me(email)).toMatchObject({
      roles: [{ name: 'lab_partner' }],
      organizations: [{ id: partner!.id }],
    })
  })
})

describe('a person who is known', () => {
  it('confirms, and is a member then, not before', async () => {
    const [practice, known] = [await given.practice(), await given.user('doctor')]
    const email = await on.emailOf(known)
    expect((await on.invite(support, practice.id, { email })).status).toBe(200)
    expect((await on.rolesIn(practice.id)).has(known.id)).toBe(false)
    const [mail] = await invited.mailsTo(email)
    expect(mail!.text).toContain('/confirm-invitation?token=')
    expect(await invited.confirm(invited.tokenOf(mail!))).toMatchObject({
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
    const token = await invited.newestToken(email)
    await sql`update users set ${change} where id = ${known.id}`.execute(test.connection.db)
    expect(await invited.confirm(token)).toMatchObject({ status: 422, body: { error: { token: [error] } } })
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

  it('of a disabled practice is read, and changed by no one', async () => {
    const practice = await given.practice()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email: address() })).body
    await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toMatchObject([
      { can: { resend: false, revoke: false } },
    ])
    expect((await on.resend(practice.owner, practice.id, invitation.id)).status).toBe(403)
    expect(await on.resend(support, practice.id, invitation.id)).toMatchObject({
      status: 409,
      body: { error: 'This organization is disabled.' },
    })
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
