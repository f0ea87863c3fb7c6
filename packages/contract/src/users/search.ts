import { names, type SearchTable } from '../core/search-keys.ts'
import { customerStatusIds } from '../core/customer-statuses.ts'
import { userRoles } from '../roles.ts'

export const userOrders = ['last_name', 'first_name', 'email', 'created_at'] as const

/** The search keys of the list of people. */
export const userSearch = {
  /** Which page, from 1. */
  page: 'page',
  /** Rows per page: at most 200, and 500 of people of practices for those who manage licenses (`people/picker`). */
  perPage: 'size_of_people',
  /** Ascending or descending; ascending by default. */
  order: ['asc', 'desc'],
  /** The column that the rows are ordered by; the last name by default. */
  orderBy: userOrders,
  /** Part of a name or an email address; several ones with a pipe between them, any of which is enough. */
  searchFullNameEmailQuery: 'text',
  /** Roles, a comma list of their names. */
  roles: names(...userRoles),
  /** How people of practices stand (`organizations/status`), 1 to 5. */
  status: customerStatusIds,
  /** Archived people (1) instead of the others; needs organization.view-archived. */
  archived: 'flag',
  /** People of one organization. */
  organizationId: 'id',
} as const satisfies SearchTable
