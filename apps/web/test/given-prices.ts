import { listInDollars, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PriceChange, PriceListData } from '@archwire/contract/pricing/schema.ts'
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

/** The lab's list as those who change it read it: its first version is the portal's, its second Ada's. */
export const priceListAnswer = (said: Partial<PriceList> = {}, also: Partial<PriceListData> = {}) => ({
  data: {
    prices: listInDollars({ ...priceList, version: 2, ...said }) as PriceListData['prices'],
    open_drafts: 40,
    practices_with_own_prices: 2,
    versions: [
      priceVersion(2, 'Ada Byron', [{ field: 'arch.print', before: 2.5, after: 3.07 }]),
      priceVersion(1, null, [{ field: 'arch.print', before: null, after: 2.5 }]),
    ],
    ...also,
  } satisfies PriceListData,
})

/** A version of prices, with who set it. */
export const priceVersion = (version: number, by: string | null, changes: PriceChange['changes']): PriceChange => ({
  version,
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: by === null ? null : { id: 3, full_name: by },
  changes,
})
