import { paymentStatusesOfContracts } from '../billing/contract-statuses.ts'
import { listKeys, names, type SearchTable } from '../core/search-keys.ts'

export const contractOrders = ['custom_next_payment_date', 'full_name_sort', 'last_payment_date', 'created_at'] as const

/** The search keys of the list of subscriptions. */
export const contractSearch = {
  ...listKeys(contractOrders, '-custom_next_payment_date'),
  /** Part of the practice's name or account number. */
  full_name_like: 'text',
  /** Not paid and Blocked look at the orders, Suspended at the contract (`contracts/status`). */
  payment_status: names(...paymentStatusesOfContracts),
  /** Days of the next payment. */
  payment_date_range: 'days',
  /** Practices that the reader has chosen in the bar at the top; none: all of them. */
  chosen_wi_organization_id: 'ids',
  /** `organization`, `current_monthly_order`: sent along in any case, as the calls of the documents name them. */
  include: 'text',
} as const satisfies SearchTable
