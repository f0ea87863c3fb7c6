import { next } from '@archwire/contract/core/lifecycle.ts'
import { statusNames } from '@archwire/contract/core/statuses.ts'
import {
  caseLifecycle,
  patientStatuses,
  type CaseEvent,
  type PatientStatus,
} from '@archwire/contract/patients/lifecycle.ts'
import type { CaseAction, Patient } from '@archwire/contract/patients/schema.ts'
import { offer, type Offer } from '../../lib/offer.ts'

const order = statusNames(patientStatuses)
const before = (state: PatientStatus) => order.slice(0, order.indexOf(state))

/** The states in which an action lies ahead, where no event of the life cycle defines it. */
const states: Partial<Record<CaseAction, readonly PatientStatus[]>> = {
  assign: before(caseLifecycle.events.mark_as_ready.to),
  cancel: before('approved'),
  mark_as_ready: before(caseLifecycle.events.mark_as_ready.to),
  request_correction: ['approved'],
  request_print: order.slice(order.indexOf(caseLifecycle.events.approve.to)),
}
const events: Partial<Record<CaseAction, CaseEvent>> = {
  approve: 'approve',
  request_changes: 'request_changes',
  complete: 'complete_setup',
}

function liesAhead({ deleted_at, cancelled_at, patient_status }: Patient, action: CaseAction): boolean {
  const status = patient_status.key as PatientStatus
  const event = events[action]
  if (deleted_at !== null || cancelled_at !== null) return false
  return event ? next(caseLifecycle, status, event) !== undefined : (states[action]?.includes(status) ?? false)
}

/** How an action on a case is offered: not at all, as possible, or with why it is not possible now. */
export const caseOffer = (patient: Patient, action: CaseAction): Offer | null =>
  offer(patient, action, liesAhead(patient, action))
