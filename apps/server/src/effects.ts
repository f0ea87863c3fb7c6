import type { JobTools } from './jobs/define.ts'
import type { AnyEffect } from './kernel/effects.ts'
import { paymentEffects } from './modules/payments/index.ts'

/** All effects of the product, for the job that continues them; none where the server has no payment provider. */
export const effectsOf = ({ payments }: JobTools): readonly AnyEffect[] =>
  payments ? [...paymentEffects(payments)] : []
