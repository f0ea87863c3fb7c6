import { pricing } from '@archwire/contract/client/pricing'
import { toDollars } from '@archwire/contract/core/money.ts'
import { listInCents, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { CasePriceShown } from '@archwire/contract/pricing/schema.ts'
import { markOwn, priceCase, type CasePrice, type PricedForm } from '@archwire/contract/rx-forms/price-case.ts'
import { pricePrint, type PrintedParts } from '@archwire/contract/rx-forms/price-print.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from './query.ts'

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
export const priceOf = (form: PricedForm, prices: PriceList): CasePriceShown =>
  inDollars(priceCase(form, prices), prices)

/**
 * What a print costs, as the server charges it (`billing/print-rows`): lines of $0.00 are left out, but those of one that
 * is free of charge are all $0.00, by nobody's price.
 */
export function priceOfPrint(print: PrintedParts, prices: PriceList, isFree = false): CasePriceShown {
  const lines = pricePrint(print, prices)
    .filter(({ unit }) => unit > 0)
    .map((line) => (isFree ? { ...line, unit: 0 } : markOwn(line, prices)))
    .map((line) => ({ ...line, amount: line.unit * line.quantity }))
  return inDollars({ lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) }, prices)
}

const inDollars = ({ lines, total }: CasePrice, prices: PriceList): CasePriceShown => ({
  price_list: prices.version,
  price_overrides: prices.overrides ?? 0,
  lines: lines.map((line) => ({ ...line, unit: toDollars(line.unit), amount: toDollars(line.amount) })),
  total: toDollars(total),
})
