import { flawedTrayStatuses, type FlawedTrayStatus } from '@archwire/contract/flawed-trays/lifecycle.ts'
import {
  customerRequestStatuses,
  printingRequestStatuses,
  type CustomerRequestStatus,
  type PrintingRequestStatus,
} from '@archwire/contract/requests/lifecycle.ts'

/** The state of a request or its print, as a refusal words it. */
export const requestIs = (status: CustomerRequestStatus): string =>
  `the request is ${customerRequestStatuses[status].label}`
export const printIs = (status: PrintingRequestStatus): string =>
  `the print is ${printingRequestStatuses[status].label}`
export const trayIs = (status: FlawedTrayStatus): string => `the tray is ${flawedTrayStatuses[status].label}`
