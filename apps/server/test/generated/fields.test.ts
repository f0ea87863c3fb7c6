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

/** Fields that give someone money, rights, or the way into an account. */
const sensitive = [
  'email',
  'account_number',
  'role',
  'organization_role',
  'permission',
  'custom_permissions',
  'custom_shipping_fee',
  'rush_case_enabled',
  'template_version',
  'disabled',
  'organization_type',
  'third_party_partner_id',
  'customer_service_manager_id',
]
/** Where one of them has no permission of its own, and why. */
const unmarked: Record<string, string> = {
  'POST /customer_requests/bundled_completion custom_shipping_fee': 'the call itself needs the permission of the fee',
  'POST /emails email': 'one’s own additional address, which signs nobody in',
  'POST /locations email': 'where parcels are announced; signs nobody in',
  'PUT /locations/{id} email': 'where parcels are announced; signs nobody in',
  'POST /login email': 'one’s own',
  'POST /register email': 'one’s own, verified by its mail',
  'POST /request_reset email': 'the mail goes to the account’s own address',
  'POST /resend_verification email': 'the mail goes to the account’s own address',
  'PUT /profile email': 'one’s own, with the password and a click',
  'POST /organizations email': 'of a new person, who gets a link there',
  'POST /users email': 'of a new person, who gets a link there',
  'POST /users role': 'which roles may be granted goes by the value (`people/granting`)',
  'POST /organizations/send_invite_to_create email': 'of somebody who signs up without rights',
  'POST /organizations/{id}/invite email': 'the call is the invitation',
  'POST /organizations/{id}/invite role': 'which roles may be given goes by the value (`people/who-invites`)',
  'POST /organizations/{id}/add_member role': 'which roles may be given goes by the value (`people/who-invites`)',
  'POST /organizations/{id}/change_role role': 'which roles may be given goes by the value (`people/who-invites`)',
  'PUT /organizations/{id}/account-details email': 'that of an owner; another one is refused',
  'PUT /organizations/{id}/billing_address email': 'where invoices go; signs nobody in',
  'PUT /users/{id}/toggle_custom_permission permission': 'the call itself needs the permission to do it',
}

describe('a field that gives someone money, rights, or the way into an account', () => {
  const found = routes.flatMap(([name, route]) => {
    const { body } = route
    const shape = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    const keys = [shape ?? {}, ...(shape?.anyOf ?? [])].flatMap((each) =>
      Object.keys((each as { properties?: object }).properties ?? {}),
    )
    return [...new Set(keys)].filter((key) => sensitive.includes(key)).map((field) => ({ name, route, field }))
  })

  it('has a permission of its own on every route, or a reason here why not', () => {
    const open = found.filter(({ route, field }) => !route.fieldPermissions?.[field])
    expect(open.map(({ name, field }) => `${name} ${field}`).toSorted()).toEqual(Object.keys(unmarked).toSorted())
  })
})
