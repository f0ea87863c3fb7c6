import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type GivenPractice } from '../given.ts'

/** The lab's list of people: whom it finds by name, address, role and organization, and in which order. */
let test: TestApp
let tech: TestUser
let practice: GivenPractice
/** A surname of this run alone: other people of the database are not in the way. */
const surname = 'Tumbleweed'
const names = ['Zoe', 'Ada', 'Moe'] as const
beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  tech = await given.user('tech_support')
  practice = await given.practice()
  for (const [person, name, email] of [
    [practice.owner, 'Zoe', 'a@tumbleweed.example'],
    [practice.manager, 'Ada', 'c@tumbleweed.example'],
    [await given.user('supervisor'), 'Moe', 'b@tumbleweed.example'],
  ] as const)
    await sql`update users set first_name = ${name}, last_name = ${surname}, email = ${email} where id = ${person.id}`.execute(
      test.connection.db,
    )
})
afterAll(() => test.close())

const found = async (query: Record<string, unknown>): Promise<string[]> => {
  const { status, body } = await test.as(tech).call(users.list, { query: query as never })
  expect(status).toBe(200)
  return body.users.map(({ first_name }) => first_name)
}
const ours = (query: object = {}) => found({ searchFullNameEmailQuery: surname, orderBy: 'first_name', ...query })

describe('the list of people', () => {
  it('finds parts of names and addresses, several with a pipe between them', async () => {
    expect(await ours()).toEqual([...names].sort())
    expect(await ours({ searchFullNameEmailQuery: `zoe ${surname}` })).toEqual(['Zoe'])
    expect(await ours({ searchFullNameEmailQuery: 'C@TUMBLE' })).toEqual(['Ada'])
    expect(await ours({ searchFullNameEmailQuery: `zoe ${surname} | c@tumbleweed` })).toEqual(['Ada', 'Zoe'])
    expect(await ours({ searchFullNameEmailQuery: `nobody at all|${surname}` })).toEqual([...names].sort())
    // A pipe without words around it names no one, as any sign alone (`work/search`).
    expect(await ours({ searchFullNameEmailQuery: '|', organizationId: practice.id })).toEqual([])
  })

  it('narrows to roles and to one organization', async () => {
    expect(await ours({ roles: 'doctor' })).toEqual(['Zoe'])
    expect(await ours({ roles: 'doctor,supervisor' })).toEqual(['Moe', 'Zoe'])
    expect(await ours({ organizationId: practice.id })).toEqual(['Ada', 'Zoe'])
    expect(await ours({ organizationId: 2_000_000_000 })).toEqual([])
  })

  it('names the organizations of each person', async () => {
    const { body } = await test.as(tech).call(users.list, { query: { searchFullNameEmailQuery: surname } })
    const organizations = Object.fromEntries(body.users.map((user) => [user.first_name, user.organizations]))
    expect(organizations).toEqual({
      Zoe: [expect.objectContaining({ id: practice.id })],
      Ada: [expect.objectContaining({ id: practice.id })],
      Moe: [],
    })
  })

  it('orders by each column, either way, by the last name if nothing is said', async () => {
    expect(await ours({ order: 'desc' })).toEqual(['Zoe', 'Moe', 'Ada'])
    expect(await ours({ orderBy: 'email' })).toEqual(['Zoe', 'Moe', 'Ada'])
    expect(await ours({ orderBy: 'email', order: 'desc' })).toEqual(['Ada', 'Moe', 'Zoe'])
    expect(await ours({ perPage: 1, page: 2 })).toEqual(['Moe'])
    const { body } = await test.as(tech).call(users.list, { query: { perPage: 200 } })
    const shown = body.users.map(({ last_name }) => last_name)
    const { rows } = await sql<{ last_name: string }>`
      select last_name from users where id = any(${body.users.map(({ id }) => id)}::int[]) order by last_name, id`.execute(
      test.connection.db,
    )
    expect(shown).toEqual(rows.map(({ last_name }) => last_name))
  })

  it('takes 500 people of practices at once, for the picker of a license (people/picker)', async () => {
    const query = { perPage: 500, roles: 'doctor,staff_member' }
    expect((await test.as(tech).call(users.list, { query })).body.meta.per_page).toBe(500)
    expect((await test.as(tech).call(users.list, { query: { perPage: 200, roles: 'admin' } })).status).toBe(200)
  })

  it.each([
    'roles=owner',
    'roles=doctor;admin',
    'orderBy=password_hash',
    'order=up',
    'organizationId=0',
    'perPage=201',
    'perPage=201&roles=doctor,admin',
    'perPage=500',
    'perPage=501&roles=doctor',
    'surname=x',
  ])('refuses %s', async (query) => expect((await test.raw(tech, 'GET', `/users?${query}`)).status).toBe(422))
})
