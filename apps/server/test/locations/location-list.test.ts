import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

let test: TestApp
let given: Given
let practice: GivenPractice
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  practice = await given.practice()
  await given.location(practice, { location_name: 'Ärztehaus', city: 'Zion', last_name: 'Quill' })
  await given.location(practice, { location_name: 'Beacon 100%', city: 'Alma', phone_number: '+19995551234' })
})
afterAll(() => test.close())

const list = (who: TestUser, query: string) => test.raw(who, 'GET', `/locations?${query}`)
const names = ({ body }: { body: unknown }) =>
  (body as { locations: { location_name: string }[] }).locations.map((row) => row.location_name)

it('the list of locations shows the newest first, or in the order that is asked for', async () => {
  expect(names(await list(practice.owner, ''))).toEqual(['Beacon 100%', 'Ärztehaus', 'Main'])
  expect(names(await list(practice.owner, 'sort=created_at'))).toEqual(['Main', 'Ärztehaus', 'Beacon 100%'])
  expect(names(await list(practice.owner, 'sort=+location_name'))).toEqual(['Ärztehaus', 'Beacon 100%', 'Main'])
  expect(names(await list(practice.owner, 'sort=-city'))).toEqual(['Ärztehaus', 'Main', 'Beacon 100%'])
  for (const sort of ['zip_code', '--city', '']) expect((await list(practice.owner, `sort=${sort}`)).status).toBe(422)
})

it('the list of locations finds words of name, contact and address, whatever their case and accents', async () => {
  expect(names(await list(practice.owner, 'search=arztehaus'))).toEqual(['Ärztehaus'])
  expect(names(await list(practice.owner, 'search=quill%20ZION'))).toEqual(['Ärztehaus'])
  expect(names(await list(practice.owner, 'search=1999555'))).toEqual(['Beacon 100%'])
  expect(names(await list(practice.owner, 'search=0%25'))).toEqual(['Beacon 100%'])
  expect(names(await list(practice.owner, 'search=nowhere'))).toEqual([])
  for (const number of ['(999) 555-1234', '+1 999 555 1234', '999.555', '5551234'])
    expect(names(await list(practice.owner, `search=${encodeURIComponent(number)}`)), number).toEqual(['Beacon 100%'])
  for (const number of ['(998) 555-1234', '-()', '9.9'])
    expect(names(await list(practice.owner, `search=${encodeURIComponent(number)}`)), number).toEqual([])
})

it('the list of locations is narrowed by organization, by name and by the lab’s filter', async () => {
  const number = await sql<{
    account_number: string
  }>`select account_number from organizations where id = ${practice.id}`.execute(test.connection.db)
  const other = await given.practice()
  for (const query of [
    `organization_id=${practice.id}`,
    `chosen_wi_organization_id=${practice.id}`,
    `organization_search=${number.rows[0]!.account_number}`,
  ])
    expect(names(await list(admin, query))).toHaveLength(3)
  expect(names(await list(practice.owner, `organization_id=${other.id}`))).toEqual([])
})

it('the list of locations comes in pages of 25 with the total', async () => {
  expect((await list(practice.owner, 'perPage=2&page=2')).body).toMatchObject({
    locations: [{ location_name: 'Main' }],
    meta: { total: 3, page: 2, per_page: 2, last_page: 2 },
  })
  expect((await list(practice.owner, '')).body.meta).toMatchObject({ per_page: 25 })
})
