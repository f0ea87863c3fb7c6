import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { asOwner } from '../as-owner.ts'
import { openPaying } from '../given/payments.ts'

/** What the application cannot change of an order that has a number (`billing/kept`). */
const { test, given, paying, close } = await openPaying()
afterAll(close)

const change = (id: number, set: string) =>
  sql`update orders set ${sql.raw(set)} where id = ${id}`.execute(test.connection.db)
/** A start-up order in a state, with its payment. */
const startUp = async (status: 'PENDING' | 'PAID' | 'NOT_PAID') => {
  const { orderId } = await paying.pending(await given.practice())
  await asOwner('update orders set fm_invoice_status = $2, fm_paid_at = $3 where id = $1', [
    orderId,
    status,
    status === 'PAID' ? new Date() : null,
  ])
  return orderId
}
const frozen = [
  `tax_state = 'ZZ'`,
  'tax_rate_percent = tax_rate_percent + 1',
  'card_fee_percent = card_fee_percent + 1',
  'template_version = 3 - template_version',
  'closing_day = closing_day - 1',
  'due_day = due_day + 1',
  `paper = '{"name": "Another"}'`,
  `created_at = created_at - interval '1 day'`,
  'invoice_id = invoice_id + 1000000',
  `kind = 'by_hand'`,
]

describe.each(['PENDING', 'PAID', 'NOT_PAID'] as const)('an invoice that is %s', (status) => {
  it.each(frozen)('keeps its rates, days and paper: %s', async (set) => {
    await expect(change(await startUp(status), set)).rejects.toThrow('Sums of orders are kept')
  })

  it('still moves to another state, with its version', async () => {
    const id = await startUp(status)
    await change(id, `fm_invoice_status = 'NOT_PAID', fm_paid_at = null, version = version + 1, updated_at = now()`)
  })
})

it.each(['PENDING', 'PAID'] as const)('the sums of a start-up fee that is %s stay', async (status) => {
  const set = 'subtotal_cents = subtotal_cents - 100, total_cents = total_cents - 100'
  await expect(change(await startUp(status), set)).rejects.toThrow('Sums of orders are kept')
})

it('the card fee of a start-up fee whose payment failed follows the method that pays it', async () => {
  const id = await startUp('NOT_PAID')
  await change(id, 'card_fee_cents = card_fee_cents + 298, total_cents = total_cents + 298')
})
