import { mostOpen } from '@archwire/contract/billing/by-hand.ts'
import { formatMoney, toCents, type Cents } from '@archwire/contract/core/money.ts'

/** What is said where the rules of a contract would come to more than an order can hold. */
export const tooMuchByRules = {
  charges: `The periodic charges of this subscription would come to more than ${formatMoney(mostOpen)}.`,
  discounts: `The periodic discounts of this subscription would come to more than ${formatMoney(mostOpen)}.`,
}

/**
 * What is wrong with the value of a rule that is on, beside the others of its contract that are on, whatever their days; null
 * for nothing (`contracts/rules`).
 */
export function whyTooMuch(cents: Cents, others: readonly Cents[]): string | null {
  const alike = others.filter((other) => Math.sign(other) === Math.sign(cents))
  const sum = alike.reduce((before, other) => before + Math.abs(other), Math.abs(cents))
  if (sum <= toCents(mostOpen)) return null
  return cents < 0 ? tooMuchByRules.discounts : tooMuchByRules.charges
}
