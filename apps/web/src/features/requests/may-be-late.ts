import { lateIf } from '@archwire/contract/patients/acting.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'

interface Request extends Pick<CustomerRequest, 'duplicated' | 'status'> {
  patient: { is_on_hold: boolean }
  printing_request: { assign_to: number | null } | null
}

/** Whether the lab, for a partner it itself, is to act on a request: only then it is late (`work/late`). */
export const mayBeLate = (
  { status, duplicated, patient, printing_request: print }: Request,
  role: UserRole | null,
): boolean => status.key === 'pending' && !duplicated && !patient.is_on_hold && print?.assign_to === lateIf(role)
