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

/** The number of an invoice as people read it; an open order has none. */
export const invoiceTitle = (invoiceId: number | null): string =>
  invoiceId === null ? 'Current order' : `Invoice ${invoiceId}`
