import { contracts, orderPayments } from '@archwire/contract/contracts/routes.ts'
import { settledLabels } from '@archwire/contract/billing/statuses.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../http/serve.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { checkOwnPassword } from '../auth/index.ts'
import { chargeOrders, readOrder } from '../billing/index.ts'
import { intendClosing } from './commands/close-invoice.ts'
import { intendPayment } from './commands/pay-order.ts'
import { checkSettleable, settleByHand } from './commands/settle-order.ts'
import { readContract } from './queries.ts'

interface Tools {
  config: Config
  /** Undefined: this server has no payment provider. */
  payments: PaymentProvider | undefined
}

const settled = {
  outside: `The invoice is settled: ${settledLabels.outside.toLowerCase()}.`,
  written_off: 'The invoice is written off.',
}

/** What is said after Close Invoice; what a bank takes is charged, too. */
function charged(orders: number): string {
  if (orders === 0) return 'The current invoice is closed. There was nothing to pay.'
  return orders === 1 ? 'The invoice is charged.' : `${orders} invoices are charged.`
}

/** Registers the calls by which unpaid invoices end: paid by an owner, settled by the lab, charged by Close Invoice. */
export function contractPaymentRoutes(serve: Serve, { config, payments: provider }: Tools): void {
  const zone = config.labZone

  serve(orderPayments.pay, {
    ...chargeOrders(provider),
    intend: ({ trx, actor, params, body }) => intendPayment(trx, actor, { orderId: params.id, body, zone, provider }),
    answer: async ({ db, actor, params }) => {
      const answer = await readOrder(db, actor, params.id, zone)
      const isPaid = answer.order.fm_invoice_status === 'PAID'
      const message = isPaid ? 'The invoice is paid.' : 'The payment is being processed by the bank.'
      return { ...answer, message }
    },
  })

  serve(orderPayments.settle, {
    prepare: async ({ db, actor, params, body: { current_password: password } }) => {
      await checkSettleable(db, actor, params.id)
      await checkOwnPassword(db, actor.userId, { ...actor, password }, config)
    },
    handle: async ({ trx, actor, params, body }) => {
      await settleByHand(trx, actor, params.id, body)
      return { ...(await readOrder(trx, actor, params.id, zone)), message: settled[body.how] }
    },
  })

  serve(contracts.attemptPayment, {
    ...chargeOrders(provider),
    intend: ({ trx, actor, params, body }) =>
      intendClosing(trx, actor, { contractId: params.id, expectedTotal: body.expected_total, zone, provider }),
    answer: async ({ db, actor, params }, { paid }) => ({
      contract: await readContract(db, actor, params.id, { zone }),
      message: charged(paid.length),
    }),
  })
}
