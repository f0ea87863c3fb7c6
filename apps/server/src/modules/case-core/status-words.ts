import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'

/** Where a record stands, as a refusal says it: what is not a case is not called one. */
export const caseIs = (status: PatientStatus): string => `the case is ${patientStatuses[status].label}`
export const rxFormIs = (status: RxFormStatus): string => `the Rx form is ${rxFormStatuses[status].label}`
