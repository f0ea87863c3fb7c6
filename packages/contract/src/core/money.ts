/** Money is integer cents inside and dollars with at most two decimals in JSON (`calls/money`). */
export type Cents = number

/** 12345 → 123.45 */
export const toDollars = (cents: Cents): number => cents / 100

/**
 * A whole number; a half is rounded away from zero, for both signs. 1e-9 compensates for products that binary fractions
 * leave just below the half: 1.005 * 100 is 100.49999999999999. `+ 0` turns -0 into 0.
 */
const whole = (value: number): number => Math.sign(value) * Math.floor(Math.abs(value) + 0.5 + 1e-9) + 0

/** 123.45 → 12345; half a cent is rounded away from zero, for both signs. */
export const toCents = (dollars: number): Cents => whole(dollars * 100)

/**
 * Whether dollars have at most two decimals; what binary fractions leave of a cent counts as none. Of large amounts they leave
 * more: those are compared with the number that two decimals make.
 */
export const areWholeCents = (dollars: number): boolean =>
  Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6 || toDollars(toCents(dollars)) === dollars

/** A part of an amount, in whole millionths: 1 % is 10,000; 1.49 % is 14,900; a tax of 6.875 % is 68,750. */
export type Rate = number

/** 100 % as a rate. */
export const wholeRate: Rate = 1_000_000

/** A percentage as it is in settings and forms, as a rate: 1.49 → 14900. Four decimals are kept. */
export const toRate = (percent: number): Rate => whole(percent * 10_000)

/** Part of an amount, rounded once to whole cents: half a cent away from zero, for both signs. Exact for any amount. */
export function shareOf(amount: Cents, rate: Rate): Cents {
  const twice = 2n * BigInt(amount) * BigInt(rate)
  const whole = 2n * BigInt(wholeRate)
  return Number((twice + (twice < 0n ? -1n : 1n) * BigInt(wholeRate)) / whole)
}

// Made once: a paper formats hundreds of amounts, and making it costs ten times as much as using it.
const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$1,234.50" (`calls/money`). */
export const formatMoney = (dollars: number): string => inDollars.format(dollars)
