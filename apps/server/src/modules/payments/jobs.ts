import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import { removeAtProvider } from './commands/remove-at-provider.ts'

export const paymentJobs = [
  /** Removes a payment method at the provider after it was removed here; waits for a payment that is in progress. */
  defineJob({
    name: 'payments.remove-method',
    payload: z.strictObject({ payment_method_id: z.int() }),
    retry: 'patient',
    run: ({ db, payments }, { payment_method_id }) => removeAtProvider(db, payments, payment_method_id),
  }),
]
