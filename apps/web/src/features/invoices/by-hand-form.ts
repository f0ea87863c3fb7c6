import { mostByHand } from '@archwire/contract/billing/by-hand.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { amount, line } from '@archwire/contract/core/record-fields.ts'

/** What a person enters on an invoice or for a case (`billing/by-hand`); the two calls name the description differently. */
export const byHand = { description: line(255), value: amount({ min: -mostByHand, max: mostByHand }) }

/** What is wrong with an amount beside the rules of its field. */
export const zeroProblem = (value: number | null) => (value === 0 ? { value: ['Enter an amount other than 0.'] } : {})

/** What an amount will be, in words. */
export function amountWords(value: number | null): string {
  if (value === null || Number.isNaN(value) || value === 0) return 'An amount below zero, such as -40, is a discount.'
  return value < 0 ? `A discount of ${formatMoney(-value)}.` : `A charge of ${formatMoney(value)}.`
}
