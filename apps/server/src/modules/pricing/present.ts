import { toDollars } from '@archwire/contract/core/money.ts'
import { listInDollars, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import type { CasePriceShown, Pricing } from '@archwire/contract/pricing/schema.ts'
import type { Actor } from '../../kernel/actor.ts'
import { readsPrices } from './policy.ts'

/** A price list as this person reads it, in dollars (`rx-form/prices`). */
export function presentPricing(actor: Pick<Actor, 'role'>, list: PriceList): Pricing {
  const all = listInDollars(list)
  if (readsPrices(actor)) return all
  const { version, invented } = all
  return { version, ...(invented && { invented }), rx_forms: { misc: { rx_form: all.rx_forms.misc.rx_form } } }
}

/** What a case costs as its form, or its seal, keeps it. */
export interface PricedRow {
  price_list: number | null
  price_overrides: number
  price_lines: PriceLine[] | null
}

/** What a case costs, in dollars, for anyone who reads prices; null for others, and for a case without a price. */
export function presentPrice(actor: Pick<Actor, 'role'>, priced: PricedRow): CasePriceShown | null {
  const { price_list, price_overrides, price_lines } = priced
  if (price_list === null || price_lines === null || !readsPrices(actor)) return null
  return {
    price_list,
    price_overrides,
    lines: price_lines.map((line) => ({ ...line, unit: toDollars(line.unit), amount: toDollars(line.amount) })),
    total: toDollars(totalOf(price_lines)),
  }
}

/** The sum of some lines, in cents. */
export const totalOf = (lines: readonly Pick<PriceLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)
