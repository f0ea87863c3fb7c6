import { accountSetup } from '@archwire/contract/account-setup/routes.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { intendPurchase } from './commands/intend-purchase.ts'
import { initialPurchase } from './commands/purchase.ts'
import { tryPurchaseCode } from './commands/try-purchase-code.ts'
import { saveDetails } from './commands/save-details.ts'
import { readAccountSetup, readOrderBrief } from './queries.ts'

interface Tools {
  config: Pick<Config, 'labZone' | 'loginLimits'>
  /** Undefined: this server has no payment provider. */
  payments: PaymentProvider | undefined
}

/** Registers the calls of the account setup: details and purchase. */
export function accountSetupRoutes(serve: Serve, { config, payments }: Tools): void {
  const zone = config.labZone
  serve(accountSetup.get, async ({ db, actor, params }) => ({
    account_setup: await readAccountSetup(db, actor, params.id),
  }))

  serve(accountSetup.saveDetails, async ({ trx, actor, params, body }) => {
    await saveDetails(trx, actor, params.id, body)
    return { account_setup: await readAccountSetup(trx, actor, params.id), message: 'The account details are saved.' }
  })

  serve(accountSetup.purchase, {
    ...initialPurchase(payments),
    // Counted even if the purchase is then refused: a purchase is no way to guess codes.
    prepare: ({ db, actor, params, body }) =>
      tryPurchaseCode(db, actor, { id: params.id, code: body.promotion_code }, config),
    intend: ({ trx, actor, params: { id: organizationId }, body }) =>
      intendPurchase(trx, actor, { organizationId, body, zone, provider: payments }),
    answer: async ({ db, actor }, { organization_id: id }) => ({
      order: await readOrderBrief(db, actor, id),
      message: 'Thank you for your order.',
    }),
  })
}
