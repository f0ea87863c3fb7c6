import type { PaymentMethodEdit } from '@archwire/contract/payments/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { providerOf } from '../provider.ts'
import { asksForPassword } from '../rules.ts'
import { lockMethod } from './lock-method.ts'

/**
 * Renames a payment method, or makes it the primary one. Returns the practice.
 * @param checked whether the password was checked
 * @throws NotFound, Forbidden, Conflict, Invalid
 */
export async function updateMethod(
  trx: Trx,
  actor: Actor,
  id: number,
  edit: PaymentMethodEdit,
  { provider, checked }: { provider: PaymentProvider | undefined; checked: boolean },
): Promise<number> {
  const { row, practice } = await lockMethod(trx, actor, id)
  providerOf(provider)
  const becomesPrimary = edit.is_primary === true && !row.is_primary
  if (edit.is_primary && asksForPassword(practice) && !checked) throw new Invalid({ current_password: ['Required'] })
  const organizationId = row.organization_id
  if (becomesPrimary)
    await sql`update payment_methods p set is_primary = false, updated_at = ${actor.now}, version = p.version + 1
      where ${inScope(actor.scope, 'payment_methods', 'p')} and p.organization_id = ${row.organization_id} and p.is_primary`.execute(
      trx,
    )
  const nickname = edit.payment_method_nickname
  const values = { ...(nickname === undefined ? {} : { nickname }), ...(becomesPrimary ? { is_primary: true } : {}) }
  if (Object.keys(values).length === 0) checkVersion(edit.version, row.version)
  else await updateVersioned(trx, 'payment_methods', row, edit.version, values, actor.now)
  const about = { subject: 'payment_method', id, organizationId } as const
  await record(trx, actor, [
    ...(nickname === undefined ? [] : [{ ...about, event: 'changed' } as const]),
    ...(becomesPrimary ? [{ ...about, event: 'made_primary' } as const] : []),
  ])
  return organizationId
}
