/** Money is integer cents inside and dollars with at most two decimals in JSON (`calls/money`). */
export type Cents = number

/** 12345 → 123.45 */
export const toDollars = (cents: Cents): number => cents / 100

/**
 * 123.45 → 12345; rounds half up, as every line of an invoice is rounded once. 1e-9 compensates for products that
 * binary fractions leave just below the half: 1.005 * 100 is 100.49999999999999.
 */
export const toCents = (dollars: number): Cents => Math.floor(dollars * 100 + 0.5 + 1e-9)

/** "$1,234.50" (`calls/money`). */
export const formatMoney = (dollars: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars)
