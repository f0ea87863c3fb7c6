import type { AnyEffect } from '../../kernel/effects.ts'
import type { PaymentProvider } from '../../services/payments/port.ts'
import { methodEffect } from './add-method.ts'
import { customerEffect } from './customer.ts'

/** The effects of this module, for the job that continues them. */
export const paymentEffects = (provider: PaymentProvider): AnyEffect[] => [
  customerEffect(provider),
  methodEffect(provider),
]
