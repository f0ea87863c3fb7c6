import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'

/** What kind of card or which bank it is, and its last digits: "Visa ending in 4242". */
export const numberOf = ({ brand, last_four }: Pick<PaymentMethod, 'brand' | 'last_four'>): string =>
  `${brand} ending in ${last_four}`

/** What a payment method is called: its nickname, if it has one. */
export const methodName = (method: PaymentMethod): string => method.payment_method_nickname || numberOf(method)
