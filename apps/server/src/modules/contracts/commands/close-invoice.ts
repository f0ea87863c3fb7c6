import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { permit } from '../../../kernel/errors.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import { chargesOf, closeLocked, unpaidOrdersOf, type ChargeIntent } from '../../billing/index.ts'
import { lockOrganization, whyClosed } from '../../organizations/index.ts'
import { providerOf } from '../../payments/index.ts'
import { readDebtor } from '../invoice.ts'
import { managesContracts } from '../policy.ts'
import { refuseOtherTotal, toBeCharged } from '../rules.ts'
import { practiceOfContract } from './lock-contract.ts'

interface Wanted {
  contractId: number
  /** Dollars: what the page showed. */
  expectedTotal: number
  /** The lab's zone. */
  zone: string
  /** Undefined: this server has no payment provider. */
  provider: PaymentProvider | undefined
}

/**
 * Says what Close Invoice charges, by the primary payment method (`contracts/close-invoice`): all closed orders that are not
 * paid and have no payment under way; without any, the open one, which closes by hand. Locks the organization.
 * @throws NotFound, Forbidden, Conflict, Occupied
 */
export async function intendClosing(
  trx: Trx,
  actor: Actor,
  { contractId, expectedTotal, zone, provider }: Wanted,
): Promise<{ organizationId: number; intent: ChargeIntent }> {
  const { userId, name, address, now } = actor
  const organizationId = await practiceOfContract(trx, actor, contractId)
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(managesContracts(actor), whyClosed({ ...organization, organization_archived: false }))
  const { unpaid, method, account_number } = await readDebtor(trx, organizationId, null)
  let orders = toBeCharged(unpaid)
  if (orders.length === 0) {
    await closeLocked(trx, { organizationId, kind: 'by_hand', zone, now, by: { userId, name, address } })
    // None where it came to nothing, and is paid.
    orders = toBeCharged(await unpaidOrdersOf(trx, organizationId))
  }
  const charges = chargesOf(orders, method, account_number)
  const total = charges.reduce((sum, { sums }) => sum + sums.total, 0)
  refuseOtherTotal(expectedTotal, total, 'Nothing was charged.')
  if (method && total > 0) providerOf(provider)
  return { organizationId, intent: { address, name, day: dayIn(zone, now), method, charges } }
}
