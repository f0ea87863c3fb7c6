import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { get, put } from '../core/route.ts'
import { CloseDifferenceBody, PaymentDifference } from './schema.ts'
import { paymentDifferenceSearch } from './search.ts'

/** A difference after it was closed, and what to tell the person. */
export const PaymentDifferenceAnswer = z.strictObject({ payment_difference: PaymentDifference, message: z.string() })

export const paymentDifferences = {
  list: get('/payment_differences', {
    shows: ['payment_difference'],
    summary: 'What portal and payment provider say differently, the newest first',
    rules: ['billing/to-look-at'],
    needs: 'orders.manage',
    ...listOf({ key: 'payment_differences', row: PaymentDifference, search: paymentDifferenceSearch }),
  }),
  close: put('/payment_differences/{id}/close', {
    changes: ['payment_difference'],
    summary: 'Close a difference, with a reason',
    rules: ['billing/to-look-at'],
    needs: 'orders.manage',
    params: IdParams,
    body: CloseDifferenceBody,
    returns: PaymentDifferenceAnswer,
    example: { body: { note: 'Refunded at the provider.' } },
  }),
}
