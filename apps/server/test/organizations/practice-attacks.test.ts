import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { libraryCalls } from '../library-calls.ts'
import { overtaken } from '../overtaken.ts'

/** Attacks on a practice and its records that depend on timing. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const phone = '+13035550142'
const address = { street_address: '1 Main Street', city: 'Denver', state: 'CO', zip_code: '80204' }
const person = { first_name: 'Eve', last_name: 'Gone', email: 'eve@example.com', phone_number: phone }

/** Every change of a practice's own records by its people, as its manager makes it. */
const changes: Record<string, (who: TestUser, practice: GivenPractice) => Promise<{ status: number }>> = {
  name: (who, { id }) => test.raw(who, 'PUT', `/organizations/${id}`, { name: 'Taken over' }),
  contacts: (who, { id }) =>
    test.raw(who, 'PUT', `/organizations/${id}/contacts`, { contacts: [{ first_name: 'Eve', title: 'Friend' }] }),
  'billing address': (who, { id }) =>
    test.raw(who, 'PUT', `/organizations/${id}/billing_address`, { ...person, ...address }),
  'notification settings': (who, { id }) =>
    test.raw(who, 'PUT', `/organizations/${id}/notification-settings`, {
      setup_completed: { enabled: true, additional_emails: ['eve@example.com'] },
    }),
  defaults: (who, { id }) => test.raw(who, 'PUT', `/organizations/${id}/rx_form_preference`, { jaws_id: 1 }),
  'a library': async (who, practice) => {
    const { rows } = await sql<{
      id: number
    }>`select id from bracket_libraries where organization_id = ${practice.id}`.execute(test.connection.db)
    return libraryCalls(test, practice).change(who, rows[0]!.id, { name: 'Taken over' })
  },
}

/** What happens to the manager, or to the practice, while the call waits; and what the call answers. */
const meanwhile: [string, number, (practice: GivenPractice) => RawBuilder<unknown>][] = [
  [
    'its author is removed',
    404,
    ({ id, manager }) => sql`delete from memberships where organization_id = ${id} and user_id = ${manager.id}`,
  ],
  [
    'its author becomes a member',
    403,
    ({ id, manager }) =>
      sql`update memberships set role = 'organization_member' where organization_id = ${id} and user_id = ${manager.id}`,
  ],
  ['its author is archived', 403, ({ manager }) => sql`update users set deleted_at = now() where id = ${manager.id}`],
  [
    'its author signs out',
    401,
    ({ manager }) => sql`update sessions set revoked_at = now() where user_id = ${manager.id}`,
  ],
  ['the practice is disabled', 403, ({ id }) => sql`update organizations set disabled_at = now() where id = ${id}`],
  ['the practice is archived', 404, ({ id }) => sql`update organizations set deleted_at = now() where id = ${id}`],
]
const cells = Object.keys(changes).flatMap((name) =>
  meanwhile.map(([what, status, change]) => ({ name, what, status, change })),
)

describe('a change that waits for the lock of its practice is refused', () => {
  it.each(cells)('$name, when $what', async ({ name, status, change }) => {
    const practice = await given.practice()
    await libraryCalls(test, practice).add()
    const answer = await overtaken(
      test,
      sql`select 1 from organizations where id = ${practice.id} for no key update`,
      () => changes[name]!(practice.manager, practice),
      change(practice),
    )

    expect(answer.status).toBe(status)
    const { rows } = await sql`
      select 1 from organizations o where o.id = ${practice.id} and (o.name = 'Taken over'
        or exists (select 1 from practice_contacts x where x.organization_id = o.id)
        or exists (select 1 from billing_addresses x where x.organization_id = o.id)
        or exists (select 1 from notification_settings x where x.organization_id = o.id)
        or exists (select 1 from rx_form_preferences x where x.organization_id = o.id and x.jaws_id = 1)
        or exists (select 1 from bracket_libraries x where x.organization_id = o.id and x.name = 'Taken over'))`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([])
  })
})

describe('a case that starts while its practice is being closed is refused', () => {
  const closing = [
    ['archived', sql`deleted_at = now()`],
    ['disabled', sql`disabled_at = now()`],
  ] as const
  it.each(closing)('%s', async (state, values) => {
    const staff = await given.user('admin')
    const practice = await given.practice()
    const { id, owner } = practice
    const named = { first_name: 'Ada', last_name: 'Byron', user_id: owner.id, organization_id: id }
    const begin: [string, () => Promise<{ status: number; body: unknown }>][] = [
      ['created', () => test.raw(staff, 'POST', '/patients', named)],
      ['submitted', () => test.raw(staff, 'POST', `/organizations/${id}/rx_forms`, given.form(practice))],
    ]
    for (const [how, call] of begin) {
      const answer = await overtaken(
        test,
        sql`select 1 from organizations where id = ${id} for no key update`,
        call,
        sql`update organizations set ${values} where id = ${id}`,
      )
      expect([how, answer.status, answer.body]).toMatchObject([how, 409, { error: `This organization is ${state}.` }])
      await sql`update organizations set deleted_at = null, disabled_at = null where id = ${id}`.execute(
        test.connection.db,
      )
    }
    const { rows } = await sql`select 1 from patients where organization_id = ${id}`.execute(test.connection.db)
    expect(rows).toEqual([])
  })
})
