import { z } from 'zod'
import { IdParams, idText, Message } from '../core/fields.ts'
import { del, get, post, put } from '../core/route.ts'
import {
  PaymentInfoAnswer,
  PaymentInfoBody,
  PaymentMethodAnswer,
  PaymentMethodBody,
  PaymentMethodEdit,
  PaymentMethodRemoval,
} from './schema.ts'

/** How a practice pays: its customer at the payment provider and its payment methods. No call takes a card or account number. */
export const payments = {
  info: get('/f_m_payment_infos', {
    shows: ['payment_method', 'payment_customer', 'organization'],
    summary: 'How a practice pays: its payment methods and its billing address',
    rules: ['billing/payment-methods', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    query: z.strictObject({
      /** The practice. */
      organization_id: idText(),
    }),
    returns: PaymentInfoAnswer,
    example: { query: { organization_id: 1 } },
  }),
  begin: post('/f_m_payment_infos', {
    changes: ['payment_method', 'payment_customer'],
    summary: 'Make the practice known to the payment provider, before its first payment method',
    rules: ['billing/payment-customer', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    rate: { max: 20, per: 'user' },
    effect: true,
    body: PaymentInfoBody,
    returns: PaymentInfoAnswer,
    example: { body: { organization_id: 1 } },
  }),
  addMethod: post('/f_m_payment_methods', {
    changes: ['payment_method'],
    summary: 'Add a payment method that the browser has given to the payment provider',
    rules: ['billing/payment-methods', 'billing/payment-password', 'billing/no-card-numbers', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    rate: { max: 20, per: 'user' },
    effect: true,
    body: PaymentMethodBody,
    returns: PaymentMethodAnswer,
    example: { body: { organization_id: 1, token_id: 'token-1', bot_check: 'unsolved' }, refused: 422 },
  }),
  updateMethod: put('/f_m_payment_methods/{id}', {
    changes: ['payment_method'],
    summary: 'Rename a payment method, or make it the primary one',
    rules: ['billing/payment-methods', 'billing/payment-password', 'billing/no-card-numbers', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    params: IdParams,
    body: PaymentMethodEdit,
    returns: PaymentMethodAnswer,
    example: { body: { payment_method_nickname: 'Front desk card' } },
  }),
  removeMethod: del('/f_m_payment_methods/{id}', {
    changes: ['payment_method'],
    summary: 'Remove a payment method, here and at the payment provider',
    rules: ['billing/payment-methods', 'billing/last-method', 'billing/payment-password', 'billing/who-pays'],
    needs: 'organization.f_m_payment_methods.update',
    params: IdParams,
    body: PaymentMethodRemoval,
    returns: PaymentInfoAnswer.extend({ message: z.string() }),
  }),
  event: post('/f_m_webhooks', {
    changes: ['order', 'organization'],
    summary: 'The payment provider reports what became of a payment; signed, each report counts once',
    rules: ['billing/webhooks'],
    needs: 'public',
    transaction: 'none',
    signed: true,
    rate: { max: 600, per: 'address' },
    body: z.looseObject({}),
    returns: Message,
    example: { body: {}, refused: 401 },
  }),
}
