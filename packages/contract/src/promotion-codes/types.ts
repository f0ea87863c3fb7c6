/** The fee that a promotion code reduces (`organizations/code`). */
export const promotionCodeTypes = [
  { id: 1, label: 'Start-up fee' },
  { id: 2, label: 'Monthly fee' },
] as const
export type PromotionCodeType = (typeof promotionCodeTypes)[number]['id']

/** As people type them: letters, digits and hyphens; compared without regard to case. */
export const promotionCodePattern = /^[A-Za-z0-9-]{3,40}$/
