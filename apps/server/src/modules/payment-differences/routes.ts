import { paymentDifferences } from '@archwire/contract/payment-differences/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { closeDifference } from './commands.ts'
import { findDifference, listDifferences } from './queries.ts'

/** Registers the calls about payments to review. */
export function paymentDifferenceRoutes(serve: Serve): void {
  serve(paymentDifferences.list, ({ db, actor, query }) => listDifferences(db, actor, query))

  serve(paymentDifferences.close, async ({ trx, actor, params, body }) => {
    await closeDifference(trx, actor, params.id, body)
    return { payment_difference: await findDifference(trx, actor, params.id), message: 'The payment is reviewed.' }
  })
}
