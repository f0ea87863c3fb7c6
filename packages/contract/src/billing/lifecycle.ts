import { lifecycle } from '../core/lifecycle.ts'
import { invoiceStatusNames } from './statuses.ts'

/** What an order is for (`billing/order-kinds`). */
export const orderKinds = ['start_up', 'monthly', 'by_hand'] as const
export type OrderKind = (typeof orderKinds)[number]

/** The life of an order (`billing/order-states`). A start-up order begins as Pending or Paid, every other one as Current. */
export const orderLifecycle = lifecycle({
  states: invoiceStatusNames,
  events: {
    close: { from: ['CURRENT'], to: 'PENDING' },
    /** Nothing is to be paid. */
    close_free: { from: ['CURRENT'], to: 'PAID' },
    pay: { from: ['PENDING', 'NOT_PAID', 'BLOCKED'], to: 'PAID' },
    /** A bank has taken the payment and may still return it. */
    await_bank: { from: ['PENDING', 'NOT_PAID', 'BLOCKED'], to: 'PENDING' },
    /** The payment was declined, returned or taken back, or its day came behind an older order that is not paid. */
    fail: { from: ['PENDING', 'PAID'], to: 'NOT_PAID' },
    /** The last retry failed, or an order that blocked the practice was paid and this one is left. */
    block: { from: ['NOT_PAID'], to: 'BLOCKED' },
    /** The bank returned the payment of an order that blocks its practice. */
    block_again: { from: ['PENDING', 'PAID'], to: 'BLOCKED' },
  },
})
export type OrderEvent = keyof typeof orderLifecycle.events
