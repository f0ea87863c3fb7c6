import { patientStatuses } from '../patients/lifecycle.ts'
import { waitingLists } from '../patients/waiting.ts'

/**
 * What waits for a person, each with the page and the search of the list that shows it (`today/number`): the number is the
 * total of that list; the server counts by this table. Free of schemas, so that the browser can import it.
 */
export const todayLists = {
  to_approve: {
    page: '/patients',
    label: 'To approve',
    search: { 'filter[patient_status_id]': String(patientStatuses.awaiting_approval.id) },
  },
  questions: { page: '/patients', label: 'On hold', search: { 'filter[only_on_hold]': '1' } },
  arriving: { page: '/patients', label: 'Arriving this week', search: { 'filter[arriving_only]': '1' } },
  overdue: { page: '/patients', label: 'Overdue', search: waitingLists.late },
  late: { page: '/patients-page', label: 'Late', search: waitingLists.late },
  at_risk: { page: '/patients-page', label: 'At risk', search: { 'filter[at_risk_only]': '1' } },
  stuck: { page: '/patients-page', label: 'Stuck', search: { 'filter[stuck_only]': '1' } },
  unassigned: { page: '/patients-page', label: 'Unassigned', search: waitingLists.unassigned },
  unpaid: { page: '/subscriptions', label: 'Unpaid', search: { payment_status: 'NOT_PAID,BLOCKED' } },
} as const satisfies Record<string, { page: string; label: string; search: Record<string, string> }>

export type TodayKind = keyof typeof todayLists

/** What waits for a practice, and what for the lab; in the order in which it is read. */
export const todayKinds = {
  practice: ['to_approve', 'questions', 'arriving', 'overdue'],
  lab: ['late', 'at_risk', 'stuck', 'unassigned', 'unpaid'],
} as const satisfies Record<string, readonly TodayKind[]>

/** How many of each list are named. */
export const namedToday = 5
