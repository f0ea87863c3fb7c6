import { toDollars } from '@archwire/contract/core/money.ts'
import { fieldsOf, type OwnValue } from '@archwire/contract/pricing/overrides.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import type { PriceChange, PriceValue } from '@archwire/contract/pricing/schema.ts'

/** A save as the database has it. */
export interface Saved {
  version: number
  created_at: string
  created_by: PriceChange['created_by']
}
export type SavedList = Saved & { prices: PriceList }
/** A save of a practice's own prices: the fields that it set, in the list's units; null: the list's again. */
export type SavedOwn = Saved & { fields: Record<string, OwnValue | null> }

const days = /^settings\.delay_/
/** The value of a field as answers name it: amounts in dollars, delays in days, discounts as they are. */
const shown = (field: string, value: OwnValue | null): PriceValue =>
  typeof value === 'number' && !days.test(field) ? toDollars(value) : value

/** Whether two values of a field are the same price. */
export const isSame = (a: OwnValue | null | undefined, b: OwnValue | null | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Lists from the newest to the oldest, each with what it changed of the one before; the oldest of all changed nothing. Pure. */
export const changesOfLists = (lists: readonly SavedList[]): PriceChange[] =>
  lists.map(({ prices, ...saved }, at) => {
    const [before, after] = [lists[at + 1] && fieldsOf(lists[at + 1]!.prices), fieldsOf(prices)]
    return { ...saved, changes: before ? differences(before, after) : [] }
  })

/** Saves of a practice's own prices from the oldest to the newest; returns them from the newest on, with what each changed. Pure. */
export function changesOfOwn(saves: readonly SavedOwn[]): PriceChange[] {
  const before: Record<string, OwnValue | null> = {}
  return saves
    .map(({ fields, ...saved }) => {
      const changes = differences(before, { ...before, ...fields })
      Object.assign(before, fields)
      return { ...saved, changes }
    })
    .toReversed()
}

const differences = (
  before: Record<string, OwnValue | null>,
  after: Record<string, OwnValue | null>,
): PriceChange['changes'] =>
  Object.entries(after)
    .filter(([field, value]) => !isSame(before[field], value))
    .map(([field, value]) => ({ field, before: shown(field, before[field] ?? null), after: shown(field, value) }))
