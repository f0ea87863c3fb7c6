import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'

/** What kind of card or which bank it is, and its last digits: "Visa ending in 4242". */
export const numberOf = ({ brand, last_four }: PaymentMethod): string => `${brand} ending in ${last_four}`

/** What a payment method is called: its nickname, if it has one. */
export const methodName = (method: PaymentMethod): string => method.payment_method_nickname || numberOf(method)

/** The method that is charged once one is removed; undefined where that changes nothing, or none is left. */
export const nextPrimary = (removed: PaymentMethod, methods: readonly PaymentMethod[]): PaymentMethod | undefined =>
  removed.is_primary ? methods.find(({ id }) => id !== removed.id) : undefined
