import { mostOpen } from '@archwire/contract/billing/by-hand.ts'
import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import type { ChargeSource } from '@archwire/contract/billing/charge-kinds.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'

/** Why nothing is added to a closed order, or taken off it (`billing/by-hand`). */
export const orderIsClosed = 'This invoice is closed.'

/** Why nothing can be added to an order in this state; null: it can. */
export const addingBlocked = (status: InvoiceStatus): string | null => (status === 'CURRENT' ? null : orderIsClosed)

/** Why a case gets no charge: its practice has no open order before its start-up fee is settled. */
export const withoutOpenOrder =
  'This practice has no current invoice. It gets one once its start-up fee is paid or waived.'

/** Whether a person entered the row; other rows follow from the work, from rules and from codes. */
const isEntered = (source: ChargeSource): boolean => source === 'by_hand' || source === 'patient'

/** Why an open order takes no more of one kind (`billing/by-hand`). */
export const tooMuchOpen = {
  charges: `The charges of an open invoice are at most ${formatMoney(mostOpen)}.`,
  discounts: `The discounts of an open invoice are at most ${formatMoney(mostOpen)}.`,
}

/** What must be known of a row before it is taken off. */
export interface RowState {
  source: ChargeSource
  order_id: number | null
  voided: boolean
}

/** Whether a row was entered by a person and is still there, on whatever order. */
export const countsByHand = ({ source, voided }: Pick<RowState, 'source' | 'voided'>): boolean =>
  isEntered(source) && !voided

/** Whether a row can be taken off now, by someone with the right. */
export const isRemovable = (row: RowState): boolean => countsByHand(row) && row.order_id === null
