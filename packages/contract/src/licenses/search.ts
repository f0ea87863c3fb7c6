import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const licenseOrders = ['created_at', 'full_name_sort', 'activated_at', 'expiration_date', 'seats'] as const

/** The search keys of the list of licenses. */
export const licenseSearch = {
  ...listKeys(licenseOrders, '-created_at'),
  /** Part of the practice's or the person's name, email or account number. */
  full_name_like: 'text',
  /** Licenses of this type. */
  license_type_id: 'id',
  /** On, or off. */
  is_active: 'flag',
  /** Practices that the reader has chosen in the bar at the top; none: all of them. */
  chosen_wi_organization_id: 'ids',
  /** `user`, `license_type`, `devices`: sent along in any case, as the calls of the documents name them. */
  include: 'text',
} as const satisfies SearchTable
