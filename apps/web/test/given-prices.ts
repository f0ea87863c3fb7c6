import { listInDollars, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import { priceList } from '../../../packages/contract/test/price-list.ts'

/** Prices of a practice as the server answers them: of a print $3.07 an arch, of its brackets $4.01, express $12.01, urgent $13.01. */
export const pricingAnswer = (said: Partial<PriceList> = {}) => ({
  pricing: listInDollars({ ...priceList, version: 4, overrides: 2, ...said }),
})

/** By what the print of a test is charged. */
export const pricedBy = (said: object = {}) => ({
  price_list: 4,
  price_overrides: 2,
  arch_mode: 1,
  charged_method: null,
  free_reason: null,
  ...said,
})
