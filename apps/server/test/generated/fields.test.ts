import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn } from '../given.ts'
import { admitted, bodyOf, exampleOf, maySet, roles, routes, type Role } from './routes.ts'

/** Generated from the contract: every field that has a permission of its own × every kind of person (`people/fields`). */
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

const marked = routes.flatMap(([name, route]) =>
  Object.keys(route.fieldPermissions ?? {}).map((field) => ({ name, route, field })),
)

it('finds fields that have a permission of their own', () => expect(marked.length).toBeGreaterThan(0))

describe.each(marked)('$name with $field', ({ route, field }) => {
  // An id that no record has: past the permissions everyone meets 404 or 422.
  const { path, body } = exampleOf(route, { path: 2_000_000_000 })
  const send = (role: Role, value: unknown) =>
    test.raw(people.get(role)!, route.method, path, { ...bodyOf(route, role, body), [field]: value })

  it('is a field of the body', () => {
    const shape = z.toJSONSchema(route.body as z.ZodType, { io: 'input', unrepresentable: 'any' })
    expect(Object.keys(shape.properties ?? {})).toContain(field)
  })

  it.each([...roles])('as %s', async (role) => {
    // A value of no possible shape shows that the permission is asked before the shape.
    const answers = await Promise.all([send(role, null), send(role, { no_such_key: [] })])
    const calls = admitted(route, role)
    const sets = calls && maySet(route, role, field)
    for (const answer of answers)
      if (sets) {
        expect(answer.status).not.toBe(403)
        expect(answer.status).toBeLessThan(500)
      } else
        expect(answer).toMatchObject({
          status: 403,
          body: {
            error: calls ? `You don't have permission to set ${field}.` : "You don't have permission to do this.",
            code: 403,
          },
        })
  })
})
