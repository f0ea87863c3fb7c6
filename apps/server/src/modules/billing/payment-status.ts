import type { OrderEvent } from '@archwire/contract/billing/lifecycle.ts'
import type { PaymentStatus } from '@archwire/contract/billing/statuses.ts'
import type { TransactionStatus } from '../../services/payments/port.ts'

/**
 * The states of a payment in the order in which the later one wins, whatever is reported first: so that reports in any order
 * lead to the same state. An order that is not paid by its payment is never paid by it again (`orderEventOf`).
 */
const order = ['PENDING', 'PAID', 'REFUNDED', 'VOIDED', 'RETURNED'] as const satisfies PaymentStatus[]

/** What a report makes of a payment. The provider declines a payment that was pending: its money does not come. */
const reportedAs: Record<TransactionStatus, (typeof order)[number]> = {
  pending: 'PENDING',
  paid: 'PAID',
  declined: 'RETURNED',
  returned: 'RETURNED',
  refunded: 'REFUNDED',
  voided: 'VOIDED',
}

/** What a payment is after a report: the later of both states (`billing/webhooks`). */
export function statusAfter(present: PaymentStatus, reported: TransactionStatus): PaymentStatus {
  if (present === 'DECLINED') return present
  const next = reportedAs[reported]
  return order.indexOf(next) > order.indexOf(present) ? next : present
}

/** What a payment that was made can be: a declined charge never moved its order. */
export type MadePayment = Exclude<PaymentStatus, 'DECLINED'>

/**
 * What a payment in this state did to its order; null: nothing since it was made. A refund is the lab's own decision, maybe
 * of a part: the order stays paid. A payment that was taken back or returned never came.
 */
const didToOrder = {
  PENDING: null,
  PAID: 'pay',
  REFUNDED: 'pay',
  VOIDED: 'fail',
  RETURNED: 'fail',
} as const satisfies Record<MadePayment, OrderEvent | null>

/** The event of its order when a payment moves from one state to another; null: the order stays (`billing/order-states`). */
export function orderEventOf(before: MadePayment, after: MadePayment): 'pay' | 'fail' | null {
  const event = didToOrder[after]
  return event === didToOrder[before] ? null : event
}
