import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import { addDays, type Day } from '@archwire/contract/core/dates.ts'
import { toDollars, toRate } from '@archwire/contract/core/money.ts'
import { pricesOf } from '../../pricing/index.ts'
import type { OpenOrder } from './open-order.sql.ts'
import type { Terms } from './rows.ts'
import type { RunningCode } from './running-code.sql.ts'

/** What decides on the sums of an order that closes on a day, as a monthly one or by hand. Pure. */
export function termsOf(open: OpenOrder, kind: OrderKind, day: Day): Terms {
  const prices = pricesOf(open.prices)
  const monthly = kind === 'monthly'
  return {
    kind,
    day,
    period: monthly ? { start: open.closed_before, end: addDays(day, -1) } : null,
    monthlyFee: prices.settings.flat_monthly,
    prices: { list: prices.version, overrides: prices.overrides ?? 0 },
    tiers: prices.arch_volume_discounts.map(({ volume, discount }) => ({ volume, rate: toRate(discount) })),
    rules: monthly ? open.rules : [],
    seats: open.seats,
    credit: open.credit,
    promotion: monthly && !open.suspended ? promotionOf(open.running_code, day) : null,
    method: open.method,
    cardFee: toRate(Number(open.card_fee_percent)),
    tax: { state: open.tax_state, rate: toRate(Number(open.tax_percent)) },
    // States of other countries are other states.
    billingState: open.paper.billing_address?.country === 'USA' ? open.paper.billing_address.state : null,
  }
}

/** A code is for the monthly orders that close after the day on which it was entered, like everything that counts. */
function promotionOf(running: RunningCode | null, day: Day): Terms['promotion'] {
  if (!running || running.day >= day) return null
  const { promotion_code_id: id, code, value, is_fixed, months, taken } = running
  return { id, code, off: is_fixed ? { fixed: value } : { rate: toRate(toDollars(value)) }, months, month: taken + 1 }
}

/** From this day on a monthly order that closes on `day` is charged. */
export const dueDay = (open: OpenOrder, day: Day): Day =>
  addDays(day, pricesOf(open.prices).settings.delay_payment_processing)
