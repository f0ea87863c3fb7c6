import type { PayOrderBody } from '@archwire/contract/contracts/schema.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound, permit } from '../../../kernel/errors.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { chargesOf, paysFor, type ChargeIntent } from '../../billing/index.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { providerOf } from '../../payments/index.ts'
import { practiceOfOrder, readDebtor, readInvoice } from '../invoice.ts'
import { refuseOtherTotal, whyNotPayable } from '../rules.ts'

interface Wanted {
  orderId: number
  body: PayOrderBody
  /** The lab's zone. */
  zone: string
  /** Undefined: this server has no payment provider. */
  provider: PaymentProvider | undefined
}

/**
 * Says what is charged where an owner pays an unpaid invoice by one of the practice's methods (`billing/pay`). Locks the
 * organization. @throws NotFound, Forbidden, Conflict, Occupied
 */
export async function intendPayment(
  trx: Trx,
  actor: Actor,
  { orderId, body: { payment_method_id, expected_total }, zone, provider }: Wanted,
): Promise<{ organizationId: number; intent: ChargeIntent }> {
  const organizationId = await practiceOfOrder(trx, actor, orderId)
  permit(paysFor(actor, await lockOrganization(trx, actor, organizationId, { only: 'practice' })), null)
  const { method, account_number } = await readDebtor(trx, organizationId, payment_method_id)
  const invoice = await readInvoice(trx, organizationId, orderId)
  permit(true, whyNotPayable(invoice))
  // One of another practice and one that was removed get the same answer.
  if (!method) throw new NotFound('This payment method')
  const charges = chargesOf([invoice.unpaid!], method, account_number)
  const { total } = charges[0]!.sums
  refuseOtherTotal(expected_total, total, 'Nothing was charged.')
  if (total > 0) providerOf(provider)
  const { address, name, now } = actor
  return { organizationId, intent: { address, name, day: dayIn(zone, now), method, charges } }
}
