import type { Cents } from '@archwire/contract/core/money.ts'
import type { TransactionStatus, TransactionSums } from '../../services/payments/port.ts'

/** What is reported of a transaction, as far as it decides whether the report is about this payment's money. */
export interface ReportedSum extends Pick<TransactionSums, 'cents'> {
  /** Null: about a refund alone, or not known. */
  status: TransactionStatus | null
}

/** States that say that money came: they count with the sum of the payment only. */
const needsSum: ReadonlySet<TransactionStatus | null> = new Set(['paid', 'refunded'])

/**
 * Whether a report is about another sum than the payment has: it settles nothing, and is opened for a person
 * (`billing/to-look-at`). A report that money came must name the sum; others may leave it out.
 */
export const isOtherSum = ({ status, cents }: ReportedSum, expected: Cents): boolean =>
  cents === null ? needsSum.has(status) : cents !== expected
