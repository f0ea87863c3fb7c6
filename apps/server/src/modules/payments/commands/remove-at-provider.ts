import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { labScope, rows } from '../../../db/scope.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { isPaying } from '../../billing/index.ts'
import { providerOf } from '../provider.ts'

/** Removes a removed payment method at the provider, too. Throws to be run again: during a payment, or without an answer. */
export async function removeAtProvider(db: Db, provider: PaymentProvider | undefined, id: number): Promise<void> {
  const { rows: found } = await sql<{ provider_id: string; in_progress: boolean }>`
    select p.provider_id, ${isPaying(labScope)} as in_progress
    from ${rows(labScope, 'payment_methods', 'p')} join organizations o on o.id = p.organization_id
    where p.id = ${id} and p.deleted_at is not null`.execute(db)
  if (!found[0]) return
  if (found[0].in_progress) throw new Error('A payment of this practice is in progress')
  await providerOf(provider).removeMethod(found[0].provider_id)
}
