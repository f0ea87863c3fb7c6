import { notifications } from '@archwire/contract/notifications/routes.ts'
import { accounts } from '@archwire/contract/accounts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { userCallsIn } from '../user-calls.ts'

/** The owners of a practice are told who else decides there (`notices/owners`). */
let test: TestApp
let given: Given
let on: GivenMembers
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
  supervisor = await given.user('supervisor')
  await on.withPassword(supervisor)
})
afterAll(() => test.close())

const owner = 'organization_owner' as const
const manager = 'organization_manager' as const
const join = (organization: number, user: TestUser, role: 'owner' | 'manager') =>
  test.connection.db.transaction().execute((trx) => addMember(trx, organization, user.id, `organization_${role}`))
const rowOf = async ({ id }: GivenPractice) =>
  test.connection.db.selectFrom('organizations').select(['name']).where('id', '=', id).executeTakeFirstOrThrow()
const nameOf = async ({ id }: TestUser) =>
  (await test.connection.db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirstOrThrow())
    .full_name
const bellOf = async (user: TestUser) =>
  (await test.as(user).call(notifications.list, { query: { perPage: 100 } })).body.notifications
    .filter(({ type }) => /^organization\.(owner|manager)_/.test(type))
    .map(({ message, link }) => ({ message, link }))
/** Mails about owners of a practice: to whom, and what they say. */
const mailsOf = async ({ id }: GivenPractice) => {
  const { rows } = await sql<{ to: string; subject: string; text: string; link: string }>`
    select to_address as to, subject, words ->> 'lead' as text, link from mails
    where organization_id = ${id} and kind ~ '^organization\.(owner|manager)_' order by id`.execute(test.connection.db)
  return rows
}
/** A practice with a second owner and a second manager. */
async function scene() {
  const practice = await given.practice()
  const [second, colleague] = [await given.user('doctor'), await given.user('staff_member')]
  await join(practice.id, second, 'owner')
  await join(practice.id, colleague, 'manager')
  await on.withPassword(practice.owner, practice.manager, second)
  return { practice, second, colleague, name: (await rowOf(practice)).name }
}
const membersPart = '/account?tab=6&part=members'

describe('the owners of a practice are told', () => {
  it('that the lab made a person an owner, who then removed another one', async () => {
    const { practice, second, name } = await scene()
    const stranger = await given.user('doctor')
    await on.withPassword(stranger)
    expect((await on.add(supervisor, practice.id, { user_id: stranger.id })).status).toBe(200)
    const made = await on.change(supervisor, practice.id, { user_id: stranger.id, role: owner })
    expect(made.status).toBe(200)
    const bell = { message: `${await nameOf(stranger)} is now an owner of ${name}`, link: membersPart }
    expect(await bellOf(practice.owner)).toEqual([bell])
    expect(await bellOf(second)).toEqual([bell])
    expect(await bellOf(practice.manager)).toEqual([])
    const [own, other, new_] = await Promise.all([practice.owner, second, stranger].map(on.emailOf))
    const mails = await mailsOf(practice)
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([own, other, new_]))
    for (const mail of mails)
      expect(mail).toMatchObject({
        subject: 'A new owner of your practice',
        text: `${await nameOf(stranger)} is now an owner of ${name}. Archwire Lab made the change. If you did not expect it, please call us right away.`,
        link: expect.stringContaining(membersPart),
      })

    expect((await on.remove(stranger, practice.id, { user_id: practice.owner.id })).status).toBe(200)
    expect((await bellOf(second)).map(({ message }) => message)).toContain(
      `${await nameOf(practice.owner)}, an owner, was removed from ${name}`,
    )
    // Who was removed reads no bell there any more: the mail says it.
    const removal = (await mailsOf(practice)).slice(mails.length)
    expect(new Set(removal.map(({ to }) => to))).toEqual(new Set([own, other, new_]))
    expect(removal[0]!.text).toContain(`${await nameOf(stranger)} made the change.`)
  })

  it('that a person was added as an owner at once', async () => {
    const { practice, name } = await scene()
    const known = await given.user('doctor')
    expect((await on.add(supervisor, practice.id, { user_id: known.id, role: owner })).status).toBe(200)
    expect((await bellOf(practice.owner)).map(({ message }) => message)).toEqual([
      `${await nameOf(known)} is now an owner of ${name}`,
    ])
  })

  it('that an invited person is an owner, for every inviter', async () => {
    const { practice, name } = await scene()
    const known = await given.user('doctor')
    const email = await on.emailOf(known)
    const body = { email, role: owner, is_doctor: true, username: '' }
    expect((await on.invite(supervisor, practice.id, body)).status).toBe(200)
    const calls = userCallsIn(test)
    const token = calls.tokenIn(await calls.mailTo(email, 'access.invitation'))
    expect((await test.as(null).call(accounts.confirmInvitation, { body: { token } })).status).toBe(200)
    expect((await bellOf(practice.owner)).map(({ message }) => message)).toEqual([
      `${await nameOf(known)} is now an owner of ${name}`,
    ])
    expect((await mailsOf(practice)).map(({ text }) => text).join()).toContain('Archwire Lab invited this person.')
  })

  it('that an owner is no longer one, the person as well', async () => {
    const { practice, second, name } = await scene()
    const demoted = await on.change(practice.owner, practice.id, { user_id: second.id, role: manager })
    expect(demoted.status).toBe(200)
    const message = `${await nameOf(second)} is no longer an owner of ${name}`
    expect((await bellOf(second)).map((line) => line.message)).toEqual([message])
    // Who did it knows, and gets the mail.
    expect(await bellOf(practice.owner)).toEqual([])
    const [own, other] = await Promise.all([practice.owner, second].map(on.emailOf))
    expect(new Set((await mailsOf(practice)).map(({ to }) => to))).toEqual(new Set([own, other]))
  })

  it('that the lab archived an owner, who is not told', async () => {
    const { practice, second, name } = await scene()
    const calls = userCallsIn(test)
    expect((await calls.archive(supervisor, second.id)).status).toBe(200)
    const message = `The account of ${await nameOf(second)}, an owner of ${name}, was archived`
    expect(await bellOf(practice.owner)).toEqual([{ message, link: membersPart }])
    expect(await bellOf(practice.manager)).toEqual([])
    expect(await mailsOf(practice)).toMatchObject([
      {
        to: await on.emailOf(practice.owner),
        text: expect.stringContaining(`${message}. Archwire Lab made the change.`),
      },
    ])
  })

  it('that the lab deleted an owner, the person by mail', async () => {
    const { practice, second, name } = await scene()
    const [person, own, other] = [await nameOf(second), await on.emailOf(practice.owner), await on.emailOf(second)]
    const superAdmin = await given.user('super_admin')
    expect((await userCallsIn(test).remove(superAdmin, second.id)).status).toBe(200)
    const message = `${person}, an owner, was removed from ${name}`
    expect(await bellOf(practice.owner)).toEqual([{ message, link: membersPart }])
    expect(new Set((await mailsOf(practice)).map(({ to }) => to))).toEqual(new Set([own, other]))
  })

  it('that a manager was removed', async () => {
    const { practice, second, colleague, name } = await scene()
    expect((await on.remove(practice.owner, practice.id, { user_id: colleague.id })).status).toBe(200)
    expect((await bellOf(second)).map(({ message }) => message)).toEqual([
      `${await nameOf(colleague)}, a manager, was removed from ${name}`,
    ])
  })
})

it('not of members and managers who join, members who leave, or an owner who steps down', async () => {
  const { practice, second } = await scene()
  const known = await given.user('doctor')
  expect((await on.add(supervisor, practice.id, { user_id: known.id })).status).toBe(200)
  expect((await on.change(supervisor, practice.id, { user_id: known.id, role: manager })).status).toBe(200)
  const back = { user_id: known.id, role: 'organization_member' as const }
  expect((await on.change(supervisor, practice.id, back)).status).toBe(200)
  expect((await on.remove(supervisor, practice.id, { user_id: known.id })).status).toBe(200)
  expect((await on.change(second, practice.id, { user_id: second.id, role: manager })).status).toBe(200)
  await vi.waitFor(async () => expect(await bellOf(practice.owner)).toEqual([]))
  expect(await mailsOf(practice)).toEqual([])
})

it('a notice leaves out archived owners', async () => {
  const { practice, second, colleague } = await scene()
  await sql`update users set deleted_at = now() where id = ${second.id}`.execute(test.connection.db)
  expect((await on.remove(supervisor, practice.id, { user_id: colleague.id })).status).toBe(200)
  expect((await mailsOf(practice)).map(({ to }) => to)).toEqual([await on.emailOf(practice.owner)])
})
