import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScope } from '../../src/db/scope.ts'
import { addOrder, beginWaived, payOrderAgain } from '../../src/modules/billing/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

/** What the database allows of the orders of one contract (`billing/order-kinds`, `billing/order-states`). */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const at = { scope: labScope, now: new Date('2026-03-02T12:00:00Z') }
const sums = { subtotal: 5000, tax: 0, cardFee: 0, total: 5000 }
const order = {
  terms: { tax_state: 'CO', tax_percent: '0', card_fee_percent: '1.49' },
  sums,
  lines: [{ kind: 'product', label: 'Start-up Fee', amount: 5000, product_id: 1 }] as const,
}

/** A practice whose fee was waived on March 2, and how orders are added to its contract. */
async function contract() {
  const { db } = test.connection
  const { id: organizationId } = await given.practice({ paid: false })
  const { id: startUpId } = await db
    .transaction()
    .execute((trx) => beginWaived(trx, at, organizationId, test.config.labZone))
  const { rows } = await sql<{
    id: number
  }>`select id from contracts where organization_id = ${organizationId}`.execute(db)
  const contractId = rows[0]!.id
  const add = (kind: 'start_up' | 'monthly' | 'by_hand', day: string) =>
    db
      .transaction()
      .execute((trx) =>
        addOrder(
          trx,
          at,
          { organizationId, contractId },
          { ...order, lines: [...order.lines], kind, day, status: 'PENDING' },
        ),
      )
  const open = () =>
    sql`insert into orders (organization_id, contract_id, kind, fm_invoice_status, subtotal_cents, tax_cents, tax_state,
      tax_rate_percent, card_fee_cents, card_fee_percent, total_cents, created_at, updated_at)
      values (${organizationId}, ${contractId}, 'monthly', 'CURRENT', 0, 0, 'CO', 0, 0, 0, 0, now(), now())`.execute(db)
  return { organizationId, startUpId: startUpId!, add, open }
}

describe('the orders of a contract', () => {
  it('include one start-up order, which closes and is due on the day that the contract starts', async () => {
    const { startUpId, add } = await contract()
    const { rows } =
      await sql`select kind, closing_day::text, due_day::text, period_start, period_end, fm_invoice_status
      from orders where id = ${startUpId}`.execute(test.connection.db)
    const day = '2026-03-02'
    expect(rows).toEqual([
      {
        kind: 'start_up',
        closing_day: day,
        due_day: day,
        period_start: null,
        period_end: null,
        fm_invoice_status: 'PAID',
      },
    ])
    await expect(add('start_up', '2026-04-01')).rejects.toMatchObject({ constraint: 'orders_start_up' })
  })

  it('include one monthly order for each closing day', async () => {
    const { add } = await contract()
    await add('monthly', '2026-04-01')
    await add('monthly', '2026-05-01')
    await expect(add('monthly', '2026-04-01')).rejects.toMatchObject({ constraint: 'orders_monthly' })
  })

  it('include any number that were closed by hand on one day', async () => {
    const { add } = await contract()
    await add('monthly', '2026-04-01')
    await add('by_hand', '2026-04-01')
    expect(await add('by_hand', '2026-04-01')).toMatchObject({ event: 'created' })
  })

  it('include one open order, which has no closing day', async () => {
    const { organizationId, open } = await contract()
    await expect(open()).rejects.toMatchObject({ constraint: 'orders_open' })
    const closing = sql`update orders set closing_day = '2026-04-01', due_day = '2026-04-01'
      where organization_id = ${organizationId} and fm_invoice_status = 'CURRENT'`.execute(test.connection.db)
    await expect(closing).rejects.toMatchObject({ constraint: 'orders_closed' })
  })
})

it('an order that is paid cannot be paid again', async () => {
  const { organizationId, startUpId } = await contract()
  const again = test.connection.db
    .transaction()
    .execute((trx) => payOrderAgain(trx, at, { id: startUpId, organizationId }, { sums, status: 'PAID' }))
  await expect(again).rejects.toMatchObject({ status: 409, message: 'This is not possible while the invoice is paid.' })
  const { rows } = await sql`select total_cents from orders where id = ${startUpId}`.execute(test.connection.db)
  expect(rows).toEqual([{ total_cents: 0 }])
})
