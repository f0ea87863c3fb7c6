import type { SearchTable } from '../core/search-keys.ts'
import { customerStatusIds } from '../core/customer-statuses.ts'

/** The search keys of the list of organizations. */
export const organizationSearch = {
  /** Which page, from 1. */
  page: 'page',
  /** Rows per page. */
  perPage: 'size',
  /** Part of the name or the account number. */
  searchString: 'text',
  /** A person of the lab who looks after them. */
  customerServiceManager: 'id',
  /** A person who belongs to them. */
  userId: 'id',
  /** Partner labs instead of practices. */
  kind: ['practice', 'partner'],
  /** How practices stand (`organizations/status`), 1 to 5, for the lab. */
  status: customerStatusIds,
  /** Archived organizations (1) instead of the others; needs organization.view-archived. */
  archived: 'flag',
  /** Only these, a comma list: what a link with chosen organizations names. */
  ids: 'ids',
} as const satisfies SearchTable
