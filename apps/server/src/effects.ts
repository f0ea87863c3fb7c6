import type { JobTools } from './jobs/define.ts'
import type { AnyEffect } from './kernel/effects.ts'
import { initialPurchase } from './modules/account-setup/index.ts'
import { chargeOrders } from './modules/billing/index.ts'
import { paymentEffects } from './modules/payments/index.ts'

/** All effects of the product, for the job that continues them. Without a provider, those that need one stay open. */
export const effectsOf = ({ payments }: Pick<JobTools, 'payments'>): readonly AnyEffect[] => [
  initialPurchase(payments),
  chargeOrders(payments),
  ...(payments ? paymentEffects(payments) : []),
]
