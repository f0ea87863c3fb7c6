export { readsPrices } from './policy.ts'
export { firstList, pricesAt, pricesNow, pricesOf, readPrices, type PriceRow } from './queries.ts'
export { presentPrice, presentPricing, totalOf, type PricedRow } from './present.ts'
