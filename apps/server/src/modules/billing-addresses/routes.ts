import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { saveBillingAddress } from './commands/save.ts'
import { readBillingAddress } from './queries.ts'

/** Registers the calls about the billing address of a practice. */
export function billingAddressRoutes(serve: Serve): void {
  serve(billingAddress.get, ({ db, actor, params }) => readBillingAddress(db, actor, params.id))

  serve(billingAddress.update, async ({ trx, actor, params, body }) => {
    await saveBillingAddress(trx, actor, params.id, body)
    return { ...(await readBillingAddress(trx, actor, params.id)), message: 'The billing address is saved.' }
  })
}
