import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { organizationCallsIn, type OrganizationCalls } from '../organization-calls.ts'

/** Emails to people who did not ask for them, sent over and over (`people/who-invites`, `organizations/invited-to-create`). */
let test: TestApp
let given: Given
let members: GivenMembers
let on: OrganizationCalls
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  members = membersIn(test)
  on = organizationCallsIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const address = () => `${given.unique()}@example.com`
const mailsTo = async (email: string) =>
  (await sql`select 1 from mails where lower(to_address) = lower(${email})`.execute(test.connection.db)).rows.length
/** As if these emails had been sent a day earlier. */
const aDayPasses = (email: string) =>
  sql`update mails set created_at = created_at - interval '25 hours' where to_address = ${email}`.execute(
    test.connection.db,
  )
const tooOften = 'This email has been invited several times today. Please try again tomorrow.'

describe('invitations into an organization', () => {
  it('reach an address five times a day, however they are sent', async () => {
    const { id, owner, manager } = await given.practice()
    const email = address()
    const contact = [{ first_name: 'Ruth', title: 'Front desk', email, is_create_account: true }]
    const save = (contacts: object[]) => test.raw(owner, 'PUT', `/organizations/${id}/contacts`, { contacts })
    const { invitation } = (await members.invite(owner, id, { email })).body
    expect((await members.resend(owner, id, invitation.id)).status).toBe(200)
    expect((await members.invite(manager, id, { email: email.toUpperCase() })).status).toBe(200)
    await members.revoke(owner, id, (await members.invitations(owner, id)).body.invitations[0]!.id)
    expect((await save(contact)).status).toBe(200)
    const open = (await members.invitations(owner, id)).body.invitations[0]!.id
    expect((await members.resend(admin, id, open)).status).toBe(200)
    expect(await mailsTo(email)).toBe(5)

    expect(await members.resend(admin, id, open)).toMatchObject({ status: 409, body: { error: tooOften } })
    await members.revoke(owner, id, open)
    expect(await members.invite(owner, id, { email })).toMatchObject({
      status: 422,
      body: { error: { email: [tooOften] } },
    })
    await save([])
    expect(await save(contact)).toMatchObject({ status: 422, body: { error: { 'contacts.0.email': [tooOften] } } })
    expect(await mailsTo(email)).toBe(5)
    expect((await members.invite(owner, id, { email: address() })).status).toBe(200)
    expect((await members.invite(admin, (await given.practice()).id, { email })).status).toBe(200)
    await aDayPasses(email)
    expect((await members.invite(owner, id, { email })).status).toBe(200)
  })

  it('of twenty at once to one address, five are sent', async () => {
    const { id, owner } = await given.practice()
    const email = address()
    const answers = await Promise.all(Array.from({ length: 20 }, () => members.invite(owner, id, { email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await mailsTo(email)).toBe(5)
  })

  it('are at most 200 a day by the people of a practice', async () => {
    const { id, owner } = await given.practice()
    await sql`insert into mails (to_address, subject, kind, organization_id, state)
      select 'flood-' || n || '@example.com', 's', 'access.invitation', ${id}, 'sent' from generate_series(1, 199) n`.execute(
      test.connection.db,
    )
    expect((await members.invite(owner, id, { email: address() })).status).toBe(200)
    expect(await members.invite(owner, id, { email: address() })).toMatchObject({
      status: 422,
      body: { error: { email: ['At most 200 invitations a day can be sent. Please try again tomorrow.'] } },
    })
    expect((await members.invite(admin, id, { email: address() })).status).toBe(200)
  })
})

describe('invitations to sign up', () => {
  it('reach an address once a day from all people of the lab together', async () => {
    const email = address()
    const both = { emails: [email, address()] }
    await on.invite(admin, { email })
    expect(
      (await on.invite(await given.user('tech_support'), { ...both, emails: [email.toUpperCase()] })).body,
    ).toEqual({
      results: [
        { email: email.toUpperCase(), sent: false, reason: 'This email was invited within the last day already.' },
      ],
      message: '0 invitations are sent.',
    })
    expect((await on.invite(admin, both)).body).toMatchObject({ message: '1 invitation is sent.' })
    expect(await mailsTo(email)).toBe(1)
    await aDayPasses(email)
    expect((await on.invite(admin, { email })).body).toMatchObject({ results: [{ sent: true }] })
  })

  it('of ten at once one is sent', async () => {
    const email = address()
    await Promise.all(Array.from({ length: 10 }, () => on.invite(admin, { email })))
    expect(await mailsTo(email)).toBe(1)
  })

  it('from a partner lab: once, too, with the same answer for addresses with and without an account', async () => {
    const { partner, owner } = await given.practice({ partner: true })
    const [fresh, taken] = [address(), await members.emailOf(owner)]
    await on.invite(admin, { email: fresh })
    const ask = async () => (await on.invite(partner!.user, { emails: [fresh, taken] })).body
    const first = await ask()
    expect(await ask()).toEqual(first)
    const [one, other] = (first as { results: { email: string }[] }).results
    expect({ ...one, email: '' }).toEqual({ ...other, email: '' })
    // The lab's does not count: only the partner's own link names it.
    expect([await mailsTo(fresh), await mailsTo(taken)]).toEqual([2, 0])
  })

  it('leave a line for auditors with the addresses that got one', async () => {
    const { partner, owner } = await given.practice({ partner: true })
    const [email, taken] = [address(), await members.emailOf(owner)]
    await on.invite(partner!.user, { emails: [email, taken, 'nobody'] })
    const lines = await audited(
      test,
      `user_id = $1 and organization_id = $2 and action = 'account.invited_to_create'`,
      [partner!.user.id, partner!.id],
    )
    expect(lines).toMatchObject([{ data: { emails: [email] } }])
  })
})

it('a call that is repeated under its key sends nothing twice', async () => {
  const [email, name] = [address(), given.unique()]
  const headers = () => ({ 'idempotency-key': `key-${given.unique()}` })
  const twice = async (path: string, body: object) => {
    const key = headers()
    const send = () => test.raw(admin, 'POST', path, body, key)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body]).toEqual([200, first.body])
  }
  const owner = { first_name: 'Ada', last_name: 'Owner', email, organization: `Practice ${name}` }
  await twice('/organizations', owner)
  expect(await mailsTo(email)).toBe(1)
  expect((await on.list(admin, `?searchString=${name}`)).body.organizations).toHaveLength(1)
  const invited = address()
  await twice('/organizations/send_invite_to_create', { email: invited })
  const member = address()
  await twice(`/organizations/${(await given.practice()).id}/invite`, { email: member })
  expect([await mailsTo(invited), await mailsTo(member)]).toEqual([1, 1])
})
