import type { InvoiceStatus, SettledAs } from '@archwire/contract/billing/statuses.ts'
import { formatMoney, toCents, toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { Conflict } from '../../kernel/errors.ts'
import { whyUnpayable, type UnpaidOrder } from '../billing/index.ts'

/** What decides whether an invoice can be paid or settled now. */
export interface InvoiceFacts {
  fm_invoice_status: InvoiceStatus
  settled_as: SettledAs | null
  /** A payment of the practice was started, and its result is not known. */
  in_progress: boolean
  /** The invoice among those that are not paid. */
  unpaid: Pick<UnpaidOrder, 'has_payment'> | null
}

/** Why an invoice can neither be paid nor settled now, as text; null when it can (`billing/pay`, `billing/settled`). */
export function whyNotPayable({ fm_invoice_status: status, settled_as, in_progress, unpaid }: InvoiceFacts) {
  if (unpaid) return whyUnpayable({ has_payment: unpaid.has_payment, in_progress })
  if (status === 'CURRENT') return 'The current invoice is not closed yet.'
  return settled_as === 'written_off' ? 'This invoice is written off.' : 'This invoice is paid.'
}

/** Refuses another total than the page showed; nothing was charged or changed. @throws Conflict */
export function refuseOtherTotal(expected: number, total: Cents, what: string): void {
  if (toCents(expected) === total) return
  throw new Conflict(
    `The total is ${formatMoney(toDollars(total))} now. ${what} Check it and try again.`,
    errorCodes.pricesChanged,
  )
}

/** Orders that Close Invoice charges: closed, not paid, and without a payment under way. The oldest first. */
export const toBeCharged = (unpaid: readonly UnpaidOrder[]): UnpaidOrder[] =>
  unpaid.filter(({ has_payment }) => !has_payment)
