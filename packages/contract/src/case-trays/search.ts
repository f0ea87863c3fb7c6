import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const caseTrayOrders = ['created_at'] as const

/** The search keys of the list of trays of 8. */
export const caseTraySearch = {
  ...listKeys(caseTrayOrders, '-created_at'),
  /** Part of the tray's number, or of the name, number or code of a patient in it. */
  'filter[search]': 'text',
  /** Part of the name of a doctor or an organization with a case in it. */
  'filter[doctor_or_organization]': 'text',
  /** Trays with a case of organizations of these types, a comma list of ids; for people who assign types. */
  'filter[organization_type]': 'ids',
  /** The whole number. */
  'filter[tray_number]': 'text',
  /** Trays with a case on hold. */
  'filter[only_on_hold]': 'flag',
  /** Trays with a case that is neither completed nor canceled. */
  'filter[active_only]': 'flag',
  /** Trays with a rush case. */
  'filter[rush_case_only]': 'flag',
  /** Trays with a Tray ID, or with a print of the lab whose next step is Ship QA or Ship. */
  'filter[shipping]': 'flag',
  /** Archived trays instead of the others. */
  'filter[archived_only]': 'flag',
  /** Trays with a case of these organizations, a comma list: the lab’s global filter. */
  chosen_wi_organization_id: 'ids',
} as const satisfies SearchTable
