import type { SearchKind } from '../core/search-keys.ts'

/**
 * The search keys of the case lists: one table for the address bar, the API and the filter form (2 §7 "List query
 * parameters"; decisions §1). `kind` says how a value is written; the server builds its check from it, the browser a parser.
 */
export const patientOrders = [
  'created_at',
  'updated_at',
  'last_name',
  'ship_date',
  'setup_completed_at',
  'case_number_text',
  'patient_status_id',
  'doctor',
  'organization',
] as const
export type PatientOrder = (typeof patientOrders)[number]

export const patientSearch = {
  page: 'page',
  perPage: 'size',
  after: 'cursor',
  order: ['asc', 'desc'],
  orderBy: patientOrders,
  /** Part of a name, case number or case code. */
  'filter[search]': 'text',
  /** Part of the doctor's name. */
  'filter[doctor]': 'text',
  'filter[patient_status_id]': 'ids',
  'filter[only_on_hold]': 'flag',
  'filter[rush_case_only]': 'flag',
  'filter[archived_only]': 'flag',
  'filter[active_request_only]': 'flag',
  'filter[cancelled]': 'flag',
  /** Canceled cases beside the others (ours). */
  'filter[with_cancelled]': 'flag',
  'filter[created_at_between]': 'days',
  'filter[completed_case_between]': 'days',
  /** A print of the case was completed with tracking in these days. */
  'filter[shipped_between]': 'days',
  'filter[ship_date_between]': 'days',
  'filter[impression_type]': 'ids',
  'filter[products_list]': 'id',
  'filter[locations]': 'ids',
  /** A print wants brackets inserted. */
  'filter[insert_brackets]': 'flag',
  /** Work of these kinds and states; then `created_at_between` means the work's, not the case's (decisions §3). */
  requestTypeStatus: 'kinds',
  requestAssignments: 'ids',
  /** One doctor; `queryName` only says in the address whose name that is. */
  queryUser: 'id',
  queryName: 'text',
  queryOrganization: 'id',
  chosen_wi_organization_id: 'ids',
} as const satisfies Record<string, SearchKind>

const {
  page: _p,
  perPage: _s,
  after: _a,
  order: _o,
  orderBy: _b,
  'filter[patient_status_id]': _i,
  ...filters
} = patientSearch
/** What the counts per state follow: every filter of the list but the state itself. */
export const patientCountSearch = filters

export type PatientSearchKey = keyof typeof patientSearch
/** As the address and the API carry it: texts. */
export type PatientSearch = Partial<Record<PatientSearchKey, string>>
