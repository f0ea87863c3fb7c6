import { statusNames } from '@archwire/contract/core/statuses.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import type { CaseAction, Patient } from '@archwire/contract/patients/schema.ts'
import { expect, it } from 'vitest'
import { caseOffer } from './case-offer.ts'

/** A case in which nothing is possible now, each for a reason. */
const caseIn = (key: PatientStatus, action: CaseAction) =>
  ({
    deleted_at: null,
    cancelled_at: null,
    patient_status: { key },
    can: { [action]: false },
    why_not: { [action]: 'Not now.' },
  }) as unknown as Patient

it.each<[CaseAction, PatientStatus[]]>([
  ['assign', ['new', 'in_progress']],
  ['mark_as_ready', ['new', 'in_progress']],
  ['request_print', ['approved', 'completed']],
  ['approve', ['awaiting_approval']],
  ['request_changes', ['awaiting_approval']],
  ['complete', ['in_progress']],
])('%s is offered with its reason where it lies ahead: %j', (action, ahead) => {
  const offered = statusNames(patientStatuses).filter((key) => caseOffer(caseIn(key, action), action) !== null)
  expect(offered).toEqual(ahead)
})
