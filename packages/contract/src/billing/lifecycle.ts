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
    await_bank: { from: ['NOT_PAID', 'BLOCKED'], to: 'PENDING' },
    /** The payment was declined, returned or taken back. */
    fail: { from: ['PENDING', 'PAID'], to: 'NOT_PAID' },
    /** The last retry failed. */
    block: { from: ['NOT_PAID'], to: 'BLOCKED' },
  },
})
export type OrderEvent = keyof typeof orderLifecycle.events
