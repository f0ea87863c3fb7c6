import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const periodicRuleOrders = ['applied_from', 'applied_to', 'value', 'created_at'] as const

/** The search keys of the rules. */
export const periodicRuleSearch = {
  ...listKeys(periodicRuleOrders, '-created_at'),
  /** Rules that are switched on (1), or off (0). */
  is_active: 'flag',
  /** Rules of this contract. */
  contract_id: 'id',
} as const satisfies SearchTable
