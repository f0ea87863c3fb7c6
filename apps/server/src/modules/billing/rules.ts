import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { orderIsClosed } from '../charges/index.ts'
import type { RunningCode } from './orders/running-code.sql.ts'

/** Why no code for the monthly fee can be added to an order; null: one can (`billing/monthly-code`). */
export function whyNoCode({
  status,
  running,
}: {
  status: InvoiceStatus
  running: Pick<RunningCode, 'code' | 'months' | 'taken'> | null
}): string | null {
  if (status !== 'CURRENT') return orderIsClosed
  if (!running) return null
  const left = running.months - running.taken
  return `Promotion code ${running.code} is used for ${left === 1 ? 'one more monthly invoice' : `${left} more monthly invoices`}. Another code can be added after that.`
}
