import { names, type SearchKind } from '../core/search-keys.ts'
import { flawCauseNames } from '../flaw-causes.ts'
import { shippingMethodIds } from '../shipping/methods.ts'
import { flawedSteps, modelSteps, printSteps } from '../tech-workflows/steps.ts'
import { workflowKinds } from '../workflow-kinds.ts'

/**
 * The search keys of the case lists: one table for the address bar, the API and the filter form (`work/in-address`).
 * `kind` defines how a value is written; the server derives its check from it, the browser a parser.
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
  /** Which page, from 1. */
  page: 'page',
  /** Rows per page. */
  perPage: 'size',
  /** The cursor `meta.next` of the previous page, instead of `page`. */
  after: 'cursor',
  /** Ascending or descending. */
  order: ['asc', 'desc'],
  /** The column that the rows are ordered by. */
  orderBy: patientOrders,
  /**
   * Parts of the patient's name, case number or code, of the doctor's or the practice's name, or a whole tracking number; what
   * is exact comes first (`work/search`).
   */
  'filter[search]': 'text',
  /** Part of the doctor's name. */
  'filter[doctor]': 'text',
  /** States of the case, a comma list: 1 In Progress, 2 New, 3 Awaiting Approval, 4 Approved, 5 Completed. */
  'filter[patient_status_id]': 'ids',
  /** Cases on hold. */
  'filter[only_on_hold]': 'flag',
  /** Cases on hold whose doctor the lab asked. */
  'filter[asks_doctor_only]': 'flag',
  /** Cases whose doctor asked for changes that are still to be made. */
  'filter[changes_asked_only]': 'flag',
  /** Cases that should have shipped by now and wait for the lab. */
  'filter[late_only]': 'flag',
  /** Cases that ship today or on the next business day, wait for the lab, and are not about to be shipped. */
  'filter[at_risk_only]': 'flag',
  /** Cases that wait for the lab, and whose work has been in its state for more than three business days. */
  'filter[stuck_only]': 'flag',
  /** Cases with a print that arrives this week; on a Saturday in the coming one. */
  'filter[arriving_only]': 'flag',
  /** Work for the lab that nobody has taken yet; staff only. */
  'filter[unassigned_only]': 'flag',
  /** Rush cases. */
  'filter[rush_case_only]': 'flag',
  /** Archived cases instead of the others. */
  'filter[archived_only]': 'flag',
  /** The same as `filter[archived_only]`. */
  'filter[only_deleted]': 'flag',
  /** Part of the doctor's or the practice's name. */
  'filter[doctor_or_organization]': 'text',
  /** Cases of organizations of these types, a comma list of ids; for people who assign types. */
  'filter[organization_type]': 'ids',
  /** Cases whose print by the lab is to be checked for shipping, or shipped, next. */
  'filter[shipping]': 'flag',
  /** Cases in no tray of 8. */
  'filter[without_tray]': 'flag',
  /** Cases with an open request. */
  'filter[active_request_only]': 'flag',
  /** Canceled cases instead of the others. */
  'filter[cancelled]': 'flag',
  /** Canceled cases as well as the others. */
  'filter[with_cancelled]': 'flag',
  /** Days of the submission, `2026-01-01,2026-01-31`; one end may be open. */
  'filter[created_at_between]': 'days',
  /** Days in which the case was completed. */
  'filter[completed_case_between]': 'days',
  /** Days in which the setup was approved. */
  'filter[approved_between]': 'days',
  /** Nobody asked for changes of the setup. */
  'filter[first_round_only]': 'flag',
  /** Causes of flawed trays, a comma list; with `created_at_between` of the tray that was reported then. */
  'filter[flaw_cause]': names(...flawCauseNames),
  /** Days in which a step of the work was finished, in any round. */
  'filter[worked_between]': 'days',
  /** Steps that were finished, a comma list. */
  'filter[worked_step]': names(...modelSteps, ...printSteps, ...flawedSteps),
  /** Who finished such a step; staff only. */
  'filter[worked_by]': 'id',
  /** Who has the current work; staff only. */
  'filter[assigned_to]': 'id',
  /** A print of the case was completed with tracking in these days. */
  'filter[shipped_between]': 'days',
  /** Days on which it ships. */
  'filter[ship_date_between]': 'days',
  /** Kinds of impressions, a comma list. */
  'filter[impression_type]': 'ids',
  /** Products that the case has, their bits added up as in the Rx form. */
  'filter[products_list]': 'id',
  /** Locations of the practice, a comma list of ids. */
  'filter[locations]': 'ids',
  /** A print requests inserted brackets. */
  'filter[insert_brackets]': 'flag',
  /** The person of the lab who looks after the organization; staff only. */
  'filter[customer_service_manager]': 'id',
  /** The next step of the work, a comma list: of the kinds in `requestTypeStatus`, otherwise of any open work. */
  'filter[request_step]': names(...modelSteps, ...printSteps, ...flawedSteps),
  /** The shipping method of the open print, or of the print that `requestTypeStatus` asks for, a comma list. */
  'filter[shipping_type_filter]': names(...shippingMethodIds),
  /** A whole tracking number, in any case, with or without spaces and hyphens. */
  'filter[tracking_number]': 'text',
  /** One organization, as `queryOrganization`. */
  'filter[organization_id]': 'id',
  /** One doctor, as `queryUser`. */
  'filter[user_id]': 'id',
  /**
   * Work of these kinds and states; then `created_at_between` applies to the work, not to the case (`work/filters`).
   */
  requestTypeStatus: { kinds: workflowKinds },
  /** Who does the work, a comma list: 1 the lab, 2 in-office, 3 a third party. */
  requestAssignments: 'ids',
  /** One doctor; `queryName` only shows in the address whose name that is. */
  queryUser: 'id',
  /** The name shown in the address beside `queryUser`; it does not filter. */
  queryName: 'text',
  /** One organization. */
  queryOrganization: 'id',
  /** Organizations that a person of the lab looks at, a comma list of ids. */
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
