import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'

type Case = Pick<PatientSummary, 'patient_status_id'>

/** The doctor is to act, not the lab: nothing of it is late. */
export const waitsForDoctor = (row: Case): boolean => row.patient_status_id === patientStatuses.awaiting_approval.id

export const isDone = (row: Case): boolean => row.patient_status_id === patientStatuses.completed.id

/** Only while the lab is to act something may be late (`work/late`). */
export const labActs = (row: Case & Pick<PatientSummary, 'is_on_hold'>): boolean =>
  !waitsForDoctor(row) && !isDone(row) && !row.is_on_hold

/** The current work: the open print after approval, before it the setup. */
export const workOf = ({ workflow_data: work }: Pick<PatientSummary, 'workflow_data'>) =>
  work.printing_request ?? work.initial_case_setup

/** What is done next, by whoever is to act (`cases/changes-asked`). */
export function nextStepOf(row: Case & Pick<PatientSummary, 'workflow_data' | 'changes_asked_at'>): string {
  if (waitsForDoctor(row)) return 'Doctor approves'
  return workOf(row)?.next_step?.process ?? (row.changes_asked_at ? 'Change the setup' : 'All steps done')
}
