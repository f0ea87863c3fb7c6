import { z } from 'zod'
import { OrderAnswer } from '../billing/routes.ts'
import { IdParams } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { get, post } from '../core/route.ts'
import { CloseInvoiceBody, Contract, ContractDetails, PayOrderBody, SettleOrderBody } from './schema.ts'
import { contractSearch } from './search.ts'

const ContractAnswer = z.strictObject({ contract: ContractDetails })
/** A subscription after a change, and what to tell the person. */
const ContractChanged = ContractAnswer.extend({ message: z.string() })

export const contracts = {
  list: get('/contracts', {
    shows: ['contract', 'order', 'organization'],
    summary: 'The subscriptions of all practices, the latest next payment first',
    rules: ['contracts/list', 'contracts/status', 'contracts/who-reads'],
    needs: 'organizations.view',
    ...listOf({ key: 'contracts', row: Contract, search: contractSearch }),
  }),
  get: get('/contracts/{id}', {
    shows: ['contract@params.id', 'order', 'organization', 'payment_method'],
    summary: 'A subscription with every try to charge it, and what Close Invoice would charge',
    rules: ['contracts/page', 'contracts/status', 'contracts/who-reads', 'contracts/close-invoice'],
    needs: 'organizations.view',
    params: IdParams,
    returns: ContractAnswer,
  }),
  attemptPayment: post('/contracts/{id}/attempt_payment', {
    changes: ['contract', 'order', 'organization'],
    summary: 'Close Invoice: charge what is not paid, or close the open order and charge it',
    rules: ['contracts/close-invoice', 'billing/charged-once', 'billing/declined'],
    needs: 'contracts.manage',
    rate: { max: 20, per: 'user' },
    effect: true,
    params: IdParams,
    body: CloseInvoiceBody,
    returns: ContractChanged,
    example: { body: { expected_total: 109 }, refused: 409 },
  }),
  suspend: post('/contracts/{id}/suspend', {
    changes: ['contract', 'order', 'organization'],
    summary: 'Suspend a subscription: no new cases, prints and corrections, no monthly fee',
    rules: ['contracts/suspend'],
    needs: 'contracts.manage',
    params: IdParams,
    returns: ContractChanged,
  }),
  resume: post('/contracts/{id}/resume', {
    changes: ['contract', 'order', 'organization'],
    summary: 'Resume a subscription: the open order closes, and months begin anew',
    rules: ['contracts/resume'],
    needs: 'contracts.manage',
    params: IdParams,
    returns: ContractChanged,
    example: { refused: 409 },
  }),
}

/** How an invoice that is not paid ends by a person's act. */
export const orderPayments = {
  pay: post('/orders/{id}/pay', {
    changes: ['order', 'contract', 'organization'],
    summary: 'Pay an invoice that is not paid, by one of the practice’s payment methods',
    rules: ['billing/pay', 'billing/charged-once', 'billing/declined', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    rate: { max: 20, per: 'user' },
    effect: true,
    params: IdParams,
    body: PayOrderBody,
    returns: OrderAnswer,
    example: { body: { payment_method_id: 2_000_000_000, expected_total: 109 }, refused: 409 },
  }),
  settle: post('/orders/{id}/settle', {
    changes: ['order', 'contract', 'organization'],
    summary: 'End an invoice that is not paid without the payment provider: paid outside, or written off',
    rules: ['billing/settled'],
    needs: 'orders.manage',
    params: IdParams,
    body: SettleOrderBody,
    returns: OrderAnswer,
    example: { body: { how: 'outside', reason: 'Check 1042', expected_total: 109 }, refused: 409 },
  }),
}
