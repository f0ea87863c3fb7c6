import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { password, userCallsIn } from '../user-calls.ts'

/** Whose invitations end with the right to send them reads it in the bell (`people/who-invites`). */
let test: TestApp
let given: Given
let on: GivenMembers
let superAdmin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  on = membersIn(test)
  superAdmin = await userCallsIn(test).withPassword(await given.user('super_admin'))
})
afterAll(() => test.close())

/** As the database holds them: a new role signs a person out. */
const bellOf = ({ id }: TestUser) =>
  test.connection.db
    .selectFrom('notifications')
    .select(['message', 'link'])
    .where('user_id', '=', id)
    .where('type', '=', 'organization.invitations_ended')
    .execute()
const invite = async (who: TestUser, id: number, count: number) => {
  for (let each = 0; each < count; each += 1) {
    const email = `${given.unique()}@example.com`
    const body = { email, role: 'organization_member', is_doctor: true, username: '' } as const
    expect((await on.invite(who, id, body)).status).toBe(200)
  }
}
const nameOf = async (id: number) =>
  (await test.connection.db.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow())
    .name

it('a manager who becomes a member gets one notice with the count; no notice without invitations', async () => {
  const practice = await given.practice()
  const quiet = await given.user('staff_member')
  await test.connection.db.transaction().execute((trx) => addMember(trx, practice.id, quiet.id, 'organization_manager'))
  await on.withPassword(practice.owner)
  await invite(practice.manager, practice.id, 2)
  for (const { id } of [practice.manager, quiet])
    expect((await on.change(practice.owner, practice.id, { user_id: id, role: 'organization_member' })).status).toBe(
      200,
    )
  expect(await bellOf(practice.manager)).toEqual([
    {
      message: `Your 2 open invitations to ${await nameOf(practice.id)} have ended, because you may not send them any more`,
      link: '/account?tab=6&part=members',
    },
  ])
  expect(await bellOf(quiet)).toEqual([])
  expect((await on.invitations(practice.owner, practice.id)).body.invitations).toEqual([])
})

it('people of the lab with a lower role get one notice per organization', async () => {
  const [first, second] = [await given.practice(), await given.practice()]
  const admin = await given.user('admin')
  for (const { id } of [first, second]) await invite(admin, id, 1)
  const calls = userCallsIn(test)
  const body = { role: 'tech_support', current_password: password }
  expect((await calls.put(superAdmin, admin.id, body)).status).toBe(200)
  const bells = await bellOf(admin)
  expect(bells.map(({ link }) => link).toSorted()).toEqual(
    [first, second].map(({ id }) => `/organizations/${id}`).toSorted(),
  )
  expect(bells.map(({ message }) => message)).toContain(
    `Your open invitation to ${await nameOf(first.id)} has ended, because you may not send it any more`,
  )
})

it('who is removed is not told', async () => {
  const practice = await given.practice()
  await invite(practice.manager, practice.id, 1)
  await on.withPassword(practice.owner)
  expect((await on.remove(practice.owner, practice.id, { user_id: practice.manager.id })).status).toBe(200)
  expect(await bellOf(practice.manager)).toEqual([])
})
