import type { StatusColor } from '../core/fields.ts'
import { paymentStatusesOfContracts, type PaymentStatusOfContract } from './contract-statuses.ts'

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

export { paymentStatusesOfContracts, type PaymentStatusOfContract }

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

/** What a payment is: a charge of the provider, or how the lab ended an invoice without it (`billing/settled`). */
export const paymentKinds = ['charge', 'outside', 'written_off'] as const

/** How an invoice ended without the payment provider, as pages and papers name it (`billing/settled`). */
export const settledLabels = { outside: 'Paid outside', written_off: 'Written off' } as const
export type SettledAs = keyof typeof settledLabels
export const settledAs = Object.keys(settledLabels) as SettledAs[]

/** The state of an invoice as pages and papers name it; one that the lab settled says how. */
export const invoiceStateLabel = (order: { fm_invoice_status: InvoiceStatus; settled_as: SettledAs | null }): string =>
  order.settled_as ? settledLabels[order.settled_as] : invoiceStatuses[order.fm_invoice_status].label

/** The payment status of a subscription as pages name it (`contracts/status`). */
export const contractStatuses = {
  PENDING: { label: 'Pending', color: 'blue' },
  NOT_PAID: { label: 'Not Paid', color: 'red' },
  PAID: { label: 'Paid', color: 'green' },
  BLOCKED: { label: 'Blocked', color: 'red' },
  SUSPENDED: { label: 'Suspended', color: 'green' },
} as const satisfies Record<PaymentStatusOfContract, { label: string; color: StatusColor }>

/** The number of an invoice as people read it; an open order has none. */
export const invoiceTitle = (invoiceId: number | null): string =>
  invoiceId === null ? 'Current order' : `Invoice ${invoiceId}`
