import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { isDone, mayBeLate, waitsForDoctor } from './whose-turn.ts'

type Case = Pick<
  PatientSummary,
  'deleted_at' | 'cancelled_at' | 'is_on_hold' | 'patient_status_id' | 'duplicated' | 'acting'
>

/** Why the work of a case cannot be given to anyone now, as the list knows it; null where it can (`work/bulk`). */
export function whyLeftOut(row: Case, role: UserRole | null): string | null {
  if (row.deleted_at) return 'Archived'
  if (row.cancelled_at) return 'Canceled'
  if (isDone(row)) return 'Completed'
  if (row.is_on_hold) return 'On hold'
  if (waitsForDoctor(row)) return 'Waits for the doctor'
  if (row.duplicated) return 'More than one active request'
  if (mayBeLate(row, role)) return null
  return row.acting === undefined ? 'No work to assign' : 'Someone else does this work'
}
