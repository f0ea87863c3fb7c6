import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'

type Request = Pick<CustomerRequest, 'duplicated' | 'patient' | 'printing_request' | 'status'>

/** Whether the lab is to act on a request: only then it is late (`work/late`). */
export const labPrints = ({ status, duplicated, patient, printing_request: print }: Request): boolean =>
  status.key === 'pending' && !duplicated && !patient.is_on_hold && print?.assign_to === assignment.ownLab
