import { customerRequests } from '@archwire/contract/client/customer-requests'
import { flawedWorkStatuses } from '@archwire/contract/flawed-trays/lifecycle.ts'
import type { RequestSummary } from '@archwire/contract/requests/schema.ts'
import { query } from '../../lib/query.ts'

/** As many requests of a case as its summary reads. */
const most = 100

/** The requests of a case as the lab's lists know them: with the state of the work on their flawed trays. */
export const requestsOfCase = (patientId: number) =>
  query(customerRequests.list, { query: { 'filter[patient_id]': String(patientId), perPage: String(most) } })

export type OfCase = Pick<RequestSummary, 'id' | 'status' | 'flawed_trays_status_id'>

/** The requests with flawed trays that were not canceled. */
export const withTrays = (requests: readonly OfCase[]): OfCase[] =>
  requests.filter(({ status, flawed_trays_status_id: work }) => work !== null && status.key !== 'canceled')

/** COMPLETED once all flawed trays of a request are corrected, until then PENDING (`work/summary`). */
export const traysState = ({ flawed_trays_status_id: work }: OfCase): string =>
  work === flawedWorkStatuses.completed.id ? 'COMPLETED' : 'PENDING'
