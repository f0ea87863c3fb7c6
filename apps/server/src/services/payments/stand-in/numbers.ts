/** What becomes of a charge to a test number. */
export type Outcome = 'paid' | 'declined' | 'timeout' | 'slow' | 'expired' | 'bank' | 'bankReturned'

export interface TestNumber {
  outcome: Outcome
  /** The card's number, or the account's. */
  number: string
  /** The kind of card; empty for a bank account. */
  brand: string
  says: string
}

/** A routing number with the right check digit, of no bank. */
export const testRouting = '110000000'

/** The only numbers that the stand-in takes: what a person types by mistake is never stored. */
export const testNumbers: readonly TestNumber[] = [
  { outcome: 'paid', number: '4111111111111111', brand: 'visa', says: 'paid' },
  { outcome: 'paid', number: '5555555555554444', brand: 'mastercard', says: 'paid' },
  { outcome: 'paid', number: '378282246310005', brand: 'amex', says: 'paid; its security code has 4 digits' },
  { outcome: 'declined', number: '4012888888881881', brand: 'visa', says: 'declined: insufficient funds' },
  { outcome: 'expired', number: '4000000000000069', brand: 'visa', says: 'declined: the card has expired' },
  { outcome: 'slow', number: '4000000000003113', brand: 'visa', says: 'paid, after 3 seconds' },
  { outcome: 'timeout', number: '4000000000003238', brand: 'visa', says: 'paid, but the answer never arrives' },
  { outcome: 'bank', number: '000123456789', brand: '', says: 'pending, paid two days later' },
  { outcome: 'bankReturned', number: '000111111116', brand: '', says: 'pending, returned by the bank two days later' },
]

/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** The check digit of routing numbers (ABA). */
export const isRouting = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * [3, 7, 1][at % 3]!, 0) % 10 === 0

/** Why a charge to it is declined, in the provider's words; undefined for one that is paid. */
export const declinedWords: Partial<Record<Outcome, string>> = {
  declined: 'The card was declined: insufficient funds.',
  expired: 'The card was declined: it has expired.',
}

export const returnedWords = 'The bank returned the payment: insufficient funds (R01).'
