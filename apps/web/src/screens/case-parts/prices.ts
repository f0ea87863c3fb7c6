import { pricing } from '@archwire/contract/client/pricing'
import { toDollars } from '@archwire/contract/core/money.ts'
import { listInCents, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import { priceCase, type PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'

/** By which list, and which of the practice's own prices, a submitted case is priced. */
type Kept = Pick<CasePriceShown, 'price_list' | 'price_overrides'>

/** What the lab charges a practice: by the prices that hold now, or by those of a submitted case. */
export const pricesQuery = (organizationId: number, kept?: Kept | null) =>
  query(pricing.get, {
    params: { id: organizationId },
    query: { price_list: kept?.price_list, price_overrides: kept?.price_overrides },
  })

/** The same as it is computed with, in cents; null for whoever does not read prices, and while they are not there. */
export function usePrices(organizationId: number, kept?: Kept | null): PriceList | null {
  const { data } = useQuery(pricesQuery(organizationId, kept))
  return data?.pricing.arch ? listInCents(data.pricing as PriceList) : null
}

/** What a form that is filled in costs, as the server says it of a submitted one. */
export function priceOf(form: PricedForm, prices: PriceList): CasePriceShown {
  const { lines, total } = priceCase(form, prices)
  return {
    price_list: prices.version,
    price_overrides: prices.overrides ?? 0,
    lines: lines.map((line) => ({ ...line, unit: toDollars(line.unit), amount: toDollars(line.amount) })),
    total: toDollars(total),
  }
}
