import { paymentStatusesOfContracts } from '@archwire/contract/billing/contract-statuses.ts'
import { names, type SearchTable } from '@archwire/contract/core/search-keys.ts'
import { userRoles } from '@archwire/contract/roles.ts'
import { searchOf } from '../../lib/search.ts'

/** What the global search is ordered by while no keyword is set; names first. */
export const orders = [
  'full_name_sort',
  'joined_timestamp',
  'number_of_cases',
  'newest_case_timestamp',
  'average_cases',
] as const

/** The search keys of the global search: of its address alone, as the index is asked in its own words (`found.ts`). */
export const globalSearch = {
  /** Which page, from 1. */
  page: 'page',
  /** Hits per page. */
  perPage: 'size',
  /** Descending with a minus before it; left out of account while a keyword is set. */
  sort: { orders, initial: 'full_name_sort' },
  /** The keyword. */
  'filter[search]': 'text',
  /** Archived records, too. */
  'filter[archived]': 'flag',
  /** Days of joining, `2026-01-01,2026-01-31`; one end may be open. */
  'filter[joined_between]': 'days',
  /** Roles of people and kinds of records, a comma list. */
  'filter[roles]': names(...userRoles, 'organization', 'location'),
  /** Numbers of statuses, a comma list. */
  'filter[status]': 'ids',
  'filter[payment]': names(...paymentStatusesOfContracts),
  'filter[fees]': names('general', 'pvs_or_stone_model', 'intra_oral_scan', '3d_printed_study'),
  'filter[organization_type]': 'ids',
  'filter[invoice_version]': names('New', 'Old'),
  /** The top bar's filter: these organizations, their people and locations (`organizations/lab-filter`). */
  chosen_wi_organization_id: 'ids',
} as const satisfies SearchTable

export const readGlobalSearch = searchOf(globalSearch)
