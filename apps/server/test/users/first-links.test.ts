import { accounts } from '@archwire/contract/accounts/routes.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn } from '../given/members.ts'
import { overtaken } from '../overtaken.ts'
import { solveBotCheck } from '../solve-bot-check.ts'
import { password, userCallsIn, userOf } from '../user-calls.ts'

/** An account without a password ends with the right of the person of the lab who made it (`people/first-link`). */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
let superAdmin: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  calls = userCallsIn(test)
  superAdmin = await calls.withPassword(await given.user('super_admin'))
})
afterAll(() => test.close())

const address = () => `${given.unique()}@example.com`
const staff = async (role: UserRole) => calls.withPassword(await given.user(role))
const add = async (who: TestUser, role: UserRole = 'doctor', email = address()) => {
  const body = { first_name: 'Nora', last_name: 'New', email, role, current_password: password }
  const answer = await test.raw(who, 'POST', '/users', body)
  expect(answer.status).toBe(200)
  return { ...userOf(answer), email }
}
const linkOf = async (email: string) => calls.tokenIn(await calls.mailTo(email, 'access.initial'))
const choose = (token: string) =>
  test.raw(null, 'POST', '/reset', { password: 'Tall-Hedge-41', password_confirmation: 'Tall-Hedge-41', token })
const dead = {
  status: 422,
  body: { error: { token: ['This link has expired, was already used, or was replaced by a newer email.'] } },
}
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ kind: string }>`select kind from mails where to_address = ${email} order by id`.execute(
    test.connection.db,
  )
  return rows.map(({ kind }) => kind)
}
/** Asks for the link of a forgotten password, until its job is done. */
async function askToReset(email: string): Promise<void> {
  const { body: challenge } = await test.as(null).call(accounts.botCheck, {})
  const bot_check = await solveBotCheck(challenge)
  expect((await test.as(null).call(accounts.requestReset, { body: { email, bot_check } })).status).toBe(200)
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from access_wishes where email = ${email} and done_at is null`.execute(
        test.connection.db,
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
}
const demote = async (id: number, role: UserRole) =>
  expect((await calls.put(superAdmin, id, { role, current_password: password })).status).toBe(200)
const archive = async (id: number) => expect((await calls.archive(superAdmin, id)).status).toBe(200)

describe('the first link of an account', () => {
  it('ends when its maker is archived, and no other is sent', async () => {
    const maker = await staff('supervisor')
    const made = await add(maker)
    const token = await linkOf(made.email)
    await archive(maker.id)
    expect(await choose(token)).toMatchObject(dead)
    await askToReset(made.email)
    expect(await mailsTo(made.email)).toEqual(['access.initial'])
    expect(await audited(test, `action = 'user.first_link_ended' and subject_id = $1`, [made.id])).toEqual([
      { data: { made_by: maker.id }, user_id: superAdmin.id },
    ])
  })

  it('of the owner of a new organization ends, too', async () => {
    const maker = await staff('supervisor')
    const email = address()
    const owner = { first_name: 'Nora', last_name: 'New', email, username: '', account_number: '' }
    expect((await test.raw(maker, 'POST', '/organizations', owner)).status).toBe(200)
    const token = await linkOf(email)
    await archive(maker.id)
    expect(await choose(token)).toMatchObject(dead)
  })

  it('ends when its maker may no longer make such an account, and lasts where the maker still may', async () => {
    const maker = await staff('admin')
    const [colleague, doctor] = [await add(maker, 'supervisor'), await add(maker)]
    const [lost, kept] = [await linkOf(colleague.email), await linkOf(doctor.email)]
    await demote(maker.id, 'supervisor')
    expect(await choose(lost)).toMatchObject(dead)
    expect(await choose(kept)).toMatchObject({ status: 200 })
  })

  it('lasts while another person is archived, and after its use the account stays', async () => {
    const [maker, other] = [await staff('supervisor'), await staff('supervisor')]
    const [made, used] = [await add(maker), await add(maker)]
    expect((await choose(await linkOf(used.email))).status).toBe(200)
    await archive(other.id)
    expect((await choose(await linkOf(made.email))).status).toBe(200)
    await archive(maker.id)
    expect((await calls.signIn(used.email, 'Tall-Hedge-41')).status).toBe(200)
    await askToReset(used.email)
    expect(await mailsTo(used.email)).toContain('access.reset')
  })

  it('that is made while its maker is being archived opens nothing', async () => {
    const maker = await staff('supervisor')
    const made = await add(maker)
    const token = await linkOf(made.email)
    // As if the account had been made by a call that read the maker’s rights before the archive.
    await sql`update users set deleted_at = now() where id = ${maker.id}`.execute(test.connection.db)
    expect(await choose(token)).toMatchObject(dead)
  })

  it('is sent again by another person of the lab, who vouches for it from then on', async () => {
    const [maker, other] = [await staff('supervisor'), await staff('supervisor')]
    const made = await add(maker)
    await archive(maker.id)
    expect((await test.raw(other, 'POST', `/users/${made.id}/send_link`)).status).toBe(200)
    await vi.waitFor(async () => expect(await mailsTo(made.email)).toHaveLength(2))
    await askToReset(made.email)
    expect((await choose(await linkOf(made.email))).status).toBe(200)
  })

  it('that another person sent again ends with that one’s right', async () => {
    const [maker, other] = [await staff('supervisor'), await staff('supervisor')]
    const made = await add(maker)
    expect((await test.raw(other, 'POST', `/users/${made.id}/send_link`)).status).toBe(200)
    await vi.waitFor(async () => expect(await mailsTo(made.email)).toHaveLength(2))
    const token = await linkOf(made.email)
    await archive(maker.id)
    await archive(other.id)
    expect(await choose(token)).toMatchObject(dead)
  })

  it('of an account whose maker no one knows ends with the right of who sent it again, on the record', async () => {
    const [maker, other] = [await staff('supervisor'), await staff('supervisor')]
    const made = await add(maker)
    // As accounts are that were made before makers were noted.
    await sql`update users set created_by_user_id = null where id = ${made.id}`.execute(test.connection.db)
    expect((await test.raw(other, 'POST', `/users/${made.id}/send_link`)).status).toBe(200)
    await vi.waitFor(async () => expect(await mailsTo(made.email)).toHaveLength(2))
    const token = await linkOf(made.email)
    await archive(maker.id)
    expect(await audited(test, `action = 'user.first_link_ended' and subject_id = $1`, [made.id])).toEqual([])
    await archive(other.id)
    expect(await audited(test, `action = 'user.first_link_ended' and subject_id = $1`, [made.id])).toEqual([
      { data: { made_by: other.id }, user_id: superAdmin.id },
    ])
    expect(await choose(token)).toMatchObject(dead)
  })

  it('waits for a change of its person before it is used up, and sees what that ended', async () => {
    const made = await add(await staff('supervisor'))
    const token = await linkOf(made.email)
    const answer = await overtaken(
      test,
      sql`select 1 from users where id = ${made.id} for update`,
      () => choose(token),
      // As an archive or a new role ends it, behind the lock of the person.
      sql`update one_time_tokens set used_at = now() where user_id = ${made.id}`,
    )
    expect(answer).toMatchObject(dead)
  })

  it('is sent again after another person of the lab invites the address', async () => {
    const [maker, other] = [await staff('supervisor'), await staff('supervisor')]
    const { id } = await given.practice()
    const made = await add(maker)
    await archive(maker.id)
    const body = { email: made.email, role: 'organization_member', is_doctor: true } as const
    expect((await membersIn(test).invite(other, id, body as never)).status).toBe(200)
    await askToReset(made.email)
    expect((await mailsTo(made.email)).filter((kind) => kind === 'access.initial')).toHaveLength(2)
  })

  it('goes to a new email that another person gives the account', async () => {
    const [maker, other] = [await staff('supervisor'), await staff('supervisor')]
    const made = await add(maker)
    await archive(maker.id)
    const email = address()
    expect((await calls.put(other, made.id, { email, current_password: password })).status).toBe(200)
    expect((await choose(await linkOf(email))).status).toBe(200)
  })
})

describe('sending the first link again', () => {
  it('is refused where the person has a password, and to people who cannot create such an account', async () => {
    const made = await add(superAdmin, 'admin')
    const path = `/users/${made.id}/send_link`
    expect((await test.raw(await staff('supervisor'), 'POST', path)).status).toBe(403)
    expect((await choose(await linkOf(made.email))).status).toBe(200)
    expect(await test.raw(superAdmin, 'POST', path)).toMatchObject({
      status: 409,
      body: { error: 'This user has chosen a password already.' },
    })
  })

  it('is written down', async () => {
    const made = await add(superAdmin)
    expect((await test.raw(superAdmin, 'POST', `/users/${made.id}/send_link`)).body).toMatchObject({
      message: 'We have sent the link to choose a password again.',
      user: { id: made.id, can: { send_link: true } },
    })
    expect(await audited(test, `action = 'user.first_link_sent' and subject_id = $1`, [made.id])).toMatchObject([
      { user_id: superAdmin.id },
    ])
  })
})

it('a person who made accounts is archived instead of deleted', async () => {
  const maker = await staff('supervisor')
  await add(maker)
  expect(await calls.remove(superAdmin, maker.id)).toMatchObject({
    status: 409,
    body: { error: 'This user has cases or other records. Archive instead.' },
  })
})
