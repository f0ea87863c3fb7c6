import type { StatusColor } from '../core/fields.ts'

/** States of an invoice as pages and papers name them (`billing/labels`). */
export const invoiceStatuses = {
  CURRENT: { label: 'Current', color: 'gray' },
  PENDING: { label: 'Pending', color: 'blue' },
  PAID: { label: 'Closed', color: 'green' },
  NOT_PAID: { label: 'Not paid', color: 'red' },
  BLOCKED: { label: 'Blocked', color: 'red' },
} as const satisfies Record<string, { label: string; color: StatusColor }>
export type InvoiceStatus = keyof typeof invoiceStatuses
export const invoiceStatusNames = Object.keys(invoiceStatuses) as InvoiceStatus[]

/** What the subscription of a practice is (`billing/payment-status`). */
export const paymentStatusesOfContracts = ['PENDING', 'NOT_PAID', 'PAID', 'BLOCKED', 'SUSPENDED'] as const
export type PaymentStatusOfContract = (typeof paymentStatusesOfContracts)[number]

/** States of a payment as pages and papers name them (`billing/payments`). */
export const paymentStatuses = {
  PENDING: { label: 'Pending', color: 'blue' },
  PAID: { label: 'Paid', color: 'green' },
  DECLINED: { label: 'Declined', color: 'red' },
  RETURNED: { label: 'Returned', color: 'red' },
  REFUNDED: { label: 'Refunded', color: 'gray' },
  VOIDED: { label: 'Voided', color: 'gray' },
} as const satisfies Record<string, { label: string; color: StatusColor }>
/** What a payment can be. A declined charge was never one: nothing that is reported of it changes it. */
export type PaymentStatus = keyof typeof paymentStatuses
export const paymentStatusNames = Object.keys(paymentStatuses) as PaymentStatus[]

/** The number of an invoice as people read it; an open order has none. */
export const invoiceTitle = (invoiceId: number | null): string =>
  invoiceId === null ? 'Current order' : `Invoice ${invoiceId}`
