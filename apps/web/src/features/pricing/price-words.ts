import { formatMoney } from '@archwire/contract/core/money.ts'
import type { PriceValue } from '@archwire/contract/pricing/schema.ts'
import { unitOf } from './price-groups.ts'

/** A price in words: "$35.00", "3 days", "5% from 10 arches"; `none` where there is no price. */
export function wordPrice(field: string, value: PriceValue, none: string): string {
  if (value === null) return none
  if (typeof value === 'number') {
    if (unitOf(field) === 'dollars') return formatMoney(value)
    return `${value} ${value === 1 ? 'day' : 'days'}`
  }
  if (value.length === 0) return 'No discount'
  return value
    .map(({ volume, discount }) => `${discount}% from ${volume} ${volume === 1 ? 'arch' : 'arches'}`)
    .join(', ')
}
