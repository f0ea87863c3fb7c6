import type { InvoiceStatus, PaymentStatus } from '@archwire/contract/billing/statuses.ts'
import type { TransactionStatus } from '../../services/payments/port.ts'

/**
 * The states of a payment in the order in which the later one wins, whatever is reported first: so that reports in any order
 * lead to the same state. An order that is not paid by its payment is never paid by it again (`orderStatusOf`).
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

/**
 * What an order is by the state of its payment. A refund is the lab's own decision, maybe of a part: the order stays paid. A
 * payment that was taken back or returned never came.
 */
export const orderStatusOf = {
  PENDING: 'PENDING',
  PAID: 'PAID',
  REFUNDED: 'PAID',
  VOIDED: 'NOT_PAID',
  RETURNED: 'NOT_PAID',
} as const satisfies Record<Exclude<PaymentStatus, 'DECLINED'>, InvoiceStatus>
