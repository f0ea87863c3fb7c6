import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import {
  customerRequestStatuses,
  printingRequestStatuses,
  type CustomerRequestStatus,
  type PrintingRequestStatus,
} from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'

/** Where a record stands, as a refusal says it: what is not a case is not called one. */
export const caseIs = (status: PatientStatus): string => `the case is ${patientStatuses[status].label}`
export const rxFormIs = (status: RxFormStatus): string => `the Rx form is ${rxFormStatuses[status].label}`
export const requestIs = (status: CustomerRequestStatus): string =>
  `the request is ${customerRequestStatuses[status].label}`
export const printIs = (status: PrintingRequestStatus): string =>
  `the print is ${printingRequestStatuses[status].label}`
