import type { Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows, scoped, type Scope } from '../../../db/scope.ts'
import type { ChargeResult } from '../../../services/payments/port.ts'

interface NewPayment {
  organizationId: number
  /** Null: declined before there was an order. */
  orderId: number | null
  /** Null, with the effect: the practice had no payment method, and no provider was asked. */
  methodId: number | null
  effectId: number | null
  /** Who paid by hand; null: the portal charged it. */
  userId?: number | null
  cents: Cents
  result: ChargeResult
}

const statusOf = { paid: 'PAID', pending: 'PENDING', declined: 'DECLINED' } as const

/** Writes a charge whose result is known (`billing/payments`). */
export async function addPayment(
  trx: Trx,
  { scope, now }: { scope: Scope; now: Date },
  { organizationId, orderId, methodId, effectId, userId = null, cents, result }: NewPayment,
): Promise<void> {
  await scoped(trx, scope)
    .add('payments')
    .values({
      organization_id: organizationId,
      order_id: orderId,
      payment_method_id: methodId,
      effect_id: effectId,
      user_id: userId,
      cents,
      status: statusOf[result.status],
      provider_id: result.status === 'declined' ? unlessKnown(scope, result.transaction_id) : result.transaction_id,
      message: result.message,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** A provider that refuses a charge as a repeated one names the earlier transaction, which is the number of its own payment. */
const unlessKnown = (scope: Scope, transactionId: string | null) => sql<string | null>`(select ${transactionId}::text
  where not exists (select 1 from ${rows(scope, 'payments', 'y')} where y.provider_id = ${transactionId}))`
