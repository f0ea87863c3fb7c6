import { addDays, type Day } from '@archwire/contract/core/dates.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { ListSearch } from './list-search.ts'

const range = 'filter[ship_date_between]'
const fixed = [
  ['requestTypeStatus', 'printing_request.0'],
  ['requestAssignments', String(assignment.ownLab)],
  ['filter[shipping]', '1'],
] as const
const keys: readonly string[] = [range, ...fixed.map(([key]) => key)]

/** How far ahead it looks: what ships later is seldom ready. */
const days = 7

/** What the lab is about to ship, by parcel: the filters under which bundles have their header (`requests/bundles`). */
export const shippingView = (today: Day): ListSearch => ({
  ...Object.fromEntries(fixed),
  [range]: `,${addDays(today, days)}`,
})

/** Whether a search is that view, whatever its range of days. */
export const isShippingView = (search: ListSearch): boolean =>
  Boolean(search[range]) && fixed.every(([key, value]) => search[key] === value)

/** The search without the view. */
export const withoutShipping = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)))
