import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const locationOrders = ['created_at', 'location_name', 'city'] as const

/** The search keys of the list of locations. */
export const locationSearch = {
  ...listKeys(locationOrders, '-created_at'),
  /** Words that occur in a location's name, contact or address. */
  search: 'text',
  /** Words that occur in the organization's name or account number. */
  organization_search: 'text',
  /** The locations of one organization. */
  organization_id: 'id',
  /** The locations of these organizations, a comma list: the lab’s global filter. */
  chosen_wi_organization_id: 'ids',
  /** Accepted, and without effect: every response includes what it may name. */
  include: ['organization', 'users', 'organization,users', 'users,organization'],
} as const satisfies SearchTable
