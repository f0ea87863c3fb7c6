import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { labScope, rows } from '../../../db/scope.ts'
import { now } from '../../../kernel/clock.ts'
import { record } from '../../../kernel/record.ts'
import { lockOrganizationOf } from '../../organizations/index.ts'
import { become, lockPayment } from './apply-events.ts'

/** The words of a payment that a person ended because the provider does not know it. */
export const notFoundWords = 'The payment provider does not know this payment.'

/**
 * Ends a pending payment that the provider does not know, after a person has searched for it there (`billing/to-look-at`): it
 * is declined, so that money that is reported of it later is looked at, and its order is not paid. Nothing happens if it is
 * no longer pending. Locks the organization.
 */
export async function endNotFound(trx: Trx, transactionId: string): Promise<void> {
  const { rows: found } = await sql<{ id: number; organization_id: number }>`
    select y.id, y.organization_id from ${rows(labScope, 'payments', 'y')} where y.provider_id = ${transactionId}`.execute(
    trx,
  )
  if (!found[0]) return
  await lockOrganizationOf(trx, found[0].organization_id)
  const payment = await lockPayment(trx, found[0])
  if (payment.status !== 'PENDING') return
  const at = now()
  await record(trx, { userId: null, address: '', now: at }, await become(trx, payment, 'DECLINED', notFoundWords, at))
}
