import type { Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, labScope, rows, scoped } from '../../../db/scope.ts'
import type { TransactionSums } from '../../../services/payments/port.ts'

interface Refund {
  id: number
  provider_id: string | null
  cents: Cents
}
/** A report as far as it is about refunds; times as JSON. */
export interface RefundReport extends Pick<TransactionSums, 'refunded_cents'> {
  refunds: { id: string; cents: Cents; occurred_at: string | null }[]
  occurred_at: Date
}
interface Refunded {
  /** Cents of all refunds of the payment, those of before included. */
  total: Cents
  /** Cents that were not known before. */
  added: Cents
  /** Cents that were reported beyond the payment's own; 0 for none. Nothing of them is written. */
  beyond: Cents
}

/**
 * Writes the refunds that reports name, each once, in whatever order they arrive (`billing/refunds`). What a report says
 * only as a sum becomes a refund without a number, which takes the number of the next refund of the same cents. The caller
 * has locked the payment.
 */
export async function addRefunds(
  trx: Trx,
  { id, organization_id, cents: most }: { id: number; organization_id: number; cents: Cents },
  reports: RefundReport[],
  at: Date,
): Promise<Refunded> {
  const { rows: known } = await sql<Refund>`
    select f.id, f.provider_id, f.cents from ${rows(labScope, 'payment_refunds', 'f')}
    where f.organization_id = ${organization_id} and f.payment_id = ${id} order by f.id`.execute(trx)
  const before = sumOf(known)
  let beyond = 0
  const add = async (provider_id: string | null, cents: Cents, occurred_at: Date | string) => {
    if (sumOf(known) + cents > most) {
      beyond = Math.max(beyond, sumOf(known) + cents)
      return
    }
    const made = await scoped(trx, labScope)
      .add('payment_refunds')
      .values({ organization_id, payment_id: id, cents, provider_id, occurred_at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    known.push({ id: made.id, provider_id, cents })
  }
  for (const { refunds, refunded_cents, occurred_at } of reports) {
    for (const refund of refunds) {
      if (known.some(({ provider_id }) => provider_id === refund.id)) continue
      const unnamed = known.find(({ provider_id, cents }) => provider_id === null && cents === refund.cents)
      if (unnamed) await name(trx, organization_id, unnamed, refund.id)
      else await add(refund.id, refund.cents, refund.occurred_at ?? occurred_at)
    }
    const rest = (refunded_cents ?? 0) - sumOf(known)
    if (rest > 0) await add(null, rest, occurred_at)
  }
  return { total: sumOf(known), added: sumOf(known) - before, beyond }
}

const sumOf = (refunds: readonly Refund[]): Cents => refunds.reduce((sum, { cents }) => sum + cents, 0)

async function name(trx: Trx, organizationId: number, refund: Refund, providerId: string): Promise<void> {
  await sql`
    update payment_refunds f set provider_id = ${providerId}
    where ${inScope(labScope, 'payment_refunds', 'f')} and f.organization_id = ${organizationId} and f.id = ${refund.id}`.execute(
    trx,
  )
  refund.provider_id = providerId
}
