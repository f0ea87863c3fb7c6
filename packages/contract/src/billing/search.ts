import { listKeys, names, type SearchTable } from '../core/search-keys.ts'
import { invoiceStatusNames } from './statuses.ts'

export const orderOrders = ['created_at', 'invoice_id'] as const

/** The search keys of lists of orders. */
export const orderSearch = {
  ...listKeys(orderOrders, '-created_at'),
  /** States of invoices; none: all of them. */
  fm_invoice_status: names(...invoiceStatusNames),
} as const satisfies SearchTable
