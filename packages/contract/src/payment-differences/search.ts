import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const paymentDifferenceOrders = ['opened_at', 'closed_at'] as const

/** The search keys of the payments to review. */
export const paymentDifferenceSearch = {
  ...listKeys(paymentDifferenceOrders, '-opened_at'),
  /** Those that are open (1), or closed (0). */
  is_open: 'flag',
  /** Part of the provider's number of the transaction. */
  transaction: 'text',
} as const satisfies SearchTable
