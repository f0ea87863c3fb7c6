import type { JobTools } from './jobs/define.ts'
import type { AnyEffect } from './kernel/effects.ts'
import { initialPurchase } from './modules/account-setup/index.ts'

/** Every effect of the product, for the worker that finishes what a server left (docs/decisions/081). */
export const effectsOf = ({ payments }: Pick<JobTools, 'payments'>): readonly AnyEffect[] => [
  initialPurchase(payments),
]
