import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf } from '../organization-calls.ts'
import { openPurchases, type Purchases } from '../purchases.ts'

let on: Purchases
beforeAll(async () => {
  on = await openPurchases()
})
afterAll(() => on.close())

it('a code may be named by its id beside its word, never by the id alone (billing/code)', async () => {
  const { id, owner } = await on.ready('declined')
  const word = `I-${on.given.unique()}`.toUpperCase()
  const { id: codeId } = await on.test.connection.db
    .insertInto('promotion_codes')
    .values({ code: word, value: 10_000, is_fixed: false, promotion_code_type_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await on.buy(owner, id, { promotion_code_id: codeId })).toMatchObject(refusalOf('promotion_code', 'Required'))
  expect(await on.buy(owner, id, { promotion_code: word, promotion_code_id: codeId + 1 })).toMatchObject(
    refusalOf('promotion_code_id', 'This promotion code cannot be used.'),
  )
  const answer = await on.buy(owner, id, { promotion_code: word, promotion_code_id: codeId, expected_total: 0 })
  expect(answer).toMatchObject({ status: 200, body: { order: { total: 0 } } })
})
