export { readsPrices } from './policy.ts'
export { firstList, listNow, readPriceList } from './queries.ts'
export { presentPrice, presentPricing, totalOf } from './present.ts'
