import type { BillingAddress } from '@archwire/contract/billing-address/schema.ts'
import { scoped, type Scope } from '../../../db/scope.ts'
import type { Trx } from '../../../db/client.ts'

/** The first save of a billing address raises the version from that of none, which is 1. */
const firstVersion = 2

/**
 * Gives a practice that has no billing address its first one; a saved one stays. Returns whether it was added. The caller
 * has locked the organization, and records it.
 */
export async function addBillingAddress(
  trx: Trx,
  { scope, now }: { scope: Scope; now: Date },
  organizationId: number,
  address: BillingAddress,
): Promise<boolean> {
  const known = await scoped(trx, scope)
    .from('billing_addresses')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (known) return false
  await scoped(trx, scope)
    .add('billing_addresses')
    .values({ ...address, organization_id: organizationId, version: firstVersion, created_at: now, updated_at: now })
    .execute()
  return true
}
