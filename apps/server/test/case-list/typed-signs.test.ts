import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** `work/search`: signs that mean something in a pattern are looked for, and so are the wide ones that become them. */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  // Other tests' records have such signs in their names.
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  admin = await given.user('admin')
  const practice = await given.practice()
  await given.case({ practice })
  await given.location(practice, { location_name: 'Beacon 100%' })
})
afterAll(() => test.close())

const searches: [string, string][] = [
  ['/patients?filter[search]=', 'patients'],
  ['/patients?filter[doctor]=', 'patients'],
  ['/organizations?searchString=', 'organizations'],
  ['/users?searchFullNameEmailQuery=', 'users'],
  ['/locations?organization_search=', 'locations'],
  ['/promotion_codes?code=', 'promotion_codes'],
]
const found = async (path: string, key: string, typed: string) => {
  const { status, body } = await test.raw(admin, 'GET', `${path}${encodeURIComponent(typed)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as Record<string, unknown[]>)[key]!.length
}

describe.each(searches)('%s', (path, key) => {
  it('finds no one by a sign of patterns alone', async () => {
    for (const sign of ['%', '_', '\\', '％', '＿', '＼', '|', '｜', '\u2223', '\u0301', 'o_g', 'o＿g'])
      expect([sign, await found(path, key, sign)]).toEqual([sign, 0])
  })
})

it('what really has the sign is found by it, wide or not', async () => {
  for (const typed of ['100%', '100％', '%', '％'])
    expect(await found('/locations?search=', 'locations', typed)).toBe(1)
  expect(await found('/locations?search=', 'locations', '1_0％')).toBe(0)
})
