import { orderLifecycle } from '@archwire/contract/billing/lifecycle.ts'
import type { SettledAs } from '@archwire/contract/billing/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, rows, scoped, type Scope } from '../../../db/scope.ts'
import { Conflict } from '../../../kernel/errors.ts'
import type { ActivityAbout } from '../../../kernel/record.ts'
import type { OrderSums } from './add-order.ts'

/** How an invoice ends without the payment provider. */
export interface Settling {
  organizationId: number
  order: { id: number; invoice_id: number | null }
  how: SettledAs
  reason: string
  /** Who settles it. */
  userId: number
  /** What it costs by what pays it. What is written off keeps its sums. */
  sums: Pick<OrderSums, 'cardFee' | 'total'>
}

/**
 * Ends an unpaid invoice without the payment provider (`billing/settled`): a payment of its own kind for its total, with
 * reason and person. What was paid outside is paid now; what is written off has no paid day. Lines, subtotal and tax stay.
 * The caller has locked the organization. Returns the activity to be recorded.
 * @throws Conflict where it is paid, or its payment is under way
 */
export async function settleOrder(
  trx: Trx,
  { scope, now }: { scope: Scope; now: Date },
  { organizationId, order: { id, invoice_id }, how, reason, userId, sums: { cardFee, total } }: Settling,
): Promise<ActivityAbout<'order'>> {
  const { numAffectedRows } = await sql`
    update orders r set fm_invoice_status = 'PAID', fm_paid_at = ${how === 'outside' ? now : null}::timestamptz, settled_as = ${how},
      card_fee_cents = ${cardFee}, total_cents = ${total}, blocked_at = null, version = r.version + 1, updated_at = ${now}
    where r.organization_id = ${organizationId} and r.id = ${id} and ${inScope(scope, 'orders', 'r')}
      and r.fm_invoice_status = any(${[...orderLifecycle.events.pay.from]}::text[])
      and not exists (select from ${rows(scope, 'payments', 'y')} where y.organization_id = r.organization_id
        and y.order_id = r.id and y.status in ('PENDING', 'PAID'))`.execute(trx)
  if (numAffectedRows !== 1n) throw new Conflict('This invoice is paid, or its payment is under way.')
  await scoped(trx, scope)
    .add('payments')
    .values({
      organization_id: organizationId,
      order_id: id,
      payment_method_id: null,
      effect_id: null,
      kind: how,
      reason,
      user_id: userId,
      cents: total,
      status: 'PAID',
      provider_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { subject: 'order', id, organizationId, event: 'settled', data: { invoice_id, how, cents: total } }
}
