import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given } from '../given.ts'
import { deadLink, invitedIn, type GivenInvited } from '../given/invited.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'

/** The link of an invitation: what it opens, and when it stops (`access/invitation`). */
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
afterEach(() => setClock(undefined))

const address = () => `${given.unique()}@example.com`
const daysLater = (days: number) => setClock(() => new Date(Date.now() + days * 86_400_000))

describe('a link', () => {
  it('lives seven days; sent again, it has seven more, and the earlier one is dead', async () => {
    const practice = await given.practice()
    const email = address()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const first = await invited.newestToken(email)
    expect(new Date(invitation.expires_at).getTime() - new Date(invitation.sent_at).getTime()).toBe(7 * 86_400_000)
    daysLater(7.01)
    expect(await invited.signUp(first)).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
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
    const second = await invited.newestToken(email, 2)
    expect(second).not.toBe(first)
    expect((await invited.signUp(first)).status).toBe(422)
    expect((await invited.signUp(second)).status).toBe(200)
  })

  it('that was sent again stops working before the next email is sent', async () => {
    const practice = await given.practice()
    const email = address()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const first = await invited.newestToken(email)
    expect((await on.resend(practice.owner, practice.id, invitation.id)).status).toBe(200)
    expect((await invited.signUp(first)).status).toBe(422)
  })

  it('is dead once the invitation is revoked', async () => {
    const practice = await given.practice()
    const email = address()
    const { invitation } = (await on.invite(practice.owner, practice.id, { email })).body
    const token = await invited.newestToken(email)
    expect(await on.revoke(practice.manager, practice.id, invitation.id)).toMatchObject({
      status: 200,
      body: { message: 'The invitation is revoked.' },
    })
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toEqual([])
    expect(await invited.signUp(token)).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
    expect((await on.resend(practice.owner, practice.id, invitation.id)).status).toBe(404)
    expect((await on.revoke(practice.owner, practice.id, invitation.id)).status).toBe(404)
  })

  it('is dead once the address is invited again, and one invitation is open', async () => {
    const practice = await given.practice()
    const email = address()
    await on.invite(practice.owner, practice.id, { email })
    const first = await invited.newestToken(email)
    const next = await on.invite(practice.manager, practice.id, { email, is_doctor: false })
    const second = await invited.newestToken(email, 2)
    expect((await on.invitations(practice.owner, practice.id)).body.invitations.map(({ id }) => id)).toEqual([
      next.body.invitation.id,
    ])
    expect((await invited.signUp(first)).status).toBe(422)
    expect((await invited.signUp(second)).status).toBe(200)
  })

  it.each([
    ['archived', sql`deleted_at = now()`, sql`deleted_at = null`],
    ['disabled', sql`disabled_at = now()`, sql`disabled_at = null`],
  ])('lets nobody into an organization while it is %s, and works again afterwards', async (state, close, reopen) => {
    const [practice, known] = [await given.practice(), await given.user('doctor')]
    const [email, other] = [await on.emailOf(known), address()]
    for (const to of [email, other]) await on.invite(practice.owner, practice.id, { email: to })
    const [first, second] = [await invited.newestToken(email), await invited.newestToken(other)]
    const set = (change: typeof close) =>
      sql`update organizations set ${change} where id = ${practice.id}`.execute(test.connection.db)
    await set(close)
    const why = `This organization is ${state}, so the invitation cannot be accepted now.`
    for (const answer of [await invited.confirm(first), await invited.signUp(second)])
      expect(answer).toMatchObject({ status: 422, body: { error: { token: [why] } } })
    expect((await on.rolesIn(practice.id)).size).toBe(4)
    await set(reopen)
    expect([(await invited.confirm(first)).status, (await invited.signUp(second)).status]).toEqual([200, 200])
    expect((await on.rolesIn(practice.id)).size).toBe(6)
  })

  it('is dead once the person was added by hand, or the organization archived', async () => {
    const practice = await given.practice()
    const known = await given.user('doctor')
    const [email, other] = [await on.emailOf(known), address()]
    for (const to of [email, other]) await on.invite(support, practice.id, { email: to })
    const [first, second] = [await invited.newestToken(email), await invited.newestToken(other)]
    const supervisor = await given.user('supervisor')
    await on.add(supervisor, practice.id, { user_id: known.id })
    await on.remove(supervisor, practice.id, { user_id: known.id })
    expect((await invited.confirm(first)).status).toBe(422)
    await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect((await invited.signUp(second)).status).toBe(422)
    expect(await on.invite(support, practice.id, { email: other })).toMatchObject({
      status: 409,
      body: { error: 'This organization is archived.' },
    })
  })

  it('of twenty uses at once one makes an account', async () => {
    const practice = await given.practice()
    const email = await on.emailOf(await given.user('doctor'))
    await on.invite(practice.owner, practice.id, { email })
    const token = await invited.newestToken(email)
    const answers = await crowd(20, () => invited.confirm(token))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 422),
    ])
  })

  it('twenty invitations of an address at once leave one open; five are sent', async () => {
    const practice = await given.practice()
    const email = address()
    const answers = await crowd(20, () => on.invite(practice.owner, practice.id, { email }))
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(15).fill(422)])
    expect((await on.invitations(practice.owner, practice.id)).body.invitations).toHaveLength(1)
  })
})

describe('the sender of an invitation, whose rights end in some other way than by a command,', () => {
  const ways: [name: string, change: (sender: TestUser) => ReturnType<typeof sql>][] = [
    ['archived', ({ id }) => sql`update users set deleted_at = now() where id = ${id}`],
    ['removed', ({ id }) => sql`delete from memberships where user_id = ${id}`],
    ['a plain member', ({ id }) => sql`update memberships set role = 'organization_member' where user_id = ${id}`],
  ]
  it.each(ways)('%s: nobody accepts it, with or without an account', async (_name, change) => {
    const practice = await given.practice()
    const [unknown, known] = [address(), await given.user('doctor')]
    const { rows } = await sql<{ email: string }>`select email from users where id = ${known.id}`.execute(
      test.connection.db,
    )
    for (const email of [unknown, rows[0]!.email]) await on.invite(practice.manager, practice.id, { email })
    const [first, second] = [await invited.newestToken(unknown), await invited.newestToken(rows[0]!.email)]
    await change(practice.manager).execute(test.connection.db)
    const refusal = { status: 422, body: { error: { token: [deadLink] } } }
    expect(await invited.signUp(first)).toMatchObject(refusal)
    expect(await invited.confirm(second)).toMatchObject(refusal)
  })

  it('staff who manage organizations no more: the owner whom they invited is none, the member is', async () => {
    const practice = await given.practice()
    const sender = await given.user('admin')
    await on.withPassword(sender)
    const [asOwner, asMember] = [address(), address()]
    await on.invite(sender, practice.id, { email: asOwner, role: 'organization_owner' })
    await on.invite(sender, practice.id, { email: asMember })
    const [owner, member] = [await invited.newestToken(asOwner), await invited.newestToken(asMember)]
    await sql`update users set role = 'tech_support' where id = ${sender.id}`.execute(test.connection.db)
    expect(await invited.signUp(owner)).toMatchObject({ status: 422, body: { error: { token: [deadLink] } } })
    expect((await invited.signUp(member)).status).toBe(200)
  })
})
