import { promotionCodeTypes, type PromotionCodeType } from '@archwire/contract/promotion-codes/types.ts'

/** The one answer to people who do not manage codes (`billing/code`). */
export const unusableCode = 'This promotion code cannot be used.'

/** What decides whether a code can be used for a fee now. */
export interface CodeFacts {
  promotion_code_type_id: PromotionCodeType
  is_active: boolean
  /** The last day on which it is accepted; null: no end. */
  expires_at: string | null
  /** The practice has used it before. */
  is_used: boolean
}

const feeOf = (type: PromotionCodeType): string => promotionCodeTypes.find(({ id }) => id === type)!.label.toLowerCase()

/** Why a code cannot be used for the fee of this type on this day, as text; null when it can (`billing/code`). */
export const whyUnusable = (code: CodeFacts, type: PromotionCodeType, today: string): string | null => {
  if (!code.is_active) return 'This promotion code is not active.'
  if (code.expires_at !== null && code.expires_at < today) return 'This promotion code has expired.'
  if (code.promotion_code_type_id !== type) return `This promotion code does not apply to the ${feeOf(type)}.`
  return code.is_used ? 'Your organization has already used this promotion code.' : null
}
