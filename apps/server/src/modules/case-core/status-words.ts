import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'

/** A record's state as a refusal words it: only cases are called cases. */
export const caseIs = (status: PatientStatus): string => `the case is ${patientStatuses[status].label}`
export const rxFormIs = (status: RxFormStatus): string => `the Rx form is ${rxFormStatuses[status].label}`
