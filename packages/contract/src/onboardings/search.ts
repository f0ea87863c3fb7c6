import { listKeys, names, type SearchTable } from '../core/search-keys.ts'

export const onboardingOrders = ['moved_at', 'full_name_sort', 'status', 'current_step', 'signed_up_at'] as const

/** The search keys of the list of onboardings. */
export const onboardingSearch = {
  ...listKeys(onboardingOrders, 'moved_at'),
  /** Part of the practice's name or account number. */
  search_organization_name: 'text',
  /** The same under its other name in the documents. */
  searchOrganizationName: 'text',
  /** 1 Pending, 5 In Progress, 10 Completed; a comma list. */
  status: names('1', '5', '10'),
  /** Practices that the reader has chosen in the bar at the top; none: all of them. */
  chosen_wi_organization_id: 'ids',
} as const satisfies SearchTable
