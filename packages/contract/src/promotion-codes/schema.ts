import { z } from 'zod'
import { actions, Day, Instant } from '../core/fields.ts'
import { bodyOf, editOf } from '../core/record-schema.ts'
import { promotionCodeFields } from './fields.ts'
import { promotionCodeMonths, promotionCodeTypes } from './types.ts'

/** A code that reduces a fee (`organizations/code`). */
export const PromotionCode = z.strictObject({
  id: z.int(),
  code: z.string(),
  /** Dollars when it is fixed, else percent. */
  value: z.number(),
  is_fixed: z.boolean(),
  promotion_code_type_id: z.literal(promotionCodeTypes.map(({ id }) => id)),
  /** For how many monthly invoices in a row; 1 for the start-up fee. */
  months: z.literal(promotionCodeMonths.map(({ id }) => id)),
  is_active: z.boolean(),
  /** The last day on which it is accepted, on the lab's calendar; null: no end. */
  expires_at: Day.nullable(),
  /** Whether that day has passed. */
  is_expired: z.boolean(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  can: actions('update', 'delete'),
})
export type PromotionCode = z.infer<typeof PromotionCode>

/** What a code takes off, for a person who is about to use it. */
export const ValidPromotionCode = PromotionCode.pick({
  id: true,
  code: true,
  value: true,
  is_fixed: true,
  promotion_code_type_id: true,
})
export type ValidPromotionCode = z.infer<typeof ValidPromotionCode>

/** The editable fields of a promotion code. */
export const PromotionCodeBody = bodyOf(promotionCodeFields)
export type PromotionCodeBody = z.infer<typeof PromotionCodeBody>

/** An edit: omitted fields stay as they are. */
export const PromotionCodeEdit = editOf(promotionCodeFields)
export type PromotionCodeEdit = z.infer<typeof PromotionCodeEdit>
