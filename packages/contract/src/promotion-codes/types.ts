/** The fee that a promotion code reduces (`organizations/code`). */
export const promotionCodeTypes = [
  { id: 1, label: 'Start-up fee' },
  { id: 2, label: 'Monthly fee' },
] as const
export type PromotionCodeType = (typeof promotionCodeTypes)[number]['id']

/** For how many monthly invoices in a row a code for the monthly fee can be (`billing/monthly-code`). */
export const promotionCodeMonths = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map((id) => ({ id }))

/** As people type them: letters, digits and hyphens; compared without regard to case. */
export const promotionCodePattern = /^[A-Za-z0-9-]{3,40}$/
