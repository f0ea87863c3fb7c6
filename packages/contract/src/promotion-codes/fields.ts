import { amount, choice, day, fieldsOf, flag, line } from '../core/record-fields.ts'
import { promotionCodeMonths, promotionCodePattern, promotionCodeTypes } from './types.ts'

/** The editable fields of a promotion code (`organizations/code`). */
export const promotionCodeFields = fieldsOf({
  /** Letters, digits and hyphens; written in capitals. */
  code: line(40, {
    pattern: promotionCodePattern,
    words: '3 to 40 letters, digits or hyphens.',
    settle: (text) => text.toUpperCase(),
  }),
  /** Dollars or percent: more than 0, with at most two decimals. */
  value: amount({ min: 0.01, max: 1_000_000 }),
  is_fixed: flag(),
  promotion_code_type_id: choice(promotionCodeTypes),
  /** For how many monthly invoices in a row; 1 for the start-up fee, which is paid once. */
  months: choice(promotionCodeMonths).usually(1),
  is_active: flag(true),
  expires_at: day().optional(),
})
