import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageHeaders } from '../app.ts'
import { none, openPurchases, type Purchases } from '../purchases.ts'

/** No one is charged a sum that the page did not show (`billing/purchase`). */
let on: Purchases
beforeAll(async () => {
  on = await openPurchases()
})
afterAll(() => on.close())

it('a page has to say which total it showed; nothing is charged without it, and a program need not', async () => {
  const { id, owner } = await on.ready()
  const path = `/organizations/${id}/process_initial_purchase`
  const headers = await pageHeaders(on.test, owner)
  expect(await on.test.raw(null, 'POST', path, '{}', headers)).toMatchObject({
    status: 422,
    body: { error: { expected_total: ['Send the total that the page shows.'] } },
  })
  expect(await on.counts(id)).toEqual(none)
  expect((await on.test.raw(null, 'POST', path, '{"expected_total":202.98}', headers)).status).toBe(200)
  const other = await on.ready()
  expect((await on.buy(other.owner, other.id)).status).toBe(200)
})
