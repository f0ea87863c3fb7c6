import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

let test: TestApp
let given: Given
let admin: TestUser
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  supervisor = await given.user('supervisor')
})
afterAll(() => test.close())

const fresh = () => `T-${given.unique()}`.toUpperCase()
const add = (who: TestUser, body: object = {}) =>
  test.raw(who, 'POST', '/promotion_codes', {
    code: fresh(),
    value: 10,
    is_fixed: false,
    promotion_code_type_id: 2,
    ...body,
  })
const edit = (id: number, body: object, who = admin) => test.raw(who, 'PUT', `/promotion_codes/${id}`, body)
const list = (query: string) => test.raw(admin, 'GET', `/promotion_codes?${query}`)
const idOf = ({ body }: { body: unknown }) => (body as { promotion_code: { id: number } }).promotion_code.id
const codes = ({ body }: { body: unknown }) =>
  (body as { promotion_codes: { code: string }[] }).promotion_codes.map(({ code }) => code)
const today = () => dayIn(test.config.labZone, new Date())
const daysFrom = (days: number) => addDays(today(), days)

it('a code is added in capitals, and belongs to the lab alone', async () => {
  const code = fresh()
  const answer = await add(supervisor, {
    code: code.toLowerCase(),
    value: 12.34,
    is_fixed: true,
    expires_at: daysFrom(9),
  })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'The promotion code is added.',
      promotion_code: {
        code,
        value: 12.34,
        is_fixed: true,
        is_active: true,
        is_expired: false,
        expires_at: daysFrom(9),
        version: 1,
        can: { update: true, delete: true },
      },
    },
  })
  const practice = await given.practice({ partner: true })
  for (const who of [practice.owner, practice.partner!.user, await given.user('tech_support')]) {
    expect((await test.raw(who, 'GET', `/promotion_codes/${idOf(answer)}`)).status).toBe(403)
    expect((await add(who)).status).toBe(403)
  }
})

it.each([
  [{ code: 'NO' }, 'code'],
  [{ code: 'NO SPACE' }, 'code'],
  [{ code: '' }, 'code'],
  [{ value: 0 }, 'value'],
  [{ value: -1 }, 'value'],
  [{ value: 1e-9 }, 'value'],
  [{ value: 1.005 }, 'value'],
  [{ value: 100.01 }, 'value'],
  [{ value: 1_000_001, is_fixed: true }, 'value'],
  [{ promotion_code_type_id: 3 }, 'promotion_code_type_id'],
  [{ months: 0 }, 'months'],
  [{ months: 13 }, 'months'],
  [{ months: 1.5 }, 'months'],
  [{ months: 2, promotion_code_type_id: 1 }, 'months'],
  [{ expires_at: '2026-02-30' }, 'expires_at'],
])('%j is refused at its field', async (body, field) => {
  const answer = await add(admin, body)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.error as object)).toEqual([field])
})

it('a code is there once, whatever its case, and free again once it is deleted', async () => {
  const code = fresh()
  const id = idOf(await add(admin, { code }))
  const again = { status: 422, body: { error: { code: ['This code already exists.'] } } }
  expect(await add(admin, { code: code.toLowerCase() })).toMatchObject(again)
  expect(await edit(idOf(await add(admin)), { code })).toMatchObject(again)
  expect((await edit(id, { code: code.toLowerCase() })).status).toBe(200)
  expect(await test.raw(supervisor, 'DELETE', `/promotion_codes/${id}`)).toMatchObject({
    status: 200,
    body: { message: 'The promotion code is deleted.' },
  })
  expect((await test.raw(admin, 'GET', `/promotion_codes/${id}`)).status).toBe(404)
  expect((await edit(id, { is_active: false })).status).toBe(404)
  expect((await add(admin, { code })).status).toBe(200)
})

it('of many who add one at once, one does', async () => {
  const code = fresh()
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(admin, { code })))
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
})

it('an edit keeps what it leaves out, and is refused on an older version', async () => {
  const id = idOf(await add(admin, { value: 25, expires_at: daysFrom(3) }))
  expect((await edit(id, { is_active: false, version: 1 })).body.promotion_code).toMatchObject({
    value: 25,
    is_fixed: false,
    is_active: false,
    expires_at: daysFrom(3),
    version: 2,
  })
  expect((await edit(id, { is_active: true, version: 1 })).status).toBe(409)
  expect((await edit(id, { expires_at: null })).body.promotion_code).toMatchObject({ expires_at: null })
  // What was an amount must be one as a percentage, too.
  const amount = idOf(await add(admin, { value: 200, is_fixed: true }))
  expect(await edit(amount, { is_fixed: false })).toMatchObject({
    status: 422,
    body: { error: { value: ['At most 100 percent.'] } },
  })
})

it('expires with the end of its day, on the lab’s calendar', async () => {
  const last = await add(admin, { expires_at: today() })
  const id = idOf(await add(admin))
  const over = daysFrom(-2)
  await sql`update promotion_codes set expires_at = ${over} where id = ${id}`.execute(test.connection.db)
  expect(last.body.promotion_code).toMatchObject({ is_expired: false })
  // What is there stays, whatever else is changed.
  const edited = await edit(id, { value: 11, expires_at: over })
  expect(edited.body.promotion_code).toMatchObject({ is_expired: true, value: 11 })
})

it('a day that has passed is not chosen', async () => {
  const refused = { status: 422, body: { error: { expires_at: ['Choose today or a later day.'] } } }
  expect(await add(admin, { expires_at: daysFrom(-1) })).toMatchObject(refused)
  expect(await edit(idOf(await add(admin)), { expires_at: daysFrom(-1) })).toMatchObject(refused)
})

it('the list: who expires last comes first, filters narrow it', async () => {
  const mark = fresh()
  await add(admin, { code: `${mark}-B`, expires_at: daysFrom(5), value: 31.25 })
  await add(admin, { code: `${mark}-A`, expires_at: daysFrom(50), promotion_code_type_id: 1 })
  await add(admin, { code: `${mark}-C`, expires_at: null, is_active: false })
  const codesOf = async (query: string) =>
    codes(await list(`code=${mark.toLowerCase()}&${query}`)).map((code) => code.slice(-1))
  expect(await codesOf('')).toEqual(['A', 'B', 'C'])
  expect(await codesOf('sort=code')).toEqual(['A', 'B', 'C'])
  expect(await codesOf('sort=-code')).toEqual(['C', 'B', 'A'])
  expect(await codesOf('is_active=0')).toEqual(['C'])
  expect(await codesOf('promotion_code_type_id=1')).toEqual(['A'])
  expect(await codesOf('value=31.25')).toEqual(['B'])
  expect((await list('value=much')).status).toBe(422)
  expect((await list(`code=${mark}&perPage=2`)).body.meta).toMatchObject({ total: 3, last_page: 2 })
})
