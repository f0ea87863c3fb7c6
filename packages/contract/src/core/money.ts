/** Money is integer cents inside and dollars with at most two decimals in JSON (decisions §1). */
export type Cents = number

/** 12345 → 123.45 */
export const toDollars = (cents: Cents): number => cents / 100

/** 123.45 → 12345; round half up, as every line of an invoice is rounded once. */
export const toCents = (dollars: number): Cents => Math.floor(dollars * 100 + 0.5 + 1e-9)

/** "$1,234.50" (3 §9: dollar prefix, two decimals, thousands separators). */
export const formatMoney = (dollars: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars)
