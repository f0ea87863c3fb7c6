import type { PromotionCodeType } from './types.ts'

/** What is wrong with a value in dollars or percent, beside what its field says; undefined for nothing. */
export const valueProblem = (value: number, isFixed: boolean): string | undefined =>
  !isFixed && value > 100 ? 'At most 100 percent.' : undefined

/** What is wrong with the months of a code of this type, beside what their field says; undefined for nothing. */
export const monthsProblem = (months: number, type: PromotionCodeType): string | undefined =>
  type === 1 && months !== 1 ? 'Only a code for the monthly fee has more than one month.' : undefined
