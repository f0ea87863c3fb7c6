import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, refuse } from '../../../kernel/errors.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { providerOf } from '../provider.ts'
import { asksForPassword, whyNotRemovable } from '../rules.ts'
import { archiveMethod } from './archive-method.ts'
import { lockMethod } from './lock-method.ts'

/**
 * Removes a payment method, here and, by a job, at the provider. Returns the practice.
 * @param checked whether the password was checked
 * @throws NotFound, Forbidden, Conflict, Invalid
 */
export async function removeMethod(
  trx: Trx,
  actor: Actor,
  id: number,
  { provider, checked }: { provider: PaymentProvider | undefined; checked: boolean },
): Promise<number> {
  const { row, practice } = await lockMethod(trx, actor, id)
  providerOf(provider)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${rows(actor.scope, 'payment_methods', 'p')}
    where p.organization_id = ${row.organization_id} and p.deleted_at is null`.execute(trx)
  refuse(whyNotRemovable(practice, counted[0]!.count))
  if (asksForPassword(practice) && !checked) throw new Invalid({ current_password: ['Required'] })
  await archiveMethod(trx, actor.scope, actor, row, { chooses: true })
  return row.organization_id
}
