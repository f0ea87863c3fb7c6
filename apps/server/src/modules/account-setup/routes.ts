import { accountSetup } from '@archwire/contract/account-setup/routes.ts'
import type { InitialPurchase } from '@archwire/contract/account-setup/schema.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import { isFromPage } from '../../http/session-cookie.ts'
import { Invalid } from '../../kernel/errors.ts'
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

/** A page says what it showed, so that no one is charged something else (`billing/purchase`). @throws Invalid */
function requireShownTotal({ expected_total }: InitialPurchase): void {
  if (expected_total === undefined) throw new Invalid({ expected_total: ['Send the total that the page shows.'] })
}

/** Registers the calls of the account setup: details and purchase. */
export function accountSetupRoutes(serve: Serve, { config, payments }: Tools): void {
  const zone = config.labZone
  const thanks = <T>(order: T) => ({ order, message: 'Thank you for your order.' })
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
    prepare: async ({ db, actor, request, params, body }) => {
      if (isFromPage(request)) requireShownTotal(body)
      return tryPurchaseCode(db, actor, { id: params.id, code: body.promotion_code }, config)
    },
    intend: ({ trx, actor, params: { id: organizationId }, body }) =>
      intendPurchase(trx, actor, { organizationId, body, zone, provider: payments }),
    answer: async ({ db, actor }, { organization_id: id }) => thanks(await readOrderBrief(db, actor, id)),
  })
}
