import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import { addDays, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { whilePaying } from '../payment-in-progress.ts'

/** An order that is closed and not paid. */
export interface UnpaidOrder {
  id: number
  invoice_id: number
  kind: OrderKind
  fm_invoice_status: 'PENDING' | 'NOT_PAID' | 'BLOCKED'
  closing_day: Day
  due_day: Day
  /** When its charge first failed; null: it was not tried, or waits behind an older order. */
  failed_at: string | null
  /** The lab's day of the last automatic try. */
  tried_day: Day | null
  /** Tries of the portal after the first failure. */
  retries: number
  /** False: charged back, or taken back by the lab. */
  is_retried: boolean
  /** A bank payment of it is under way, or it was paid. */
  has_payment: boolean
  subtotal_cents: Cents
  tax_cents: Cents
  card_fee_percent: string
  total_cents: Cents
}

/** Days after the first failure on which the portal tries again automatically (`billing/retries`). */
export const retryDays = [1, 3, 7] as const

/** Whether the portal may charge an order automatically. Only the owner pays the start-up fee. */
export const isCharged = ({
  kind,
  has_payment,
  is_retried,
}: Pick<UnpaidOrder, 'kind' | 'has_payment' | 'is_retried'>): boolean =>
  kind !== 'start_up' && !has_payment && is_retried

/**
 * The lab's day on which the portal charges an order next; null: never automatically. One that became not paid behind
 * an older order has no failure of its own: its first try comes as soon as it is the oldest.
 */
export function nextTry(order: UnpaidOrder, zone: string): Day | null {
  if (!isCharged(order) || order.fm_invoice_status === 'BLOCKED') return null
  if (order.failed_at === null) return order.due_day
  const days = retryDays[order.retries]
  if (days === undefined) return null
  const day = addDays(dayIn(zone, new Date(order.failed_at)), days)
  return order.tried_day !== null && day <= order.tried_day ? addDays(order.tried_day, 1) : day
}

/** Whether an older order that the portal could charge, and that is not paid, comes before this one. */
export const waitsBehind = (own: UnpaidOrder, unpaid: readonly UnpaidOrder[]): boolean =>
  unpaid.slice(0, unpaid.indexOf(own)).some((older) => isCharged(older) && older.fm_invoice_status !== 'PENDING')

/** Why an unpaid order can neither be paid nor settled now, as text; null when it can (`billing/pay`). */
export function whyUnpayable({
  has_payment,
  in_progress,
}: {
  has_payment: boolean
  in_progress: boolean
}): string | null {
  if (in_progress) return whilePaying
  return has_payment ? 'The bank has not settled the payment of this invoice yet.' : null
}

/**
 * What the portal charges of the unpaid orders of a practice on a day of the lab, one after the other, the oldest first
 * (`billing/charging`). Bank payments under way and orders that are never charged by themselves keep no other order waiting.
 */
export function dueOn(today: Day, orders: readonly UnpaidOrder[], zone: string): UnpaidOrder[] {
  return upTo(orders.filter(isCharged), (order) => {
    const day = nextTry(order, zone)
    return day !== null && day <= today
  })
}

/** The first orders for which it is true: one that waits keeps those behind it waiting. */
function upTo(orders: readonly UnpaidOrder[], isDue: (order: UnpaidOrder) => boolean): UnpaidOrder[] {
  const end = orders.findIndex((order) => !isDue(order))
  return end === -1 ? [...orders] : orders.slice(0, end)
}

/** How many retries an order has behind it after a try of the portal: the first try of all is none. */
export const retriesMade = ({ failed_at, retries }: Pick<UnpaidOrder, 'failed_at' | 'retries'>): number =>
  failed_at === null ? retries : Math.min(retries + 1, retryDays.length)

/** What becomes of an order whose charge is declined. Undefined: it stays as it is. */
export interface Failed {
  status?: 'NOT_PAID' | 'BLOCKED'
  /** It is its first failure. */
  first: boolean
  /** The portal made this try as one of its retries. */
  retries: number
}

/**
 * What a declined try makes of an order (`billing/retries`). A try by hand moves no day and blocks no one; before the due
 * day it changes nothing, because the portal will charge the order then.
 */
export function afterDecline(order: UnpaidOrder, { today, byHand }: { today: Day; byHand: boolean }): Failed {
  const { fm_invoice_status: status, failed_at, retries } = order
  const unchanged = { first: false, retries }
  if (byHand && (status !== 'PENDING' || order.due_day > today)) return unchanged
  if (failed_at === null) return { ...(status === 'PENDING' && { status: 'NOT_PAID' }), first: true, retries }
  if (byHand || status === 'BLOCKED') return unchanged
  const made = retriesMade(order)
  return { ...(made >= retryDays.length && { status: 'BLOCKED' }), first: false, retries: made }
}
