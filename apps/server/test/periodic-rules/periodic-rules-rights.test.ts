import { orders } from '@archwire/contract/billing/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { atOnce } from '../at-once.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { januaryIn } from '../january.ts'

/** Who does what with periodic rules, and who is first where an order closes in the meantime (`contracts/who-rules`, `contracts/rules-at-once`). */
let test: TestApp
let given: Given
let admin: TestUser
let january: ReturnType<typeof januaryIn>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  january = januaryIn(test, given)
})
afterAll(() => test.close())

async function practice(): Promise<GivenPractice & { contractId: number }> {
  const made = await january.practice()
  const { rows } = await sql<{ id: number }>`select id from contracts where organization_id = ${made.id}`.execute(
    test.connection.db,
  )
  return { ...made, contractId: rows[0]!.id }
}
const add = (at: { contractId: number }, who = admin) =>
  test.raw(who, 'POST', '/periodic_rules', {
    value: 49,
    custom_description: 'Scanner lease',
    is_active: true,
    contract_id: at.contractId,
  })
const added = async (at: { contractId: number }): Promise<number> => ((await add(at)).body.rule as { id: number }).id
const send = (id: number, edit: object, who = admin) => test.raw(who, 'PUT', `/periodic_rules/${id}`, edit)
/** On the version that holds. */
const change = async (id: number, edit: object, who: TestUser) => {
  const { rows } = await sql<{ version: number }>`select version from periodic_rules where id = ${id}`.execute(
    test.connection.db,
  )
  return send(id, { version: rows[0]!.version, ...edit }, who)
}
/** What rules charge on an order of a practice: the open one, or this one. */
const onIt = async ({ id }: GivenPractice, closed?: number) => {
  const { order } =
    closed === undefined
      ? (await test.as(admin).call(orders.current, { params: { id } })).body
      : (await test.as(admin).call(orders.get, { params: { id: closed } })).body
  return order!.charges.map(({ custom_description, value }) => [custom_description, value])
}

/** Both wait for the practice; who started first has it first: the closing keeps the rule as it was, or as it is. By hand. */
describe.each([
  ['a change of the value', (id: number) => send(id, { value: 20, version: 1 }), [['Scanner lease', 20]]],
  ['switching off', (id: number) => send(id, { is_active: false, version: 1 }), []],
  ['a deletion', (id: number) => test.raw(admin, 'DELETE', `/periodic_rules/${id}`), []],
] as const)('%s at the same time as a closing', (_, write, after) => {
  it.each([
    ['the closing', 0, [['Scanner lease', 49]]],
    ['the change', 1, after],
  ] as const)('%s comes first', async (_name, begins, kept) => {
    const made = await practice()
    const id = await added(made)
    let closed = 0
    const closing = async () => {
      closed = (await january.close(made, '2026-01-31'))!.id
      return { status: 200 }
    }
    const lock = sql`select from organizations where id = ${made.id} for update`
    expect(await atOnce(test, [closing, () => write(id)], { lock, begins })).toEqual(['done', 'done'])
    expect([await onIt(made, closed), await onIt(made)]).toEqual([kept, after])
  })
})

it('allows and refuses each action by role', async () => {
  // By hand: list, page, added, changed in value, its text changed, switched off, switched on, deleted.
  const table: [string, TestUser | (() => Promise<TestUser>), (number | string)[]][] = [
    ['super_admin', () => given.user('super_admin'), [1, 200, 200, 200, 200, 200, 200, 403]],
    ['admin', admin, [1, 200, 200, 200, 200, 200, 200, 200]],
    ['supervisor', () => given.user('supervisor'), [1, 200, 403, 403, 200, 200, 403, 403]],
    ['tech_support', () => given.user('tech_support'), [1, 200, 403, 403, 403, 403, 403, 403]],
    [
      'partner',
      async () => (await given.practice({ partner: true })).partner!.user,
      [0, 404, 403, 403, 403, 403, 403, 403],
    ],
    ['another practice’s owner', async () => (await given.practice()).owner, [403, 403, 403, 403, 403, 403, 403, 403]],
    ['owner', async () => theirs.owner, [403, 403, 403, 403, 403, 403, 403, 403]],
    ['manager', async () => theirs.manager, [403, 403, 403, 403, 403, 403, 403, 403]],
    ['member', async () => theirs.member, [403, 403, 403, 403, 403, 403, 403, 403]],
    ['assistant', async () => theirs.assistant, [403, 403, 403, 403, 403, 403, 403, 403]],
  ]
  const theirs = await practice()
  for (const [role, found, wanted] of table) {
    const who = typeof found === 'function' ? await found() : found
    const made = role === 'owner' || role in theirs ? theirs : await practice()
    const id = await added(made)
    const listed = await test.raw(
      who,
      'GET',
      `/periodic_rules?contract_id=${made.contractId}&sort=-created_at&perPage=1`,
    )
    const got = [
      listed.status === 200 ? (listed.body.periodic_rules as unknown[]).length : listed.status,
      (await test.raw(who, 'GET', `/periodic_rules/${id}`)).status,
      (await add(made, who)).status,
      (await change(id, { value: 12 }, who)).status,
      (await change(id, { custom_description: 'Lease' }, who)).status,
      (await change(id, { is_active: false }, who)).status,
      (await change(id, { is_active: true }, who)).status,
      (await test.raw(who, 'DELETE', `/periodic_rules/${id}`)).status,
    ]
    expect([role, got]).toEqual([role, wanted])
  }
})
