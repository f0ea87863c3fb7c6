import { formatMoney } from '@archwire/contract/core/money.ts'
import { differenceKinds, type DifferenceKind } from '@archwire/contract/payment-differences/kinds.ts'

/** A difference as its notices name it. Dollars. */
export interface NoticeDifference {
  kind: DifferenceKind
  practice: string | null
  /** The number of its invoice; null for none. */
  invoice_id: number | null
  expected: number | null
  reported: number | null
}

const sum = (dollars: number | null): string => (dollars === null ? 'an unknown amount' : formatMoney(dollars))
const about = ({ practice, invoice_id }: NoticeDifference): string =>
  [invoice_id !== null && ` for invoice ${invoice_id}`, practice !== null && ` of ${practice}`].filter(Boolean).join('')

/** What the lab's people read in the bell (`notices/payments`). */
export const labMessage = (difference: NoticeDifference): string => {
  const { kind, expected, reported } = difference
  // Nothing was reported of it.
  if (kind === 'not_found')
    return `Payment to review${about(difference)}: ${differenceKinds[kind].label.toLowerCase()}, ${sum(expected)}`
  const sums = expected === null ? sum(reported) : `${sum(reported)} instead of ${sum(expected)}`
  return `Payment to review${about(difference)}: ${differenceKinds[kind].label.toLowerCase()}, ${sums}`
}

/** What the owners of the practice read. */
export const ownerMessage = ({ kind, invoice_id }: NoticeDifference): string => {
  const invoice = invoice_id === null ? '' : ` for invoice ${invoice_id}`
  // Of a payment that is known here and yet unknown: it was declined.
  if (kind === 'unknown_payment')
    return `A payment${invoice} that was declined may have been charged. The lab is reviewing it`
  if (kind === 'not_found') return `The payment provider does not know your payment${invoice}. The lab is reviewing it`
  return `The amount of your payment${invoice} differs from what was asked for. The lab is reviewing it`
}
