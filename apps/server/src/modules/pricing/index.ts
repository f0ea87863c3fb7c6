export { readsPrices } from './policy.ts'
export {
  firstList,
  pricesAt,
  pricesKept,
  pricesNow,
  pricesOf,
  readPrices,
  versionsNow,
  type PriceRow,
} from './queries.ts'
export { refuseOtherPrices, requireShownPrices, type ShownPrices } from './rules.ts'
export { presentPrice, presentPricing, totalOf, type PricedRow } from './present.ts'
