import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'

/** What kind of card or which bank it is, and its last digits: "Visa ending in 4242". */
export const numberOf = ({ brand, last_four }: Pick<PaymentMethod, 'brand' | 'last_four'>): string =>
  `${brand} ending in ${last_four}`

/**
 * The number beside a name, where the name does not say it: until its owner names it, a method is called "Visa 4242"
 * (`firstNickname` of the server).
 */
export function numberBesideName(method: PaymentMethod): string | undefined {
  const { payment_method_nickname: name, brand, last_four } = method
  return name === '' || name === `${brand} ${last_four}`.trim() ? undefined : numberOf(method)
}

/** What a payment method is called: its nickname, if it has one. */
export const methodName = (method: PaymentMethod): string => method.payment_method_nickname || numberOf(method)
