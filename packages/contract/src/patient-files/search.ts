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

export const printingFileOrders = [
  'ship_date',
  'name',
  'last_name',
  'doctor',
  'file_modification_date',
  'updated_at',
] as const

/** The search keys of the list of printing files; its pages count from 0. */
export const printingFileSearch = {
  /** Which page, from 0. */
  page: 'page_from_0',
  /** Rows per page. */
  perPage: 'size',
  /** Ascending or descending; ascending by default. */
  order: ['asc', 'desc'],
  /** The column that the rows are ordered by; the ship date of the print by default. */
  orderBy: printingFileOrders,
  /** Part of the doctor's name. */
  searchFullNameQuery: 'text',
  /** Part of the patient's name, case number or case code. */
  patientSearchFullNameQuery: 'text',
  /** Files of these organizations, a comma list: the lab’s global filter. */
  chosen_wi_organization_id: 'ids',
} as const satisfies SearchTable
