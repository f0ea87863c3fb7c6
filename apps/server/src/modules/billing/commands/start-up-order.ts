import { orderLifecycle } from '@archwire/contract/billing/lifecycle.ts'
import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../db/client.ts'
import { rows, scoped, type Scope } from '../../../db/scope.ts'
import { Conflict } from '../../../kernel/errors.ts'
import { notWhile } from '../../../kernel/move.ts'
import { paidAt, sumsOf, type At, type OrderSums, type PaidAs } from './add-order.ts'

/** The order of a practice with the start-up fee. */
export interface StartUpOrder {
  id: number
  organization_id: number
  invoice_id: number | null
  fm_invoice_status: InvoiceStatus
  subtotal_cents: Cents
  tax_cents: Cents
  card_fee_cents: Cents
  card_fee_percent: string
  total_cents: Cents
}

/** The order of the organization `o` with the start-up fee, as JSON (`StartUpOrder`); null while there is none. */
export const startUpOrderJson = (scope: Scope): RawBuilder<StartUpOrder | null> =>
  sql<StartUpOrder | null>`(select to_jsonb(x) from (select r.id, r.organization_id, r.invoice_id, r.fm_invoice_status,
      r.subtotal_cents, r.tax_cents, r.card_fee_cents, r.card_fee_percent::text as card_fee_percent, r.total_cents
    from ${rows(scope, 'orders', 'r')} where r.organization_id = o.id and r.kind = 'start_up') x)`

/** Reads the order of a practice with the start-up fee; null while there is none. */
export async function startUpOrderOf(db: Db, scope: Scope, organizationId: number): Promise<StartUpOrder | null> {
  const { rows: found } = await sql<{ order: StartUpOrder | null }>`
    select ${startUpOrderJson(scope)} as "order" from organizations o where o.id = ${organizationId}`.execute(db)
  return found[0]?.order ?? null
}

/**
 * Writes that an order which was not paid is paid now, with the sums that were charged.
 * @throws Conflict where its state does not allow it
 */
export async function payOrderAgain(
  trx: Trx,
  { scope, now }: At,
  order: { id: number; organizationId: number },
  {
    sums,
    status,
    tried = null,
  }: {
    sums: OrderSums
    status: PaidAs
    /** An automatic charge: the lab's day, and the number of tries including this one. */
    tried?: { day: Day; retries: number } | null
  },
): Promise<void> {
  const { from } = orderLifecycle.events[status === 'PAID' ? 'pay' : 'await_bank']
  const { numUpdatedRows } = await scoped(trx, scope)
    .update('orders')
    .set({
      ...paidAt(status, now),
      ...sumsOf(sums),
      // A bank payment may come back, and then blocks again.
      ...(status === 'PAID' && { blocked_at: null }),
      ...(tried && { tried_day: tried.day, retries: tried.retries }),
      version: sql<number>`version + 1`,
    })
    .where('organization_id', '=', order.organizationId)
    .where('id', '=', order.id)
    .where('fm_invoice_status', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Conflict(notWhile('the invoice is paid'))
}
