import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const promotionCodeOrders = ['expires_at', 'code', 'value', 'created_at'] as const

/** The search keys of the list of promotion codes. */
export const promotionCodeSearch = {
  ...listKeys(promotionCodeOrders, '-expires_at'),
  /** Part of the code. */
  code: 'text',
  /** The value, in dollars or percent, exactly. */
  value: 'amount',
  /** The fee that it reduces: 1 the start-up fee, 2 the monthly fee. */
  promotion_code_type_id: 'id',
  /** Codes that are switched on (1), or off (0). */
  is_active: 'flag',
} as const satisfies SearchTable
