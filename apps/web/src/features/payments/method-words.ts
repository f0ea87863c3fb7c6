import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'

export { methodName, numberBesideName, numberOf } from '../../lib/method-words.ts'

/** The method that is charged once one is removed; undefined where that changes nothing, or none is left. */
export const nextPrimary = (removed: PaymentMethod, methods: readonly PaymentMethod[]): PaymentMethod | undefined =>
  removed.is_primary ? methods.find(({ id }) => id !== removed.id) : undefined
