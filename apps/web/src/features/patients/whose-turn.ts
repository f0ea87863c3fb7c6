import type { Statuses } from '@archwire/contract/core/statuses.ts'
import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { lateIf } from '@archwire/contract/patients/acting.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'

type Case = Pick<PatientSummary, 'patient_status_id'>

/** What the doctor is to do, where it is the doctor's turn. */
const stepOfDoctor = ({ patient_status_id }: Case): string | undefined =>
  Object.values<Statuses[string]>(patientStatuses).find(({ id }) => id === patient_status_id)?.doctor

/** The doctor is to act, not the lab: nothing of it is late. */
export const waitsForDoctor = (row: Case): boolean => stepOfDoctor(row) !== undefined

export const isDone = (row: Case): boolean => row.patient_status_id === patientStatuses.completed.id

/** A case can be late only while the reader's own side (lab or partner) must act (`work/late`). */
export const mayBeLate = (row: Pick<PatientSummary, 'acting'>, role: UserRole | null): boolean =>
  row.acting === lateIf(role)

/** Late or due today, for the reader's own side to act: what an old step is red with (decision 170). */
export const isUrgent = (
  row: Case & Pick<PatientSummary, 'acting' | 'ship_date'>,
  role: UserRole | null,
  today: string,
): boolean => row.ship_date !== null && row.ship_date <= today && !isDone(row) && mayBeLate(row, role)

/** The correction of trays that wait for their file; null else (`corrections/work`). */
export const correctionOf = ({ workflow_data: { flawed_tray: work } }: Pick<PatientSummary, 'workflow_data'>) =>
  work && work.status.key !== 'completed' ? work : null

/** The current work: a tray correction, else the open print after approval, before it the setup. */
export const workOf = (row: Pick<PatientSummary, 'workflow_data'>) =>
  correctionOf(row) ?? row.workflow_data.printing_request ?? row.workflow_data.initial_case_setup

/** What is done next, by whoever is to act (`cases/changes-asked`). */
export function nextStepOf(
  row: Case & Pick<PatientSummary, 'workflow_data' | 'changes_asked_at' | 'setup_is_newer' | 'correction_uploaded'>,
): string {
  const doctors = stepOfDoctor(row)
  if (doctors) return doctors
  if (row.changes_asked_at) return row.setup_is_newer ? 'Notify' : 'Change the setup'
  if (row.correction_uploaded) return 'Check the corrected file'
  const step = workOf(row)?.next_step?.process
  return step ?? (correctionOf(row) ? 'Upload the corrected file' : 'All steps done')
}
