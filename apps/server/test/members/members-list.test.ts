import { members } from '@archwire/contract/members/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** Who belongs to an organization, and what the reader may do with each (`people/who-removes`, `people/partner`). */
let test: TestApp
let given: Given
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  supervisor = await given.user('supervisor')
})
afterAll(() => test.close())

describe('the members of an organization', () => {
  const listedFor = (reader: TestUser, { id }: GivenPractice) => test.as(reader).call(members.list, { params: { id } })

  it('are listed for staff and for each other; what may be done with them is the reader’s', async () => {
    const practice = await given.practice({ partner: true })
    const { owner, manager, member, assistant } = practice
    const everyone = [owner, manager, member, assistant].map(({ id }) => id)
    const changedBy = async (reader: TestUser) => {
      const { status, body } = await listedFor(reader, practice)
      expect(status).toBe(200)
      expect(new Set(body.users.map(({ id }) => id))).toEqual(new Set(everyone))
      return new Set(body.users.filter(({ can }) => can.change_role && can.remove).map(({ id }) => id))
    }
    // The only owner stays.
    expect(await changedBy(supervisor)).toEqual(new Set([manager.id, member.id, assistant.id]))
    expect(await changedBy(owner)).toEqual(new Set([manager.id, member.id, assistant.id]))
    expect(await changedBy(manager)).toEqual(new Set([member.id, assistant.id]))
    expect(await changedBy(member)).toEqual(new Set())
  })

  it('are the doctors alone for the partner, in every call that lists them (people/partner)', async () => {
    const practice = await given.practice({ partner: true })
    const { id, owner, member } = practice
    const { user } = practice.partner!
    const listed = (await listedFor(user, practice)).body.users
    const toStart = await test.as(user).call(organizations.listMembers, { params: { id } })
    const included = await test.as(user).call(organizations.get, { params: { id }, query: { include: 'users' } })
    for (const people of [listed, toStart.body.members, included.body.organization.users!])
      expect(new Set(people.map((each) => each.id))).toEqual(new Set([owner.id, member.id]))
    expect(listed.filter(({ can }) => can.change_role || can.remove)).toEqual([])
    const own = await listedFor(user, { id: practice.partner!.id } as GivenPractice)
    expect(own.body.users.map((each) => each.id)).toEqual([user.id])
  })

  it('of another practice do not exist, and an archived person is not listed', async () => {
    const [practice, other] = [await given.practice(), await given.practice()]
    expect((await listedFor(other.owner, practice)).status).toBe(404)
    await sql`update users set deleted_at = now() where id = ${practice.member.id}`.execute(test.connection.db)
    const { body } = await listedFor(practice.owner, practice)
    expect(body.users.map(({ id }) => id)).not.toContain(practice.member.id)
    expect(body.users).toHaveLength(3)
  })
})
