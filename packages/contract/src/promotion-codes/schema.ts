import { z } from 'zod'
import { actions, Day, day, Instant, line, version } from '../core/fields.ts'
import { promotionCodePattern, promotionCodeTypes } from './types.ts'

const typeId = () => z.literal(promotionCodeTypes.map(({ id }) => id))

/** A code that reduces a fee (`organizations/code`). */
export const PromotionCode = z.strictObject({
  id: z.int(),
  code: z.string(),
  /** Dollars when it is fixed, else percent. */
  value: z.number(),
  is_fixed: z.boolean(),
  promotion_code_type_id: typeId(),
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

const written = {
  /** Letters, digits and hyphens; written in capitals. */
  code: line(40)
    .regex(promotionCodePattern, '3 to 40 letters, digits or hyphens.')
    .transform((code) => code.toUpperCase()),
  /** Dollars or percent: more than 0, with at most two decimals. */
  value: z
    .number()
    .min(0.01, 'Must be more than 0.')
    .max(1_000_000, 'At most 1,000,000.')
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals.'),
  is_fixed: z.boolean(),
  promotion_code_type_id: typeId(),
  is_active: z.boolean(),
  expires_at: day().nullable(),
}

/** The editable fields of a promotion code. */
export const PromotionCodeBody = z.strictObject({
  ...written,
  is_active: written.is_active.default(true),
  expires_at: written.expires_at.default(null),
})
export type PromotionCodeBody = z.infer<typeof PromotionCodeBody>

/** An edit: omitted fields stay as they are. */
export const PromotionCodeEdit = z.strictObject(written).partial().extend({ version: version().optional() })
export type PromotionCodeEdit = z.infer<typeof PromotionCodeEdit>
