import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../as-owner.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { organizationCallsIn } from '../organization-calls.ts'

/** Whether a code can be used now (`billing/code`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const validate = (who: TestUser | null, code: string, query = 'promotion_code_type_id=1') =>
  test.raw(who, 'GET', `/promotion_codes/validate_code/${encodeURIComponent(code)}?${query}`)
async function added(values: object = {}): Promise<{ id: number; code: string }> {
  const code = `U-${given.unique()}`.toUpperCase()
  const row = { code, value: 10_000, is_fixed: false, promotion_code_type_id: 1, ...values }
  const { id } = await test.connection.db
    .insertInto('promotion_codes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}
const daysFrom = (days: number) => addDays(dayIn(test.config.labZone, new Date()), days)

const unusable = { status: 404, body: { error: 'This promotion code cannot be used.' } }

it('says what a code takes off, however it is written', async () => {
  const { owner } = await given.practice({ paid: false })
  const { id, code } = await added()
  const answer = { promotion_code: { id, code, value: 100, is_fixed: false, promotion_code_type_id: 1 } }
  expect(await validate(owner, ` ${code.toLowerCase()} `)).toMatchObject({ status: 200, body: answer })
  const monthly = await added({ value: 1250, is_fixed: true, promotion_code_type_id: 2, expires_at: daysFrom(1) })
  expect((await validate(owner, monthly.code, 'promotion_code_type_id=2')).body).toEqual({
    promotion_code: { ...monthly, value: 12.5, is_fixed: true, promotion_code_type_id: 2 },
  })
})

it('says why a code cannot be used to who manages codes, and only that to the owner who pays', async () => {
  const { owner } = await given.practice({ paid: false })
  const refused = async (values: object, error: string) => {
    const { code } = await added(values)
    expect(await validate(admin, code)).toMatchObject({ status: 409, body: { error } })
    expect(await validate(owner, code)).toMatchObject(unusable)
  }
  await refused({ is_active: false }, 'This promotion code is not active.')
  await refused({ expires_at: daysFrom(-2) }, 'This promotion code has expired.')
  await refused({ promotion_code_type_id: 2 }, 'This promotion code does not apply to the start-up fee.')
  const missing = { status: 404, body: { error: 'This promotion code does not exist.' } }
  for (const code of ['NO-SUCH-CODE', (await added({ deleted_at: new Date() })).code]) {
    expect(await validate(admin, code)).toMatchObject(missing)
    expect(await validate(owner, code)).toMatchObject(unusable)
  }
  expect((await validate(owner, 'A-CODE', '')).status).toBe(422)
  expect((await validate(owner, 'A-CODE', 'promotion_code_type_id=3')).status).toBe(422)
  expect((await validate(null, 'A-CODE')).status).toBe(401)
})

const of = (organization: number) => `promotion_code_type_id=1&organization_id=${organization}`

it('is tried by owners who still have to pay and by who manages codes, and by no one else', async () => {
  const [unpaid, paid] = [await given.practice({ paid: false }), await given.practice({ partner: true })]
  const { code } = await added()
  for (const who of [
    unpaid.manager,
    unpaid.assistant,
    paid.owner,
    paid.partner!.user,
    await given.user('tech_support'),
  ])
    expect((await validate(who, code)).status).toBe(403)
  expect((await validate(unpaid.manager, code, of(unpaid.id))).status).toBe(403)
  expect((await validate(unpaid.owner, code, of(unpaid.id))).status).toBe(200)
  expect((await validate(await given.user('supervisor'), code, of(unpaid.id))).status).toBe(200)
  await sql`update organizations set disabled_at = now() where id = ${unpaid.id}`.execute(test.connection.db)
  expect((await validate(unpaid.owner, code)).status).toBe(403)
})

it('takes a code once from each organization, and tells no one about others', async () => {
  const [practice, other] = [await given.practice({ paid: false }), await given.practice({ paid: false })]
  const { id, code } = await added()
  await organizationCallsIn(test).waive(admin, practice.id)
  await asOwner(`update order_lines set promotion_code_id = $1 where organization_id = $2 and kind = 'discount'`, [
    id,
    practice.id,
  ])
  expect(await validate(admin, code, of(practice.id))).toMatchObject({
    status: 409,
    body: { error: 'Your organization has already used this promotion code.' },
  })
  expect((await validate(admin, code)).status).toBe(200)
  expect((await validate(other.owner, code)).status).toBe(200)
  // As a return of the bank leaves it: the order is there, the fee is open again.
  await sql`update organizations set startup_fee_settled_at = null where id = ${practice.id}`.execute(
    test.connection.db,
  )
  expect(await validate(practice.owner, code, of(practice.id))).toMatchObject(unusable)
  // Deleted, its word stays taken, of the start-up fee as of the monthly one: made anew it would count as never used.
  expect((await test.raw(admin, 'DELETE', `/promotion_codes/${id}`)).status).toBe(200)
  const anew = { code, value: 100, is_fixed: false, promotion_code_type_id: 1 }
  expect(await test.raw(admin, 'POST', '/promotion_codes', anew)).toMatchObject({
    status: 422,
    body: { error: { code: ['This code already exists.'] } },
  })
  const missing = { status: 404, body: { error: 'This organization does not exist.' } }
  expect(await validate(other.owner, code, of(practice.id))).toMatchObject(missing)
  expect(await validate(admin, code, of(2_000_000_000))).toMatchObject(missing)
})

it('allows a person as many failures as wrong passwords, on all servers together; a code that can be used is none', async () => {
  const [{ owner }, other] = [await given.practice({ paid: false }), await given.practice({ paid: false })]
  const { code } = await added()
  const second = await openTestApp()
  const statuses: number[] = []
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await validate(owner, code)).status).toBe(200)
    const server = tries % 2 === 0 ? test : second
    const path = '/promotion_codes/validate_code/NO-SUCH-CODE?promotion_code_type_id=1'
    statuses.push((await server.raw(owner, 'GET', path)).status)
  }
  await second.close()
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 404))
  expect((await validate(owner, code)).status).toBe(429)
  expect((await validate(other.owner, code)).status).toBe(200)
})

it('allows an address fewer failures than its people together', async () => {
  const strict = await openTestApp({ environment: { LOGIN_FAILURES_PER_ADDRESS: '1' } })
  const [first, second] = [await given.practice({ paid: false }), await given.practice({ paid: false })]
  const ask = (who: TestUser) =>
    strict.raw(who, 'GET', '/promotion_codes/validate_code/NO-SUCH-CODE?promotion_code_type_id=1')
  await sql`delete from login_attempts`.execute(test.connection.db)
  expect((await ask(first.owner)).status).toBe(404)
  expect((await ask(second.owner)).status).toBe(429)
  await strict.close()
})
