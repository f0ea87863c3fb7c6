import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given } from './given.ts'
import { organizationCallsIn } from './organization-calls.ts'

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

it('says what a code takes off, however it is written', async () => {
  const { owner } = await given.practice()
  const { id, code } = await added()
  const answer = { promotion_code: { id, code, value: 100, is_fixed: false, promotion_code_type_id: 1 } }
  expect(await validate(owner, ` ${code.toLowerCase()} `)).toMatchObject({ status: 200, body: answer })
  const monthly = await added({ value: 1250, is_fixed: true, promotion_code_type_id: 2, expires_at: daysFrom(1) })
  expect((await validate(owner, monthly.code, 'promotion_code_type_id=2')).body).toEqual({
    promotion_code: { ...monthly, value: 12.5, is_fixed: true, promotion_code_type_id: 2 },
  })
})

it('says why a code cannot be used', async () => {
  const { owner } = await given.practice()
  const refused = async (values: object, error: string) =>
    expect(await validate(owner, (await added(values)).code)).toMatchObject({ status: 409, body: { error } })
  await refused({ is_active: false }, 'This promotion code is not active.')
  await refused({ expires_at: daysFrom(-2) }, 'This promotion code has expired.')
  await refused({ promotion_code_type_id: 2 }, 'This promotion code does not apply to the start-up fee.')
  const missing = { status: 404, body: { error: 'This promotion code does not exist.' } }
  expect(await validate(owner, 'NO-SUCH-CODE')).toMatchObject(missing)
  expect(await validate(owner, (await added({ deleted_at: new Date() })).code)).toMatchObject(missing)
  expect((await validate(owner, 'A-CODE', '')).status).toBe(422)
  expect((await validate(owner, 'A-CODE', 'promotion_code_type_id=3')).status).toBe(422)
  expect((await validate(null, 'A-CODE')).status).toBe(401)
})

it('takes a code once from each organization, and tells nobody about others', async () => {
  const [practice, other] = [await given.practice({ paid: false }), await given.practice({ partner: true })]
  const { id, code } = await added()
  await organizationCallsIn(test).waive(admin, practice.id)
  await sql`update order_lines set promotion_code_id = ${id} where organization_id = ${practice.id} and kind = 'discount'`.execute(
    test.connection.db,
  )
  const used = { status: 409, body: { error: 'Your organization has already used this promotion code.' } }
  const of = (organization: number) => `promotion_code_type_id=1&organization_id=${organization}`
  expect(await validate(practice.owner, code)).toMatchObject(used)
  expect(await validate(practice.owner, code, of(practice.id))).toMatchObject(used)
  expect(await validate(admin, code, of(practice.id))).toMatchObject(used)
  expect((await validate(admin, code)).status).toBe(200)
  expect((await validate(other.owner, code)).status).toBe(200)
  const missing = { status: 404, body: { error: 'This organization does not exist.' } }
  expect(await validate(other.owner, code, of(practice.id))).toMatchObject(missing)
  expect(await validate(other.partner!.user, code, of(other.id))).toMatchObject(missing)
})

it('is asked at most twenty times a minute', async () => {
  const strict = await openTestApp({ environment: { RATE_FACTOR: '1' } })
  const { owner } = await given.practice()
  const ask = () => strict.raw(owner, 'GET', '/promotion_codes/validate_code/NO-SUCH-CODE?promotion_code_type_id=1')
  const statuses: number[] = []
  // Minutes of the clock are counted: a new one may begin on the way, not two.
  for (let tries = 0; tries < 41; tries += 1) statuses.push((await ask()).status)
  await strict.close()
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
  expect(statuses).toContain(429)
})
