import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { personHeader } from '@archwire/contract/core/person-header.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { admitted, bodyOf, exampleOf, roles, routes, type Role } from './routes.ts'

/** Generated from the grants tables: every route × every kind of person, and no session at all. */
let test: TestApp
const people = new Map<Role, TestUser>()
beforeAll(async () => {
  test = await openTestApp()
  const given = givenIn(test)
  const practice = await given.practice({ partner: true })
  for (const role of ['super_admin', 'admin', 'supervisor', 'tech_support'] as const)
    people.set(role, await given.user(role))
  people.set('lab_partner', practice.partner!.user).set('owner', practice.owner).set('manager', practice.manager)
  people
    .set('member', practice.member)
    .set('assistant', practice.assistant)
    .set('nobody', await given.user(null))
})
afterAll(() => test.close())

it('serves every route of the contract, and nothing else', () => {
  expect([...test.app.served].map((route) => `${route.method} ${route.path}`).sort()).toEqual(
    routes.map(([name]) => name).sort(),
  )
})

describe.each(routes.filter(([name]) => name !== 'GET /realtime' && name !== 'POST /logout'))('%s', (_name, route) => {
  // An id that no one has: past the door everyone meets 404 or 422, never 403 by role and never 5xx.
  const { path, body } = exampleOf(route, { path: 2_000_000_000 })

  it.each([...roles])('as %s', async (role) => {
    const answer = await test.raw(people.get(role)!, route.method, path, bodyOf(route, role, body))
    if (admitted(route, role)) {
      if (route.needs !== 'public') expect(answer.status).not.toBe(401)
      if (route.needs !== 'public' && route.needs !== 'session') expect(answer.status).not.toBe(403)
      expect(answer.status).toBeLessThan(500)
    } else
      expect(answer).toMatchObject({ status: 403, body: { error: "You don't have permission to do this.", code: 403 } })
  })

  it('without a session', async () => {
    const answer = await test.raw(null, route.method, path, body)
    if (route.needs === 'public') expect(answer.status).toBeLessThan(500)
    else if (route.redirects) expect(answer.status).toBe(302)
    else expect(answer).toMatchObject({ status: 401, body: { code: 401 } })
  })

  it('acts for no one on a page of someone else', async () => {
    const [user, another] = [people.get('owner')!, people.get('manager')!]
    const answer = await test.raw(user, route.method, path, body, { [personHeader]: String(another.id) })
    if (route.needs === 'public') expect(answer.status).toBeLessThan(500)
    else expect(answer).toMatchObject({ status: 401, body: { code: errorCodes.otherPerson } })
  })

  it('refuses unknown keys and impossible ids', async () => {
    const separator = path.includes('?') ? '&' : '?'
    const allowed = people.get(roles.find((role) => admitted(route, role))!)!
    const unknownKey = await test.raw(allowed, route.method, `${path}${separator}no_such_key=1`, body)
    expect(unknownKey.status).toBe(422)
    if (route.path.includes('{id}')) {
      const impossible = await test.raw(allowed, route.method, exampleOf(route, { path: 'abc' }).path, body)
      expect(impossible.status).toBe(404)
    }
    if (route.body && !route.signed)
      expect((await test.raw(allowed, route.method, path, { ...body, no_such_key: 1 })).status).toBe(422)
    if (route.body) expect((await test.raw(allowed, route.method, path, '{"a":')).status).toBe(422)
  })
})
