import type { SearchTable } from '../core/search-keys.ts'

export const requestOrders = ['updated_at', 'created_at'] as const

/** The search keys of the list of requests. */
export const requestSearch = {
  /** Which page, from 1. */
  page: 'page',
  /** Rows per page. */
  perPage: 'size',
  /** Ascending or descending. */
  order: ['asc', 'desc'],
  /** The column that the rows are ordered by. */
  orderBy: requestOrders,
  /** What finds a case finds its requests: the patient's name, case number or code, a whole tracking number (`work/search`). */
  'filter[search]': 'text',
  /** Part of the doctor's name. */
  'filter[doctor]': 'text',
  /** States of the request, a comma list: 1 Pending, 2 Completed, 3 Canceled. */
  'filter[status_id]': 'ids',
  /** Where they ship to, else where their case is from: a comma list of ids of locations. */
  'filter[locations]': 'ids',
  /** Requests of one case; here those of an archived case, too, for people who may see it. */
  'filter[patient_id]': 'id',
  /** Requests of these organizations, a comma list: the lab’s global filter. */
  chosen_wi_organization_id: 'ids',
} as const satisfies SearchTable

/** The search keys of the list of prints. */
export const printSearch = {
  /** Which page, from 1. */
  page: 'page',
  /** Rows per page. */
  perPage: 'size',
  /** Ascending or descending; descending by default. */
  order: ['asc', 'desc'],
  /** The column that the rows are ordered by; the latest change by default. */
  orderBy: requestOrders,
  /** Prints for cases of one doctor. */
  'patient.user_id': 'id',
  /** Prints for one case. */
  patient_id: 'id',
  /** 1 New, 2 In Progress, 3 Completed, 4 Canceled. */
  printing_request_status_id: ['1', '2', '3', '4'],
} as const satisfies SearchTable
