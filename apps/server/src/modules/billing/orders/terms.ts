import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import { addDays, type Day } from '@archwire/contract/core/dates.ts'
import { toRate } from '@archwire/contract/core/money.ts'
import { pricesOf } from '../../pricing/index.ts'
import type { OpenOrder } from './open-order.sql.ts'
import type { Terms } from './rows.ts'

/** What decides on the sums of an order that closes on a day, as a monthly one or by hand. Pure. */
export function termsOf(open: OpenOrder, kind: OrderKind, day: Day): Terms {
  const prices = pricesOf(open.prices)
  const monthly = kind === 'monthly'
  return {
    kind,
    day,
    period: monthly ? { start: open.closed_before ?? open.initial_payment_date, end: addDays(day, -1) } : null,
    monthlyFee: prices.settings.flat_monthly,
    prices: { list: prices.version, overrides: prices.overrides ?? 0 },
    tiers: prices.arch_volume_discounts.map(({ volume, discount }) => ({ volume, rate: toRate(discount) })),
    rules: monthly ? open.rules : [],
    credit: open.credit,
    method: open.method,
    cardFee: toRate(Number(open.card_fee_percent)),
    tax: { state: open.tax_state, rate: toRate(Number(open.tax_percent)) },
    billingState: open.paper.billing_address?.state ?? null,
  }
}

/** From this day on a monthly order that closes on `day` is charged. */
export const dueDay = (open: OpenOrder, day: Day): Day =>
  addDays(day, pricesOf(open.prices).settings.delay_payment_processing)
