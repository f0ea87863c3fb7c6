import type { Route } from '@archwire/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type GivenPractice } from '../given.ts'
import { recordsOf, type Records } from './records.ts'
import { admitted, exampleOf, routes } from './routes.ts'

/** Generated: every route that names a record is called with a record of another organization, by everybody who is not the lab. */
let test: TestApp
let mine: GivenPractice
const strangers: [name: string, user: () => TestUser][] = [
  ['an owner', () => mine.owner],
  ['a manager', () => mine.manager],
  ['a member', () => mine.member],
  ['an assistant', () => mine.assistant],
  ['a lab partner', () => mine.partner!.user],
]
let records: Records

beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  mine = await given.practice({ partner: true })
  records = await recordsOf(test)
})
afterAll(() => test.close())

const target = (route: Route) => records.target(route)

const named = routes.filter(
  ([name, route]) =>
    !name.includes('/mailbox') &&
    // The token is the key: it opens to strangers, and to nobody without it.
    !name.includes('/shared_scenes/') &&
    (/\{/.test(route.path) || /organization_id|patient_id|"ids"/.test(JSON.stringify(route.example ?? {}))),
)

it('covers every route with a record in it', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, route]) => target(route) === undefined).map(([name]) => name)).toEqual([])
})

describe.each(named)('%s', (_name, route) => {
  it.each(strangers)('answers 404 to %s of another organization', async (_who, user) => {
    const { path, body } = exampleOf(route, target(route)!)
    const withRecord = route.path.startsWith('/scenes') ? path.replace(/[^/]+$/, records.viewerId) : path
    const answer = await test.raw(user(), route.method, withRecord, body)
    const role =
      user() === mine.owner
        ? 'owner'
        : user() === mine.manager
          ? 'manager'
          : user() === mine.member
            ? 'member'
            : user() === mine.assistant
              ? 'assistant'
              : 'lab_partner'
    expect(answer.status).toBe(admitted(route, role) ? 404 : 403)
  })
})

it('lists show nothing of another organization', async () => {
  for (const [, route] of routes.filter(
    ([, one]) =>
      one.method === 'GET' && ['/patients', '/rx_forms', '/notifications', '/printing_requests'].includes(one.path),
  )) {
    const answer = await test.raw(mine.owner, 'GET', exampleOf(route, { path: 0 }).path)
    expect(answer).toMatchObject({ status: 200, body: { meta: { total: 0 } } })
  }
})

it('a member sees own cases only', async () => {
  const given = givenIn(test)
  const practice = await given.practice()
  const owners = await given.case({ practice })
  const members = await given.case({ practice, form: { user_id: practice.member.id } })
  const seen = (user: TestUser) =>
    test
      .raw(user, 'GET', '/patients')
      .then(({ body }) => (body.patients as { id: number }[]).map((row) => row.id).sort((a, b) => a - b))
  expect(await seen(practice.owner)).toEqual([owners.id, members.id])
  expect(await seen(practice.assistant)).toEqual([owners.id, members.id])
  expect(await seen(practice.member)).toEqual([members.id])
  expect((await test.raw(practice.member, 'GET', `/patients/${owners.id}`)).status).toBe(404)
  expect((await test.raw(practice.member, 'GET', `/patients/${owners.id}/history`)).status).toBe(404)
})
