import { listKeys, type SearchTable } from '../core/search-keys.ts'

export const fileOrders = ['created_at', 'name', 'size'] as const

/** The search keys of the list of files. */
export const fileSearch = {
  ...listKeys(fileOrders, '-created_at'),
  /** Files of this case. */
  patient_id: 'id',
  /** 1 IOS, 2 STL, 3 photos, 4 analysis reports; a comma list. */
  patient_file_type_id: 'ids',
  /** Files of this organization. */
  organization_id: 'id',
} as const satisfies SearchTable
