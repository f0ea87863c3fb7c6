import { caseListViews } from '@archwire/contract/case-list-views/routes.ts'
import { mostViews, nameIsTaken, tooManyViews } from '@archwire/contract/case-list-views/limits.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** `work/views`: a person's own views of the lab's list. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const create = (user: TestUser, body: object) => test.as(user).call(caseListViews.create, { body: body as never })
const update = (user: TestUser, id: number, body: object) =>
  test.as(user).call(caseListViews.update, { params: { id }, body: body as never })
const remove = (user: TestUser, id: number) => test.as(user).call(caseListViews.remove, { params: { id } })
const listed = async (user: TestUser) => (await test.as(user).call(caseListViews.list)).body.case_list_views
const namesOf = async (user: TestUser) => (await listed(user)).map(({ name, position }) => `${position} ${name}`)

it('a person saves, changes, moves and deletes views of their own', async () => {
  const tech = await given.user('tech_support')
  const search = 'filter[rush_case_only]=1&filter%5Brequest_step%5D=Pour+Up,Ship%20QA&orderBy=created_at&order=desc'
  const { status, body } = await create(tech, { name: ' Rush ', search, columns: ['status', 'manager'] })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.case_list_view).toMatchObject({
    name: 'Rush',
    search,
    columns: ['status', 'manager'],
    position: 1,
    version: 1,
  })
  const second = (await create(tech, { name: 'Mine' })).body.case_list_view
  expect(second).toMatchObject({ search: '', columns: null, position: 2 })
  await create(tech, { name: 'Late' })
  expect(await namesOf(tech)).toEqual(['1 Rush', '2 Mine', '3 Late'])

  const changed = await update(tech, second.id, { name: 'mine', columns: ['ship'], version: 1 })
  expect(changed.body.case_list_view).toMatchObject({ name: 'mine', columns: ['ship'], search: '', version: 2 })
  expect((await update(tech, second.id, { name: 'Again', version: 1 })).status).toBe(409)
  expect((await update(tech, second.id, { columns: null })).body.case_list_view.columns).toBeNull()
  await update(tech, second.id, { position: 1 })
  expect(await namesOf(tech)).toEqual(['1 mine', '2 Rush', '3 Late'])
  await update(tech, second.id, { position: mostViews })
  expect(await namesOf(tech)).toEqual(['1 Rush', '2 Late', '3 mine'])

  expect((await remove(tech, body.case_list_view.id)).status).toBe(200)
  expect(await namesOf(tech)).toEqual(['1 Late', '2 mine'])
})

it('another person’s view counts as unknown, for everyone', async () => {
  const [tech, admin] = [await given.user('tech_support'), await given.user('super_admin')]
  const { id } = (await create(tech, { name: 'Private' })).body.case_list_view
  expect(await listed(admin)).toEqual([])
  expect((await update(admin, id, { name: 'Mine now' })).status).toBe(404)
  expect((await remove(admin, id)).status).toBe(404)
  expect(await namesOf(tech)).toEqual(['1 Private'])
  expect((await create(admin, { name: 'Private' })).status).toBe(200)
})

it('names are unique per person, and there are at most 20', async () => {
  const tech = await given.user('tech_support')
  for (let count = 1; count < mostViews; count += 1) await create(tech, { name: `View ${count}` })
  const taken = await create(tech, { name: 'vIEW 7' })
  expect(taken).toMatchObject({ status: 422, body: { error: { name: [nameIsTaken] } } })
  const { id } = (await create(tech, { name: 'The last' })).body.case_list_view
  expect(await update(tech, id, { name: 'view 1' })).toMatchObject({ status: 422 })
  expect(await create(tech, { name: 'One more' })).toMatchObject({ status: 409, body: { error: tooManyViews } })
  expect(await listed(tech)).toHaveLength(mostViews)
})

it('two saves at once neither exceed the limit nor share a name or a place', async () => {
  const tech = await given.user('tech_support')
  for (let count = 2; count < mostViews; count += 1) await create(tech, { name: `View ${count}` })
  const names = ['Same', 'same', 'A', 'B', 'C']
  const answers = await Promise.all(names.map((name) => create(tech, { name })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  const views = await listed(tech)
  expect(views.map(({ position }) => position)).toEqual(Array.from({ length: mostViews }, (_, index) => index + 1))
  expect(new Set(views.map(({ name }) => name.toLowerCase())).size).toBe(mostViews)
})

it.each([
  ['filter[nothing]=1'],
  ['filter[rush_case_only]=maybe'],
  ['filter[request_step]=Dance'],
  ['filter[shipping_type_filter]=pigeon'],
  ['page=2'],
  ['after=x'],
  ['chosen_wi_organization_id=1'],
  ['orderBy=password'],
  ['order=asc&order=desc'],
])('the search %s is none of the list', async (search) => {
  const tech = await given.user('tech_support')
  const { status, body } = await create(tech, { name: 'Wrong', search })
  expect([status, Object.keys((body as unknown as { error: object }).error)]).toEqual([422, ['search']])
})

it.each([[[]], [['status', 'status']], [['name']]])('columns %j are refused', async (columns) => {
  const tech = await given.user('tech_support')
  expect((await create(tech, { name: 'Wrong', columns })).status).toBe(422)
})

it('a deleted person takes the views along', async () => {
  const [tech, admin] = [await given.user('tech_support'), await given.user('super_admin')]
  await create(tech, { name: 'Mine' })
  const gone = await test.as(admin).call(users.remove, { params: { id: tech.id } })
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  const { rows } = await test.connection.pool.query('select 1 from case_list_views where user_id = $1', [tech.id])
  expect(rows).toEqual([])
})
