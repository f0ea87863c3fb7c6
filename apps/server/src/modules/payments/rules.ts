import { whilePaying } from '../billing/index.ts'

/** What decides what can be done with the payment methods of a practice now. */
export interface PayingFacts {
  has_contract: boolean
  suspended: boolean
  /** A payment was started and its result is not known yet. */
  in_progress: boolean
}

export const notSetUp = 'Payments are not set up on this server.'
export const noCustomer = 'Open the payment form first: the payment provider does not know this practice yet.'
export const lastOne = 'The last payment method cannot be removed while the contract is active.'
/** Of a method that the provider does not know, that is another customer's, or that was removed: one answer for all. */
export const unknownMethod = 'The payment provider does not know this payment method. Please enter it again.'

/** Whether adding, replacing and removing a method, and making one primary, ask for the password (`billing/payment-password`). */
export const asksForPassword = ({ has_contract }: Pick<PayingFacts, 'has_contract'>): boolean => has_contract

/** Why one of `count` methods cannot be removed now; null when it can (`billing/last-method`). */
export function whyNotRemovable({ has_contract, suspended, in_progress }: PayingFacts, count: number): string | null {
  if (in_progress) return whilePaying
  return count <= 1 && has_contract && !suspended ? lastOne : null
}

/** Why no method can be replaced now; null when one can. The new one takes its place, so there is always one left. */
export const whyNotReplaceable = ({ in_progress }: Pick<PayingFacts, 'in_progress'>): string | null =>
  in_progress ? whilePaying : null

/** What a method is called until its owner names it. */
export const firstNickname = ({ brand, last_four }: { brand: string; last_four: string }): string =>
  `${brand} ${last_four}`.trim()

/** Whether a card can no longer be charged: its last month is over. @param month YYYY-MM; null of a bank account */
export const isExpired = (month: string | null, today: string): boolean => month !== null && month < today.slice(0, 7)

/** A card's last month as people read it: MM/YYYY. */
export const shownMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`
